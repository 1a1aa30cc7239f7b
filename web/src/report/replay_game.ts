// A game of the report, ready to be drawn: what each move changed, made into boards. No rules are needed for that.

import type { SideNumber } from "../lib/types";
import type { ReportGame, StartBoard } from "./data";

export interface Frame {
  cells: string;
  last: number; // the cell where the last move's stone came to rest, -1 for none
  lastFrom: number; // the cell it left, -1 for none
  toMove: SideNumber;
}

const stones = ["x", "o"] as const;

// The board before and after every move, as far as `changes` can be read: of each move the changed cells with what they
// show then, "-" for none (src/roster/frames.hpp).
export function framesOf(start: StartBoard, changes: string): Frame[] {
  const cells = [...start.cells];
  let toMove = start.to_move;
  const frames: Frame[] = [{ cells: start.cells, last: -1, lastFrom: -1, toMove }];
  for (const move of changes.split(" ")) {
    if (!/^(-|(\d+[.xo#])+)$/.test(move)) break;
    const changed = [...move.matchAll(/(\d+)(.)/g)].map(([, cell, now]) => ({ cell: Number(cell), now: now! }));
    if (changed.some(({ cell }) => cell >= cells.length)) break;
    const from = changed.find(({ cell, now }) => now === "." && cells[cell] === stones[toMove]);
    for (const { cell, now } of changed) cells[cell] = now;
    toMove = toMove === 0 ? 1 : 0;
    frames.push({ cells: cells.join(""), last: changed[0]?.cell ?? -1, lastFrom: from?.cell ?? -1, toMove });
  }
  return frames;
}

// Which move put the stone on each cell.
export function numbersOf(frames: readonly Frame[], ply: number): Map<number, number> {
  const numbers = new Map<number, number>();
  for (let i = 1; i <= ply; ++i) {
    const { last, cells } = frames[i]!;
    if (last >= 0) numbers.set(last, i);
    for (const cell of numbers.keys()) if (cells[cell] === ".") numbers.delete(cell);
  }
  return numbers;
}

export const countOf = (frame: Frame, side: SideNumber): number => frame.cells.split(stones[side]).length - 1;

// What is known of the move that led to `ply`. Lists of notes begin after the opening.
export function noteAt(game: ReportGame, notes: readonly (number | null)[], ply: number): number | null {
  return notes[ply - 1 - game.opening] ?? null;
}

// Players give scores from their own side; the report shows all from the first side's.
export function scoreAt(game: ReportGame, frames: readonly Frame[], ply: number): number | null {
  const score = noteAt(game, game.scores, ply);
  return score === null || !frames[ply - 1] ? null : frames[ply - 1]!.toMove === 0 ? score : -score;
}

// Milliseconds that a side has used up to `ply`.
export function usedBy(game: ReportGame, frames: readonly Frame[], ply: number, side: SideNumber): number {
  let sum = 0;
  for (let i = 1; i <= ply; ++i) if (frames[i - 1]?.toMove === side) sum += noteAt(game, game.times, i) ?? 0;
  return sum;
}

// Each side's own scores as a curve from -1 to 1. Players measure in different units, so each curve has a scale of its
// own, and what is far beyond its usual size stands at the edge.
export function scoreCurve(game: ReportGame, frames: readonly Frame[], side: SideNumber): [number, number][] {
  const found: [number, number][] = [];
  for (let ply = 1; ply < frames.length; ++ply) {
    const score = frames[ply - 1]!.toMove === side ? scoreAt(game, frames, ply) : null;
    if (score !== null) found.push([ply, score]);
  }
  const sizes = found
    .map(([, score]) => Math.abs(score))
    .filter((size) => size > 0)
    .sort((a, b) => a - b);
  const scale = Math.min(sizes[sizes.length - 1] ?? 1, 4 * (sizes[sizes.length >> 1] ?? 1));
  return found.map(([ply, score]) => [ply, Math.min(1, Math.max(-1, score / scale))]);
}
