// Whole games against the machine, taking back while it thinks, variations, replay.

import { check, same, test } from "./harness.mjs";
import { cell, newGame, over, place, plies, settled, sideways, nameless, status, stones, until } from "./helpers.mjs";

test("the first stone needs one click", { motion: true }, async ({ page }) => {
  await cell(page, "h8").click();
  await until(async () => (await stones(page)) >= 2, "for the answer");
  check(page.url().includes("#gomoku?moves=h8."), `the address is ${page.url()}`);
  same(await nameless(page), [], "nameless controls");
});

test("a game of Gomoku with the mouse", {}, async ({ page }) => {
  await newGame(page, { game: "gomoku", opponent: "intermediate" });
  // Along the edge, so that the machine wins soon.
  for (let i = 0; i < 60 && !(await over(page)); ++i) {
    const free = page.locator("main .pane .playable");
    await free.nth((i * 37) % (await free.count())).click();
    await until(async () => (await over(page)) || (await place(page)) >= 2 * i + 2, "for the machine's answer");
  }
  check(await over(page), "the game does not end");
  same(await page.locator("[data-win]").count(), 1, "strokes through the winning line");
  check((await page.locator("[data-spoken]").innerText()).includes("wins"), "the end is not spoken");
});

test("a game of Connect Four with the number keys", { dark: true, motion: true }, async ({ page }) => {
  await newGame(page, { game: "connect4", opponent: "casual", colour: "second" });
  for (let i = 0; i < 200 && !(await over(page)); ++i) {
    await settled(page);
    const before = await plies(page);
    await page.keyboard.press(String((i % 7) + 1));
    await page.waitForTimeout(20);
    if ((await plies(page)) > before) await settled(page);
  }
  check(await over(page), `the game does not end: ${await status(page)}`);
});

test(
  "a game of Othello with the cursor, on a phone, in Chinese",
  { phone: true, language: "zh-CN" },
  async ({ page }) => {
    await newGame(page, { game: "othello", opponent: "beginner" });
    same(await page.locator("html").getAttribute("lang"), "zh-Hans", "the page's language");
    await page.keyboard.press("ArrowUp");
    for (let i = 0; i < 60 && !(await over(page)); ++i) {
      const target = await page.locator("main .pane .playable").first().getAttribute("data-cell");
      const at = () => page.evaluate(() => document.activeElement?.getAttribute("data-cell") ?? "");
      for (let step = 0; step < 16 && (await at()) !== target; ++step) {
        const here = await at();
        const key =
          here[0] < target[0]
            ? "ArrowRight"
            : here[0] > target[0]
              ? "ArrowLeft"
              : here[1] < target[1]
                ? "ArrowDown"
                : "ArrowUp";
        await page.keyboard.press(key);
      }
      const before = await plies(page);
      await page.keyboard.press("Enter");
      await until(async () => (await plies(page)) > before, "for the stone");
      await settled(page);
    }
    check(await over(page), "the game does not end");
    check(/获胜|和棋/.test(await status(page)), await status(page));
    for (const tab of ["game", "analysis", "arena"]) {
      await page.click(`#tab-${tab}`);
      same(await sideways(page), 0, `pixels too wide (${tab})`);
      same(await nameless(page), [], `nameless controls (${tab})`);
    }
  },
);

