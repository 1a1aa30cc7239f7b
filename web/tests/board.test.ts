import { flushSync, mount, unmount } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import Board from "../src/board/Board.svelte";
import { cellName, labels, moveCursor, starPoints } from "../src/board/geometry";
import { flipped, moveAt, playableCells, targets, type BoardView } from "../src/board/view";
import { viewOf } from "../src/board_view";
import { drawing } from "../src/lib/save";
import { paletteOf } from "../src/board/palette";
import { contrast } from "../src/lib/colour";
import { shapeOf, sides, type BoardData, type Look } from "../src/lib/types";
import { position } from "./fake";

let shown: Record<string, unknown> | undefined;
afterEach(() => {
  if (shown) void unmount(shown);
  shown = undefined;
});

function show(view: BoardView, props: Record<string, unknown> = {}): SVGSVGElement {
  shown = mount(Board, { target: document.body, props: { view, dark: false, label: "board", ...props } });
  flushSync();
  return document.querySelector("svg.board")!;
}
const cell = (svg: SVGSVGElement, name: string): SVGRectElement => svg.querySelector(`[data-cell="${name}"]`)!;

// The shape of a board of so many rows and columns, with row 1 at the top or with numbers for columns.
const shaped = (rows: number, columns: number, given: Partial<BoardData> = {}) =>
  shapeOf(position({ rows, columns, ...given }));
const fromTop = ["1", "2", "3", "4", "5", "6", "7", "8"];

const gomoku = viewOf(position({ rows: 15, columns: 15 }));
const drop = viewOf(
  position({
    game: "connect4",
    look: "frame",
    rows: 6,
    columns: 7,
    cells: ".".repeat(35) + "x..#...",
    legal: [
      { move: "1", cell: 28 },
      { move: "2", cell: 36 },
      { move: "4", cell: 31 },
    ],
  }),
);

describe("geometry", () => {
  it("names cells as the program does", () => {
    const shape = shaped(15, 15);
    expect([cellName(shape, 0), cellName(shape, 112), cellName(shape, 224)]).toEqual(["a15", "h8", "o1"]);
    expect(cellName(shaped(8, 8, { row_names: fromTop }), 0)).toBe("a1");
  });
  it("labels columns with numbers where columns are moves", () => {
    const texts = (given: Partial<BoardData>): string[] => labels(shaped(3, 3, given)).map((label) => label.text);
    expect(texts({ column_names: ["1", "2", "3"] })).toEqual(["1", "2", "3", "3", "2", "1"]);
    expect(texts({ row_names: ["1", "2", "3"] })).toEqual(["A", "B", "C", "1", "2", "3"]);
  });
  it("marks five points on 15, nine on 19", () => {
    expect([
      starPoints(shaped(15, 15)).length,
      starPoints(shaped(19, 19)).length,
      starPoints(shaped(5, 5)).length,
    ]).toEqual([5, 9, 1]);
  });
  it("keeps the cursor on the board", () => {
    const shape = shaped(8, 8);
    expect([
      moveCursor(shape, 0, "ArrowLeft"),
      moveCursor(shape, 0, "ArrowDown"),
      moveCursor(shape, 63, "ArrowDown"),
      moveCursor(shape, 9, "End"),
    ]).toEqual([0, 8, 63, 15]);
  });
  it("takes a click anywhere in a column", () => {
    expect(moveAt(drop, 0)?.cell).toBe(28);
    expect(moveAt(drop, 38)?.move).toBe("4");
    expect(moveAt(drop, 4)).toBeUndefined();
    expect(moveAt(gomoku, 0)).toBeUndefined();
    for (const view of [
      drop,
      gomoku,
      viewOf(
        position({
          legal: [
            { move: "a1", cell: 6 },
            { move: "pass", cell: null },
          ],
        }),
      ),
    ]) {
      const cells = [...view.cells].map((_, i) => i);
      expect([...playableCells(view)].sort((a, b) => a - b)).toEqual(cells.filter((i) => moveAt(view, i)));
    }
  });
  it("takes a piece with one click and its move with the next", () => {
    const view = viewOf(
      position({
        cells: "o..x.x...",
        legal: [
          { move: "a2a3", cell: 0, from: 3 },
          { move: "a2b3", cell: 1, from: 3 },
          { move: "c2b3", cell: 1, from: 5 },
        ],
      }),
    );
    expect(moveAt(view, 1)).toBeUndefined();
    expect([...playableCells(view)]).toEqual([3, 5]);
    const picked = { ...view, picked: 5 };
    expect(moveAt(picked, 1)?.move).toBe("c2b3");
    expect(targets(picked).map((legal) => legal.move)).toEqual(["c2b3"]);
    expect([...playableCells(picked)]).toEqual([1, 3, 5]);
  });
  it("sees flips, not new stones", () => expect([...flipped(".xo.o", "xxx.o")]).toEqual([2]));
});

describe("colours of the boards", () => {
  const rgb = (hex: string): [number, number, number] =>
    [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16)) as [number, number, number];
  const looks: Look[] = ["squares", "points", "frame", "felt", "paper"];
  it.each(
    looks.flatMap(
      (look) =>
        [
          [look, false],
          [look, true],
        ] as const,
    ),
  )("can be read: %s, dark %s", (look, dark) => {
    const palette = paletteOf(look, dark);
    expect(contrast(rgb(palette.label), rgb(dark ? "#17191d" : "#f6f6f4"))).toBeGreaterThanOrEqual(4.5);
    for (const side of sides) {
      const stone = palette.stones[side];
      if (look === "paper") expect(contrast(rgb(stone.light), rgb(palette.ground))).toBeGreaterThanOrEqual(4.5);
      else expect(contrast(rgb(stone.ink), rgb(stone.dark))).toBeGreaterThanOrEqual(4.5);
    }
  });
});

