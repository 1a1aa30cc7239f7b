// What a person does on the page, by the names that the page gives to its parts.

export const stones = (page) => page.locator("main .pane [data-stone]").count();
export const status = (page) => page.locator("[data-status] strong").innerText();
export const plies = async (page) => Number((await page.locator(".replay .count").first().innerText()).split("/")[1]);
export const place = async (page) => Number((await page.locator(".replay .count").first().innerText()).split("/")[0]);
export const cell = (page, name) => page.locator(`main .pane [data-cell="${name}"]`);

export async function until(what, message, ms = 30_000) {
  const end = Date.now() + ms;
  for (;;) {
    if (await what()) return;
    if (Date.now() > end) throw new Error(`waited in vain: ${message}`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

export const myTurn = (page) => page.locator(".status:not(.over) [data-stop]").count().then((n) => n === 0);
export const over = (page) => page.locator(".status.over").count().then((n) => n > 0);

// A new game with the simple choices, and those under "more" where given.
export async function newGame(page, { game, opponent = "beginner", colour = "first", more }) {
  await page.click("[data-new]");
  const dialog = page.locator("dialog");
  await dialog.locator(`[data-choice="${game}"]`).click();
  await dialog.locator(`[data-choice="${opponent}"]`).click();
  if (opponent !== "person") await dialog.locator(`[data-choice="${colour}"]`).click();
  if (more) {
    await dialog.locator("[data-more]").click();
    await more(dialog);
  }
  await dialog.locator("[data-start]").click();
  await dialog.waitFor({ state: "detached" });
}

// Waits until a person may move or the game is over.
export const settled = (page) =>
  until(async () => (await over(page)) || (await page.locator("main .pane .playable").count()) > 0, "for the machine to move");

// No text and no button is cut off at the side.
export const sideways = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

// Everything that can be operated has a name for screen readers.
export function nameless(page) {
  return page.evaluate(() => {
    const named = (element) =>
      element.getAttribute("aria-label") || element.innerText?.trim() || element.labels?.[0]?.innerText?.trim() || element.title;
    return [...document.querySelectorAll("button, input, select, textarea, [role=grid], [role=tab]")]
      .filter((element) => element.checkVisibility() && !named(element))
      .map((element) => element.outerHTML.slice(0, 120));
  });
}
