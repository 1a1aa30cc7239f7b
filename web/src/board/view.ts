// What a board shows, as plain data: the page makes it from the game, the analysis and the hover.

import type { Look, Shape, Side } from "../lib/types";
import { columnOf } from "./geometry";

export interface Legal {
  move: string;
  cell: number; // where the stone comes to rest; -1 for a pass
}

export interface Forbidden {
  cell: number;
  reason: string;
}

// What a player thinks of a point.
export interface HeatPoint {
  cell: number;
  text: string;
  share: number; // 0 (worst) to 1 (best)
  best: boolean;
  exact: boolean; // otherwise the value is only a bound
}

export interface GhostStone {
  cell: number;
  side: Side;
  number: number;
}

export interface BoardView {
  look: Look;
  shape: Shape;
  cells: string;
  before: string; // the cells a move ago, where a change is to be shown; else the same
  toMove: Side;
  last: number; // cell of the last move, -1 for none
  legal: Legal[];
  showLegal: boolean;
  forbidden: Forbidden[];
  line: number[]; // the winning line
  numbers: Map<number, number>; // cell → number of the move played there; empty when not asked for
  heat: HeatPoint[];
  ghosts: GhostStone[];
}

// Stones and the last move, nothing else.
export function bareView(
  look: Look,
  shape: Shape,
  board: { cells: string; last: number | null },
  toMove: Side,
): BoardView {
  return {
    look,
    shape,
    cells: board.cells,
    before: board.cells,
    toMove,
    last: board.last ?? -1,
    legal: [],
    showLegal: false,
    forbidden: [],
    line: [],
    numbers: new Map(),
    heat: [],
    ghosts: [],
  };
}

export const sideOf = (letter: string | undefined): Side | undefined =>
  letter === "x" ? "first" : letter === "o" ? "second" : undefined;

// The move that a click on `cell` means. Where columns are moves the whole column counts.
export function moveAt(view: Pick<BoardView, "shape" | "legal">, cell: number): Legal | undefined {
  const exact = view.legal.find((legal) => legal.cell === cell);
  if (exact || !view.shape.columnNumbers) return exact;
  const column = columnOf(view.shape, cell);
  return view.legal.find((legal) => legal.cell >= 0 && columnOf(view.shape, legal.cell) === column);
}

// The cells where a click means a move.
export function playableCells(view: Pick<BoardView, "shape" | "legal">): Set<number> {
  const landing = view.legal.map((legal) => legal.cell).filter((cell) => cell >= 0);
  if (!view.shape.columnNumbers) return new Set(landing);
  const rows = Array.from({ length: view.shape.rows }, (_, row) => row * view.shape.columns);
  return new Set(landing.flatMap((cell) => rows.map((row) => row + columnOf(view.shape, cell))));
}

// Cells whose stone changed its colour, for the flips.
export function flipped(before: string, now: string): Set<number> {
  const cells = new Set<number>();
  for (let cell = 0; cell < now.length; ++cell) {
    const was = sideOf(before[cell]);
    const is = sideOf(now[cell]);
    if (was !== undefined && is !== undefined && was !== is) cells.add(cell);
  }
  return cells;
}