test("Breakthrough: from cell to cell, with hint, variation and replay", { motion: true }, async ({ page }) => {
  await newGame(page, { game: "breakthrough", opponent: "person" });
  same(await stones(page), 32, "pawns");
  const go = async (from, to, ply) => {
    await cell(page, from).click();
    await page.waitForSelector("[data-picked]");
    await cell(page, to).click();
    await until(async () => (await place(page)) === ply, `${from}${to}`);
  };
  await cell(page, "b2").click();
  same(await page.locator("[data-target]").count(), 3, "cells where b2 may go");
  check((await page.locator("[data-spoken]").innerText()).includes("picked up"), "the pick is not spoken");
  await cell(page, "b2").click();
  same(await page.locator("[data-picked]").count(), 0, "picked pawns after a second click");
  await cell(page, "a2").click();
  await go("b2", "b3", 1); // another pawn may be picked instead
  await go("c7", "c6", 2);
  await go("b3", "b4", 3);
  await go("c6", "c5", 4);
  await go("b4", "c5", 5);
  same(await stones(page), 31, "pawns after a capture");
  same(
    await page.locator("[data-moves] .move").allInnerTexts(),
    ["○", "B2B3", "C7C6", "B3B4", "C6C5", "B4C5"],
    "moves",
  );
  await page.keyboard.press("ArrowLeft");
  await until(async () => (await place(page)) === 4, "for a step back");
  await go("b4", "a5", 5);
  same(await page.locator("[data-moves] .variation").count(), 1, "variations");
  await page.keyboard.press("h");
  await page.waitForSelector("[data-hint]");
  same([await page.locator("[data-ghost]").count(), await page.locator("[data-arrow]").count()], [1, 1], "the hint");
  await page.click("#tab-analysis");
  await page.click("[data-analyse]");
  await until(async () => (await page.locator("main .pane [data-heat]").count()) > 1, "for values on the board");
  check((await page.locator("main .pane [data-heat]").count()) <= 6, "too many arrows to see the board");
  check((await page.locator("main .pane [data-arrow]").count()) > 1, "values without arrows");
  await page.click("[data-analyse]");
});

test("a game of Breakthrough with the cursor", {}, async ({ page }) => {
  await newGame(page, { game: "breakthrough", opponent: "beginner" });
  await page.keyboard.press("ArrowUp");
  const at = () => page.evaluate(() => document.activeElement?.getAttribute("data-cell") ?? "");
  const reach = async (target) => {
    for (let step = 0; step < 16 && (await at()) !== target; ++step) {
      const here = await at();
      const sideways = here[0] < target[0] ? "ArrowRight" : here[0] > target[0] ? "ArrowLeft" : undefined;
      await page.keyboard.press(sideways ?? (here[1] < target[1] ? "ArrowUp" : "ArrowDown"));
    }
    await page.keyboard.press("Enter");
  };
  for (let i = 0; i < 60 && !(await over(page)); ++i) {
    const before = await plies(page);
    // The foremost pawn that can go somewhere, which the first of the playable cells holds.
    await reach(await page.locator("main .pane .playable").first().getAttribute("data-cell"));
    await page.waitForSelector("[data-picked]");
    const goals = await page.locator("main .pane .playable").evaluateAll((cells) => cells.map((c) => c.dataset.cell));
    const picked = await at();
    await reach(goals.find((goal) => Number(goal[1]) === Number(picked[1]) + 1));
    await until(async () => (await plies(page)) > before, "for the move");
    await settled(page);
  }
  check(await over(page), "the game does not end");
});

test("undo while the machine thinks stops it and takes back", {}, async ({ page }) => {
  await newGame(page, {
    game: "gomoku",
    more: async (dialog) => {
      const seat = dialog.locator("[data-seat]").nth(1);
      await seat.selectOption("player");
      await dialog.locator("[data-player]").selectOption("uct");
      await dialog.getByLabel("Thinks for").first().fill("300");
      await dialog.getByLabel("Thinks for").first().blur();
    },
  });
  await cell(page, "h8").click();
  await page.waitForSelector("[data-stop]");
  check((await status(page)).includes("thinking"), await status(page));
  await page.keyboard.press("u");
  await until(async () => (await stones(page)) === 0, "for the stone to be taken back", 5000);
  same(await page.locator("[data-stop]").count(), 0, "stop buttons after undo");
  // What was taken back is kept: redo brings it, another move becomes a variation.
  await page.keyboard.press("r");
  await until(async () => (await stones(page)) === 1, "for redo");
  await page.keyboard.press("u");
  await until(async () => (await stones(page)) === 0, "for undo");
  await cell(page, "c3").click();
  await page.waitForSelector("[data-stop]");
  await page.click("[data-stop]");
  await page.waitForSelector("[data-go]");
  same(await page.locator("[data-moves] .variation").count(), 1, "variations");
  same(await page.locator("[data-moves] .move").allInnerTexts(), ["○", "H8", "C3"], "moves in the tree");
});

