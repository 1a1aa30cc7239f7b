import { describe, expect, it } from "vitest";
import { readReport, type ReportGame, type StartBoard } from "../src/report/data";
import { everything, listed } from "../src/report/filter";
import { framesOf, noteAt, numbersOf, scoreAt, scoreCurve, usedBy } from "../src/report/replay_game";
import { chance, duration, elo, grouped } from "../src/lib/numbers";
import { orderOf, range } from "../src/lib/report_words";
import { reportFile } from "../src/lib/save";
import { spread, ticks } from "../src/lib/scale";

const start: StartBoard = {
  rows: 3,
  columns: 3,
  cells: "xx.....oo",
  row_names: ["3", "2", "1"],
  column_names: ["a", "b", "c"],
  to_move: 0,
};
const file = (games: unknown[] = [], report: object = {}) => readReport({ report: { board: start, ...report }, games });
const game = (given: object): ReportGame =>
  file([{ number: 1, players: [0, 1], outcome: "first", termination: "win", ...given }]).games[0]!;

describe("a game's changes", () => {
  const cells = (changes: string): string[] => framesOf(start, changes).map((frame) => frame.cells);

  it("put stones", () => {
    expect(cells("2x 3o 4x")).toEqual(["xx.....oo", "xxx....oo", "xxxo...oo", "xxxox..oo"]);
  });
  it("turn, move and take", () => {
    expect(cells("2x8x")).toEqual(["xx.....oo", "xxx....ox"]);
    expect(framesOf(start, "4x1.")[1]).toMatchObject({ last: 4, lastFrom: 1 });
    expect(cells("4x1. 4o8.")).toEqual(["xx.....oo", "x...x..oo", "x...o..o."]);
  });
  it("may be none: a pass, and then the other side moves", () => {
    const frames = framesOf(start, "- 2o");
    expect(frames.map((frame) => [frame.cells, frame.last, frame.toMove])).toEqual([
      ["xx.....oo", -1, 0],
      ["xx.....oo", -1, 1],
      ["xxo....oo", 2, 0],
    ]);
  });
  it.each(["2x 99o 3x", "2x 3", "2x o3", "2x  3o", "2x 3o4"])("are read as far as they make sense: %s", (changes) => {
    expect(framesOf(start, changes).length).toBe(2);
  });
  it("number the stones that still stand where they were put", () => {
    const frames = framesOf(start, "2x1. 3o 4x2.");
    expect([...numbersOf(frames, 2)]).toEqual([
      [2, 1],
      [3, 2],
    ]);
    expect([...numbersOf(frames, 3)]).toEqual([
      [3, 2],
      [4, 3],
    ]);
  });
});

describe("a game's notes", () => {
  const one = game({
    moves: "a b c d",
    changes: "2x 3o 4x 5o",
    opening: 1,
    scores: [30, -7, 2],
    times: [1, 2000, 0.5],
  });
  const frames = framesOf(start, one.changes);

  it("begin after the opening", () => {
    expect([0, 1, 2, 3, 4].map((ply) => noteAt(one, one.times, ply))).toEqual([null, null, 1, 2000, 0.5]);
  });
  it("are seen from the first side", () => {
    expect([0, 1, 2, 3, 4].map((ply) => scoreAt(one, frames, ply))).toEqual([null, null, -30, -7, -2]);
  });
  it("add up to each side's time", () => {
    expect([usedBy(one, frames, 4, 0), usedBy(one, frames, 4, 1)]).toEqual([2000, 1.5]);
  });
  it("make curves on scales of their own", () => {
    expect(scoreCurve(one, frames, 0)).toEqual([[3, -1]]);
    expect(scoreCurve(one, frames, 1)).toEqual([
      [2, -1],
      [4, -2 / 30],
    ]);
  });
});

describe("the games that are listed", () => {
  const { games } = file(
    [
      [0, 1, "first", "win"],
      [1, 0, "first", "time"],
      [0, 2, "draw", "draw"],
      [2, 1, "second", "crash"],
    ].map(([a, b, outcome, termination], number) => ({ number, players: [a, b], outcome, termination })),
  );
  const numbers = (filter: object, by: "number" | "first" = "number", descending = false): number[] =>
    listed(games, { ...everything, ...filter }, { by, descending }, ["A", "B", "C"]).map((each) => each.number);

  it.each([
    [{}, [0, 1, 2, 3]],
    [{ player: 0 }, [0, 1, 2]],
    [{ player: 0, opponent: 1 }, [0, 1]],
    [{ player: 1, result: "won" }, [1, 3]],
    [{ player: 1, result: "lost" }, [0]],
    [{ result: "first" }, [0, 1]],
    [{ ending: "crash" }, [3]],
    [{ player: 2, ending: "win" }, []],
  ])("by filters: %j", (filter, expected) => expect(numbers(filter)).toEqual(expected));
  it("in the order that was asked for", () => {
    expect(numbers({}, "number", true)).toEqual([3, 2, 1, 0]);
    expect(numbers({}, "first", true)).toEqual([3, 1, 0, 2]);
  });
});

describe("a report's file", () => {
  it("holds any content without becoming markup", () => {
    const content = { report: { title: "</script><!-- {{report}} $& \u2028 五子棋" }, games: [] };
    const text = reportFile("<script>{{report}}</script>", content);
    const inside = text.slice("<script>".length, -"</script>".length);
    expect(inside).toMatch(/^[\x20-\x7e]*$/);
    expect(inside).not.toContain("<");
    expect(JSON.parse(inside)).toEqual(content);
  });
  it("may lack anything", () => {
    for (const given of [
      null,
      7,
      [],
      {},
      { report: null, games: 3 },
      { report: { players: [null], matrix: [null] } },
    ]) {
      const { report, games } = readReport(given);
      expect(report.standings).toEqual([]);
      expect(games).toEqual([]);
    }
    expect(file([null, {}]).games).toMatchObject([{ moves: [], players: [-1, -1], start }]);
    expect(game({ start: { rows: 2, columns: 2, cells: "..." } }).start).toBeUndefined();
  });
  it("lists every player once", () => {
    const standings = [{ player: 2 }, { player: 0 }, { player: 2 }];
    expect(orderOf(file([], { players: [{}, {}, {}], standings }).report)).toEqual([2, 0, 1]);
  });
});

describe("figures", () => {
  it("are written for people", () => {
    expect([0.9999, 0.0001, 0.5].map(chance)).toEqual([">99.9%", "<0.1%", "50.0%"]);
    expect([0.25, 1.254, 2000, 65_000, 3_720_000].map(duration)).toEqual([
      "250 µs",
      "1.25 ms",
      "2.00 s",
      "1 min 5 s",
      "1 h 2 min",
    ]);
    expect([12.4, -250, -0.2].map(elo)).toEqual(["+12", "−250", "0"]);
    expect([10_000, 2.5].map(grouped)).toEqual(["10,000", "2.5"]);
    expect([range(1, 2, elo), range(1, null, elo), range(null, 2, elo), range(null, null, elo)]).toEqual([
      "+1 to +2",
      "at least +1",
      "at most +2",
      "no bounds yet",
    ]);
  });
  it("stand on round ticks, with room between labels", () => {
    expect(ticks(-130, 270, 4)).toEqual([-100, 0, 100, 200]);
    expect(spread([10, 11, 50], 16, 0, 100)).toEqual([10, 26, 50]);
    expect(spread([95, 99], 16, 0, 100)).toEqual([84, 100]);
  });
});
