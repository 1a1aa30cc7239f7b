// Links, reload, back and forward, import, export.

import { readFileSync } from "node:fs";
import { check, same, test } from "./harness.mjs";
import { cell, newGame, nameless, place, plies, stones, until } from "./helpers.mjs";

const openDialog = async (page, text) => {
  await page.click("[data-import]");
  await page.fill("[data-paste]", text);
  await page.click("[data-open]");
};

test(
  "a link opens the same game elsewhere",
  { hash: "#gomoku?size=9&moves=e5.d4(f6.f5)e4.e3&at=_e5.f6.f5", language: "zh-CN" },
  async ({ page, open }) => {
    same(await stones(page), 3, "stones");
    same(
      await page.locator("[data-moves] .move").allInnerTexts(),
      ["○", "E5", "D4", "F6", "F5", "E4", "E3"],
      "the tree",
    );
    const other = await open({ hash: new URL(page.url()).hash, language: "en-US" });
    same(await stones(other), 3, "stones elsewhere");
  },
);

test("reload, back and forward lose nothing", {}, async ({ page }) => {
  await newGame(page, { game: "othello", opponent: "person" });
  for (const [i, move] of ["f5", "d6", "c3"].entries()) {
    await cell(page, move).click();
    await until(async () => (await place(page)) === i + 1, move);
  }
  await page.reload();
  await until(async () => (await stones(page)) === 7, "for the game after a reload");
  await page.goBack();
  await until(async () => (await place(page)) === 2, "for the position before");
  await page.goForward();
  await until(async () => (await place(page)) === 3, "for the position after");
  // Another game and back again: the first one is still there.
  await page.click('[data-game="connect4"]');
  await until(async () => page.url().includes("#connect4"), "for the other game");
  await page.click('[data-game="othello"]');
  await until(async () => (await stones(page)) === 7, "for the game that was left");
  await newGame(page, { game: "othello", opponent: "person" });
  await page.click("[data-earlier]");
  await page.locator("[data-session]").first().click();
  await until(async () => (await stones(page)) === 7, "for the earlier game");
});

test("the game survives a restart of the program", { alone: true, allowed: /./ }, async ({ open, serve }) => {
  let own = await serve("restart.db");
  const page = await open({ address: own.address, hash: "#gomoku?moves=h8.i9(j9)" });
  await own.end();
  await cell(page, "c3").click();
  await until(async () => (await page.locator("[role=alert]").count()) === 1, "for the explanation");
  own = await serve("restart.db", new URL(own.address).port);
  await until(async () => {
    await cell(page, "c3").click();
    return (await stones(page)) === 3;
  }, "for the program to take the move");
  same(await page.locator("[data-moves] .move").allInnerTexts(), ["○", "H8", "I9", "J9", "C3"], "the tree");
  await own.end();
});

test("records are read: pasted, chosen, dropped", { allowed: /\/api\/import/ }, async ({ page }) => {
  await openDialog(page, "4453");
  await until(async () => page.url().includes("#connect4") && (await stones(page)) === 4, "for the columns");
  await openDialog(page, "f5d6c3d3c4");
  await until(async () => page.url().includes("#othello") && (await plies(page)) === 5, "for the transcript");
  await openDialog(page, "(;FF[4]GM[4]SZ[15]RU[renju]PB[a]PW[b];B[hh];W[ig];B[gg])");
  await until(async () => page.url().includes("rule=renju") && (await stones(page)) === 3, "for the SGF");
  // Moves of the game on the board that could be an Othello transcript: both are offered.
  await openDialog(page, "f5d6c3");
  await page.locator("dialog .choice", { hasText: "Gomoku" }).click();
  await until(async () => page.url().includes("moves=f5.d6.c3"), "for the choice");
  await openDialog(page, "this is no game");
  await page.waitForSelector("[data-problem]");
  await page.keyboard.press("Escape");
  const psq = "Piskvorky 15x15, 11:11, 0\n8,8,100\n9,9,200\nalpha\nbeta\n-1\n";
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "game.psq"));
    return transfer;
  }, psq);
  await page.dispatchEvent("main", "drop", { dataTransfer: data });
  await until(async () => (await stones(page)) === 2, "for the dropped file");
});

test("boards and records are saved", {}, async ({ page }) => {
  await newGame(page, { game: "gomoku", opponent: "person" });
  await cell(page, "h8").click();
  await until(async () => (await stones(page)) === 1, "for the stone");
  await page.click("[data-share]");
  same(await nameless(page), [], "nameless controls");
  const saved = async (button) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(button)]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  };
  const svg = await saved("[data-svg]");
  check(svg.name.endsWith(".svg") && svg.bytes.toString().includes("<svg"), "no SVG");
  const png = await saved("[data-png]");
  check(png.bytes.subarray(1, 4).toString() === "PNG" && png.bytes.readUInt32BE(16) > 1500, "no large PNG");
  const sgf = await saved('[data-format="sgf"]');
  check(sgf.bytes.toString().includes(";B[hh]"), sgf.bytes.toString());
});