test("variations, replay, scrubbing", {}, async ({ page }) => {
  await newGame(page, { game: "gomoku", opponent: "person" });
  const moves = ["h8", "i9", "h9", "h10", "g8"];
  for (const [i, move] of moves.entries()) {
    await cell(page, move).click();
    await until(async () => (await place(page)) === i + 1, move);
  }
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await until(async () => (await place(page)) === 3, "for two steps back");
  await cell(page, "j10").click();
  await until(async () => (await plies(page)) === 4, "for the variation");
  same(await page.locator("[data-moves] .variation").count(), 1, "variations");
  await page.locator("[data-moves] .move", { hasText: "G8" }).click();
  await until(async () => (await place(page)) === 5, "for the main line");
  await page.locator("[data-scrub]").fill("0");
  await until(async () => (await stones(page)) === 0, "for the start");
  await page.locator(".speed input").fill("100");
  await page.keyboard.press("Escape");
  await page.locator("h3").first().click();
  await page.keyboard.press(" ");
  await until(async () => (await place(page)) === 5, "for the replay");
  await page.locator("[data-numbers]").check();
  same(
    await page.locator("main .pane svg text", { hasText: /^5$/ }).count(),
    2,
    "fives: a row's name and a move's number",
  );
  // The link holds everything: another browser shows the same board and the same variation.
  await page.click("[data-share]");
  const link = await page.locator("[data-link]").inputValue();
  check(link.includes("moves=h8.i9.h9.h10(j10)g8"), link);
});

test("clocks, hint, resignation, swapping sides", {}, async ({ page }) => {
  await newGame(page, {
    game: "gomoku",
    opponent: "casual",
    more: (dialog) => dialog.locator("[data-clock]").selectOption("5+0"),
  });
  same(await page.locator("[role=timer]").allInnerTexts(), ["5:00", "5:00"], "clocks");
  await page.keyboard.press("h");
  await page.waitForSelector("[data-hint]");
  same(await page.locator("[data-ghost]").count(), 1, "the hint on the board");
  await cell(page, "h8").click();
  await settled(page);
  await page.click("[data-swap]");
  await until(
    async () => (await page.locator('[data-player-row="1"]').innerText()).includes("You"),
    "for the sides to change",
  );
  await settled(page);
  await page.click("[data-resign]");
  await page.click("[data-resign-sure]");
  await until(() => over(page), "for the resignation");
  check((await status(page)).includes("resigned"), await status(page));
});

test("the blocked cell and renju's forbidden points", {}, async ({ page }) => {
  await newGame(page, {
    game: "connect4",
    opponent: "person",
    more: (dialog) => dialog.locator('[data-cell="c1"]').click(),
  });
  same(await page.locator("main .pane [data-blocked]").count(), 1, "plates");
  await cell(page, "c6").click();
  await until(async () => (await stones(page)) === 1, "for the disc");
  check((await cell(page, "c2").getAttribute("aria-label")).includes("Red"), "the disc does not rest on the plate");
  await newGame(page, {
    game: "gomoku",
    opponent: "person",
    more: (dialog) => dialog.locator('[data-setting="rule"]').selectOption("renju"),
  });
  for (const [i, move] of ["h8", "a1", "i8", "a3", "j9", "a5", "j10", "c1"].entries()) {
    await cell(page, move).click();
    await until(async () => (await place(page)) === i + 1, move);
  }
  await until(async () => (await page.locator("[data-forbidden]").count()) > 0, "for a cross on J8");
  check((await cell(page, "j8").locator("title").textContent()).includes("open threes"), "no reason");
  await cell(page, "j8").click();
  same(await place(page), 8, "a forbidden move was played");
});
