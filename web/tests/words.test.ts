import { beforeAll, describe, expect, it } from "vitest";
import { bridged, chancesOf } from "../src/lib/graph_data";
import { ghosts, heatOfExact, heatOfThought } from "../src/lib/heat_points";
import { setLanguage } from "../src/lib/i18n.svelte";
import { lines, moveNumbers, played, treeOf } from "../src/lib/session_tree";
import { evaluate, statusText, threatText } from "../src/lib/words";
import { learnKinds } from "../src/lib/kinds.svelte";
import { kind, position, session, thought } from "./fake";

beforeAll(() => {
  setLanguage("en");
  learnKinds([kind("gomoku"), kind("othello"), kind("connect4", ["first", "second"])]);
});

describe("evaluations are said in black's view", () => {
  it("with a sign and a chance", () => {
    expect(evaluate("gomoku", thought({ to_move: 1, score: 0.5, win: 0.75 }))).toEqual({
      text: "−0.50",
      win: 0.25,
      certain: false,
    });
    expect(evaluate("othello", thought({ to_move: 0, score: -3, unit: "discs", win: 0.4 })).text).toBe("−3");
  });
  it("exactly where they are exact", () => {
    expect(evaluate("othello", thought({ to_move: 1, score: -6, unit: "discs", win: null, exact: true }))).toEqual({
      text: "Exact: +6 for Black",
      win: 1,
      certain: true,
    });
    expect(evaluate("othello", thought({ score: 0, unit: "discs", win: null, exact: true })).text).toBe("Exact: draw");
  });
  it("as a win in so many moves", () => {
    expect(evaluate("gomoku", thought({ end_in: 9 })).text).toBe("Black wins in 5");
    expect(evaluate("gomoku", thought({ end_in: -2, to_move: 0 }))).toEqual({
      text: "White wins in 1",
      win: 0,
      certain: true,
    });
    expect(evaluate("connect4", thought({ end_in: -1, to_move: 1 })).text).toBe("Red wins in 1");
    const pv = Array.from({ length: 9 }, (_, i) => ({ move: "a1", cell: i, side: 0 as const }));
    expect(threatText("gomoku", { method: "vcf", verdict: "win", pv, nodes: 1, time: 1 }, 0)).toBe(
      "Black wins in 5 (VCF)",
    );
  });
  it("and not at all where nothing is known", () =>
    expect(evaluate("gomoku", thought({ score: null, win: null })).text).toBe("–"));
});

describe("status", () => {
  const base = session([], 0, [0]);
  it("says whose turn it is", () => {
    expect(statusText(base)).toBe("Your turn · Black");
    expect(statusText({ ...base, position: { ...base.position, to_move: 1 } })).toBe("White to move");
    expect(
      statusText({
        ...base,
        position: { ...base.position, to_move: 1 },
        thinking: { side: 1, player: "uct", since: 0, waiting: false },
      }),
    ).toBe("White is thinking …");
  });
  it("says how it ended", () => {
    expect(statusText({ ...base, result: { outcome: "first", reason: "win" } })).toBe("Black wins");
    expect(statusText({ ...base, result: { outcome: "draw", reason: "draw" } })).toBe("Draw");
    expect(statusText({ ...base, result: { outcome: "second", reason: "resign" } })).toBe(
      "Black resigned · White wins",
    );
    expect(statusText({ ...base, result: { outcome: "first", reason: "time" } })).toBe(
      "White ran out of time · Black wins",
    );
  });
});

describe("the tree of a session", () => {
  // 0 ─ 1 a1 ─ 2 b1 ─ 4 c1
  //       └─── 3 b2 ─ 5 c2
  const game = session(
    [
      [0, "a1", 0],
      [1, "b1", 1],
      [1, "b2", 4],
      [2, "c1", 2],
      [3, "c2", 5],
    ],
    3,
    [0, 1, 3, 5],
    { position: position({ cells: "x...o...." }) },
  );
  it("becomes lines with variations", () => {
    const main = lines(game.nodes);
    expect(main.map((item) => item.node.move)).toEqual(["a1", "b1", "c1"]);
    expect(main[1]!.variations.map((line) => line.map((item) => [item.ply, item.node.move]))).toEqual([
      [
        [2, "b2"],
        [3, "c2"],
      ],
    ]);
  });
  it("becomes a tree to share", () => {
    const { tree, idOf } = treeOf(game.nodes);
    expect(tree.toText()).toBe("a1.b1(b2.c2)c1");
    expect(tree.moves(idOf.get(5)!)).toEqual(["a1", "b2", "c2"]);
  });
  it("numbers what is on the board now", () => {
    expect(played(game).map((node) => node.move)).toEqual(["a1", "b2"]);
    expect([...moveNumbers(game)]).toEqual([
      [0, 1],
      [4, 2],
    ]);
  });
  it("keeps variations of the first move", () => {
    const other = session(
      [
        [0, "a1", 0],
        [0, "b2", 4],
      ],
      1,
      [0, 1],
    );
    expect(lines(other.nodes)[0]!.variations).toHaveLength(1);
    expect(lines(session([], 0, [0]).nodes)).toEqual([]);
  });
});

describe("what a player thinks", () => {
  const candidates = [
    { move: "b2", cell: 4, value: 0.5, win: 0.75, exact: true },
    { move: "a1", cell: 0, value: -1, win: 0, exact: false },
    { move: "pass", cell: null, value: -1, win: 0, exact: true },
  ];
  it("lies on the board, numbers in black's view, colours in the mover's", () => {
    const points = heatOfThought(thought({ to_move: 1, move: "b2", candidates }));
    expect(points).toEqual([
      { cell: 4, from: -1, text: "25", share: 1, best: true, exact: true },
      { cell: 0, from: -1, text: "100", share: 0, best: false, exact: false },
    ]);
  });
  it("stars the best exact value", () => {
    const exact = {
      method: "m",
      score: 1,
      unit: "plies" as const,
      verdict: "win",
      pv: [],
      nodes: 1,
      time: 1,
      moves: [
        { move: "1", cell: 0, value: -2 },
        { move: "4", cell: 3, value: 1 },
      ],
    };
    expect(heatOfExact(exact, 0).map((point) => [point.text, point.best])).toEqual([
      ["−2", false],
      ["+1", true],
    ]);
  });
  it("is played as numbered ghosts", () => {
    expect(
      ghosts([
        { move: "a1", cell: 0, side: 0 },
        { move: "pass", cell: null, side: 1 },
        { move: "b1", cell: 1, side: 0 },
      ]),
    ).toEqual([
      { cell: 0, from: -1, side: "first", number: 1 },
      { cell: 1, from: -1, side: "first", number: 3 },
    ]);
  });
});

describe("the graph", () => {
  it("takes the analysis first, then what engines thought of their moves", () => {
    const game = session(
      [
        [0, "a1", 0],
        [1, "b1", 1],
      ],
      2,
      [0, 1, 2],
    );
    game.nodes[2]!.win = 0.8; // white's own view
    expect(chancesOf(game, new Map([["s/1", 0.6]]))).toEqual([null, 0.6, expect.closeTo(0.2)]);
  });
  it("bridges gaps inside, not at the ends", () =>
    expect(bridged([null, 0.2, null, 0.6, null])).toEqual([null, 0.2, 0.4, 0.6, null]));
});