describe("the board", () => {
  it("is a grid of named cells for screen readers", () => {
    const svg = show(gomoku, { describe: (i: number) => `cell ${i}` });
    expect(svg.getAttribute("role")).toBe("grid");
    expect(svg.querySelectorAll('[role="row"]')).toHaveLength(15);
    expect(svg.querySelectorAll('[role="gridcell"]')).toHaveLength(225);
    expect(svg.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
    expect(cell(svg, "h8").getAttribute("aria-label")).toBe("cell 112");
  });

  it("is played by keys alone", () => {
    const oncell = vi.fn();
    const svg = show(gomoku, { interactive: true, oncell });
    cell(svg, "h8").dispatchEvent(new FocusEvent("focus"));
    for (const key of ["ArrowRight", "ArrowUp", "Enter"]) {
      svg.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      flushSync();
    }
    expect(oncell).toHaveBeenCalledWith(98); // i9
  });

  it("shows a ghost where the disc will land", () => {
    const svg = show(drop, { interactive: true });
    expect(svg.querySelector("[data-preview]")).toBeNull();
    cell(svg, "a6").dispatchEvent(new MouseEvent("pointerenter"));
    flushSync();
    expect(svg.querySelector("[data-preview] circle")!.getAttribute("cy")).toBe(String(10 + 40 * 4.5));
    expect(svg.querySelectorAll("[data-blocked]")).toHaveLength(1);
  });

  it("draws what it is told: ring, numbers, line, crosses, values, ghosts, dots", () => {
    const view: BoardView = {
      ...viewOf(
        position({
          cells: "xxx.oo...",
          legal: [{ move: "a1", cell: 6 }],
          winning_line: [0, 1, 2],
          last: { move: "c3", cell: 2, side: 0, flipped: [] },
          forbidden: [{ cell: 3, name: "a2", reason: "overline" }],
        }),
      ),
      heat: [{ cell: 7, from: -1, text: "+6", share: 1, best: true, exact: true }],
      ghosts: [{ cell: 8, from: -1, side: "second", number: 1 }],
    };
    const svg = show(view);
    const count = (what: string): number => svg.querySelectorAll(what).length;
    expect([
      count("[data-last]"),
      count("[data-win]"),
      count("[data-forbidden]"),
      count("[data-heat] polygon"),
      count("[data-ghost]"),
      count("[data-legal]"),
    ]).toEqual([1, 1, 1, 1, 1, 0]);
    expect(count('[data-stone="first"]')).toBe(3);
    expect(cell(svg, "a2").querySelector("title")!.textContent).toContain("six or more");
  });

  it("shows where a picked piece may go, what it takes, and arrows of moves", () => {
    const view = viewOf(
      position({
        look: "squares",
        cells: ".o..x.x..",
        legal: [
          { move: "b2a3", cell: 0, from: 4 },
          { move: "b2b3", cell: 1, from: 4 },
        ],
        last: { move: "b1a1", cell: 6, from: 7, side: 0, flipped: [] },
        winning_line: [1],
      }),
    );
    const svg = show({
      ...view,
      picked: 4,
      heat: [
        { cell: 0, from: 4, text: "+1", share: 1, best: true, exact: true },
        { cell: 0, from: 3, text: "−1", share: 0, best: false, exact: true },
      ],
      ghosts: [{ cell: 1, from: 4, side: "first", number: 1 }],
    });
    const count = (what: string): number => svg.querySelectorAll(what).length;
    expect([
      count("[data-picked]"),
      count("[data-target]"),
      count("[data-arrow]"),
      count("[data-last]"),
      count("[data-win]"),
    ]).toEqual([1, 2, 3, 1, 1]);
  });

  it("shows legal moves as dots in Othello", () => {
    const view = viewOf(
      position({
        game: "othello",
        look: "felt",
        legal: [
          { move: "a1", cell: 0 },
          { move: "pass", cell: null },
        ],
      }),
    );
    expect(show({ ...view, showLegal: true }).querySelectorAll("[data-legal]")).toHaveLength(1);
  });

  it("flips and drops only where something changed", () => {
    const view = viewOf(
      position({
        game: "othello",
        look: "felt",
        cells: "xxx......",
        last: { move: "a1", cell: 0, side: 0, flipped: [1] },
      }),
    );
    expect(show({ ...view, before: ".ox......" }, { animate: true }).querySelectorAll(".flip-in")).toHaveLength(1);
  });

  it("slides a piece from cell to cell", () => {
    const view = viewOf(
      position({ look: "squares", cells: "x........", last: { move: "a2a3", cell: 0, from: 3, side: 0, flipped: [] } }),
    );
    const svg = show({ ...view, before: "o..x....." }, { animate: true });
    expect(svg.querySelector<SVGElement>(".slide")!.getAttribute("style")).toContain("--dy: 40px");
    expect(svg.querySelectorAll(".flip-in")).toHaveLength(0);
  });

  it("is saved without the cells that only listen", () => {
    const svg = show({ ...drop, last: 35 });
    const text = drawing(svg, "#ffffff");
    const saved = new DOMParser().parseFromString(text, "image/svg+xml");
    expect(saved.querySelector("parsererror")).toBeNull();
    expect(saved.querySelectorAll("[data-stone]")).toHaveLength(1);
    expect(text).not.toContain("gridcell");
    expect(saved.documentElement.getAttribute("width")).toBe("318");
  });
});
