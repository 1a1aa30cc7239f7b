// What a board shows, as plain data: the page makes it from the game, the analysis and the hover.

import type { Look, Shape, Side } from "../lib/types";
import { columnOf } from "./geometry";

export interface Legal {
  move: string;
  cell: number; // where the stone comes to rest; -1 for a pass
  from: number; // the cell it leaves; -1 where it comes from the hand
}

export interface Forbidden {
  cell: number;
  reason: string;
}

// What a player thinks of a point.
export interface HeatPoint {
  cell: number;
  from: number;
  text: string;
  share: number; // 0 (worst) to 1 (best)
  best: boolean;
  exact: boolean; // otherwise the value is only a bound
}

export interface GhostStone {
  cell: number;
  from: number;
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
  lastFrom: number; // the cell it left, -1 for none
  legal: Legal[];
  picked: number; // the piece that is to go somewhere, -1 for none
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
    lastFrom: -1,
    legal: [],
    picked: -1,
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

type Moves = Pick<BoardView, "look" | "shape" | "legal" | "picked">;

// The move that a click on `cell` means: a stone there, or the picked piece. In a frame the whole column counts.
export function moveAt(view: Moves, cell: number): Legal | undefined {
  const exact = view.legal.find((legal) => legal.cell === cell && (legal.from < 0 || legal.from === view.picked));
  if (exact || view.look !== "frame") return exact;
  const column = columnOf(view.shape, cell);
  return view.legal.find((legal) => legal.cell >= 0 && columnOf(view.shape, legal.cell) === column);
}

// Whether a piece stands there that may go somewhere.
export const isMovable = (view: Moves, cell: number): boolean =>
  cell >= 0 && view.legal.some((legal) => legal.from === cell);

// Where the picked piece may go.
export const targets = (view: Moves): Legal[] =>
  view.picked < 0 ? [] : view.legal.filter((legal) => legal.from === view.picked);

// The cells where a click means a move, or picks a piece.
export function playableCells(view: Moves): Set<number> {
  const cells = Array.from({ length: view.shape.rows * view.shape.columns }, (_, cell) => cell);
  return new Set(cells.filter((cell) => moveAt(view, cell) !== undefined || isMovable(view, cell)));
}

// Looks that tell the last move by the colour of its cells; a ring around a cross would be a nought.
export const tintsLast = (look: Look): boolean => look === "paper" || look === "squares";

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
