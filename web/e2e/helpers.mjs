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

export const myTurn = (page) =>
  page
    .locator(".status:not(.over) [data-stop]")
    .count()
    .then((n) => n === 0);
export const over = (page) =>
  page
    .locator(".status.over")
    .count()
    .then((n) => n > 0);

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
  until(
    async () => (await over(page)) || (await page.locator("main .pane .playable").count()) > 0,
    "for the machine to move",
  );

// No text and no button is cut off at the side.
export const sideways = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

// Everything that can be operated has a name for screen readers.
export function nameless(page) {
  return page.evaluate(() => {
    const named = (element) =>
      element.getAttribute("aria-label") ||
      element.innerText?.trim() ||
      element.labels?.[0]?.innerText?.trim() ||
      element.title;
    return [...document.querySelectorAll("button, input, select, textarea, [role=grid], [role=tab]")]
      .filter((element) => element.checkVisibility() && !named(element))
      .map((element) => element.outerHTML.slice(0, 120));
  });
}

// Texts whose contrast with what is behind them is below 4.5 to 1; parts that are switched off do not count.
export function pale(page) {
  return page.evaluate(() => {
    const parse = (text) => {
      const [r = 0, g = 0, b = 0, a = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
      return { rgb: text.startsWith("color(") ? [r * 255, g * 255, b * 255] : [r, g, b], a };
    };
    const luminance = (rgb) => {
      const [r, g, b] = rgb.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const behind = (element) => {
      for (let at = element; at; at = at.parentElement) {
        const { rgb, a } = parse(getComputedStyle(at).backgroundColor);
        if (a > 0.99) return rgb;
      }
      return [255, 255, 255];
    };
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement;
      const text = walker.currentNode.textContent.trim();
      if (
        text === "" ||
        element.closest("svg, option, :disabled, .unseen, [data-bar], noscript") ||
        !element.checkVisibility()
      )
        continue;
      const [low, high] = [luminance(parse(getComputedStyle(element).color).rgb), luminance(behind(element))].sort(
        (x, y) => x - y,
      );
      const ratio = (high + 0.05) / (low + 0.05);
      if (ratio < 4.5) found.push(`${text.slice(0, 30)} ${ratio.toFixed(2)}`);
    }
    return found;
  });
}
