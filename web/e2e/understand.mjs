// Analysis, what players think, the report, the arena, and the page as a whole.

import { gzipSync } from "node:zlib";
import { check, same, test } from "./harness.mjs";
import { cell, newGame, nameless, pale, plies, stones, until } from "./helpers.mjs";

test("live analysis on the board", {}, async ({ page }) => {
  await newGame(page, { game: "gomoku", opponent: "person" });
  for (const move of ["h8", "i9", "h9"]) await cell(page, move).click();
  await until(async () => (await stones(page)) === 3, "for the stones");
  await page.keyboard.press("a");
  await until(async () => (await page.locator("main .pane [data-heat]").count()) > 0, "for values on the board");
  same(await page.locator("main .pane [data-heat] polygon").count(), 1, "stars");
  await until(async () => (await page.locator("[data-best] tbody tr").count()) >= 3, "for more than one line");
  // Which move is best may change while one points at it.
  await until(async () => {
    await page.locator("[data-best] tbody tr").first().hover();
    return (await page.locator("main .pane [data-ghost]").count()) > 1;
  }, "for the line as ghosts");
  same(await nameless(page), [], "nameless controls");
  // It follows the position, and goes on until it is stopped.
  await page.keyboard.press("ArrowLeft");
  await until(async () => (await stones(page)) === 2, "for the step back");
  await until(async () => (await page.locator("main .pane [data-heat]").count()) > 0, "for values there");
  await page.click("[data-analyse]");
});

test(
  "every column of Connect Four has its exact score",
  { hash: "#connect4?moves=4.4.4.4.4.2.2.2.2.2", language: "zh-CN" },
  async ({ page }) => {
    await page.click("#tab-analysis");
    await page.click("[data-analyse]");
    await until(
      async () =>
        (
          await page
            .locator("[data-verdict]")
            .innerText()
            .catch(() => "")
        ).includes("精确"),
      "for an exact verdict",
      60_000,
    );
    await until(async () => (await page.locator("main .pane [data-heat]").count()) === 7, "for all columns");
  },
);

test("the whole game is looked over", { hash: "#othello?moves=f5.d6.c3.d3.c4.f4.f6.f3" }, async ({ page }) => {
  await page.click("#tab-analysis");
  await page.waitForSelector("[data-chart]");
  await page.locator("[data-report-seconds]").fill("0.1");
  await page.click("[data-report]");
  await page.waitForSelector("[data-marks]", { timeout: 60_000 });
  const figures = await page.locator("[data-marks] tbody td.number").allInnerTexts();
  same(
    figures
      .slice(2)
      .map(Number)
      .reduce((sum, n) => sum + n, 0) <= 8,
    true,
    "marks for at most eight moves",
  );
  const box = await page.locator("[data-chart]").boundingBox();
  await page.mouse.click(box.x + 41, box.y + 20);
  await until(async () => (await stones(page)) === 4, "for the click on the graph");
});

test("two players' thoughts side by side", { hash: "#othello?moves=f5.d6.c3" }, async ({ page }) => {
  await page.click("#tab-analysis");
  await page.locator("[data-two]").check();
  for (const [i, name] of ["alphabeta", "uct"].entries()) {
    await page.locator(`[data-mind-pane="${i}"] [data-player]`).selectOption(name);
    await page.locator(`[data-mind-pane="${i}"] [data-seconds]`).fill("0.3");
    await page.click(`[data-ask="${i}"]`);
    await page.waitForSelector(`[data-answer="${i}"]`);
  }
  await until(async () => (await page.locator(".small-board [data-heat]").count()) >= 6, "for values on both boards");
});

test("a small tournament", {}, async ({ page }) => {
  await page.click("#tab-arena");
  await page.click("[data-new-tournament]");
  await page.locator("[data-arena-game]").selectOption("connect4");
  await page.locator("[data-add-player]").click();
  await page.locator("[data-arena-games]").fill("2");
  same(await nameless(page), [], "nameless controls");
  await page.click("[data-start-tournament]");
  await page.waitForSelector('[data-tournament-view="finished"]', { timeout: 90_000 });
  await until(async () => (await page.locator("#matrix td button").count()) === 6, "for the matrix");
  same(await page.locator("[data-ratings] tbody tr").count(), 3, "ratings");
  const [file] = await Promise.all([page.waitForEvent("download"), page.click("[data-save-report]")]);
  const report = await page.context().newPage();
  const path = `${await file.path()}.html`;
  await file.saveAs(path);
  await report.goto(`file://${path}`);
  same(await report.locator("#standings tbody tr").count(), 3, "ratings of the report");
  await report.locator("[data-open-game]").first().click();
  await report.waitForSelector("dialog svg.board [data-stone]");
  await report.close();
  await page.locator("#matrix td button").first().click();
  await until(async () => (await page.locator("[data-open-game]").count()) === 2, "for the pair's games");
  await page.locator("[data-open-game]").first().click();
  await until(async () => page.url().includes("#connect4?"), "for the game on the board");
  check((await plies(page)) >= 7, "the game is too short");
});

test("any game of the program is drawn", { hash: "#mnk?moves=b2.a1" }, async ({ page }) => {
  same(await stones(page), 2, "marks");
  same(await page.locator("main .pane [role=gridcell]").count(), 9, "cells");
});

test("a broken link says so and still gives a board", { hash: "#gomoku?moves=h8)" }, async ({ page }) => {
  await until(async () => (await page.locator("[role=alert]").count()) === 1, "for the explanation");
  await cell(page, "h8").click();
  await until(async () => (await stones(page)) >= 1, "for the stone");
});

test("the keys are listed, the theme and the language switch", {}, async ({ page }) => {
  await page.keyboard.press("?");
  check((await page.locator("dialog kbd").count()) > 12, "too few keys");
  await page.keyboard.press("Escape");
  await page.locator("[data-language]").selectOption("zh");
  await until(async () => (await page.locator("#tab-game").innerText()) === "对局", "for Chinese");
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  const readable = async () => {
    for (const tab of ["analysis", "arena", "game"]) {
      await page.click(`#tab-${tab}`);
      same(await pale(page), [], `pale texts (${tab}, ${await theme()})`);
    }
  };
  same(await theme(), "light", "theme");
  await readable();
  await page.click("[data-theme-button]");
  await page.click("[data-theme-button]");
  same(await theme(), "dark", "theme after two clicks");
  await readable();
});

test("the first load is small", {}, async ({ page, address }) => {
  const files = await page.evaluate(() => performance.getEntriesByType("resource").map((entry) => entry.name));
  let bytes = 0;
  for (const file of [address, ...files.filter((name) => !name.includes("/api/"))]) {
    bytes += gzipSync(Buffer.from(await (await fetch(file)).arrayBuffer())).length;
  }
  check(bytes < 300_000, `${bytes} bytes`);
});
