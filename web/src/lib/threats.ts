// What a side would do next if nobody stopped it, in words: a hint for eyes, not a proof (the threat searches prove).

import type { SideNumber } from "./types";

const directions = [
  [0, 1],
  [1, 0],
  [1, 1],
  [1, -1],
] as const;

export interface Threats {
  kind: "five" | "four";
  cells: number[];
}

// Length of the row that a stone on `cell` would be part of, in one direction.
function row(cells: string, size: number, cell: number, stone: string, dr: number, dc: number): number {
  let length = 1;
  for (const way of [1, -1]) {
    let r = Math.floor(cell / size) + way * dr;
    let c = (cell % size) + way * dc;
    for (; r >= 0 && r < size && c >= 0 && c < size && cells[r * size + c] === stone; r += way * dr, c += way * dc)
      ++length;
  }
  return length;
}

function fives(cells: string, size: number, stone: string): number[] {
  const found: number[] = [];
  for (let cell = 0; cell < cells.length; ++cell) {
    if (cells[cell] === "." && directions.some(([dr, dc]) => row(cells, size, cell, stone, dr, dc) === 5))
      found.push(cell);
  }
  return found;
}

// Points where the side completes five; where there are none, points where it makes a four that can be completed twice.
export function threatsOf(cells: string, size: number, side: SideNumber): Threats | undefined {
  const stone = side === 0 ? "x" : "o";
  const now = fives(cells, size, stone);
  if (now.length > 0) return { kind: "five", cells: now };
  const open: number[] = [];
  for (let cell = 0; cell < cells.length; ++cell) {
    if (cells[cell] !== "." || !directions.some(([dr, dc]) => row(cells, size, cell, stone, dr, dc) === 4)) continue;
    const after = cells.slice(0, cell) + stone + cells.slice(cell + 1);
    if (fives(after, size, stone).length >= 2) open.push(cell);
  }
  return open.length > 0 ? { kind: "four", cells: open } : undefined;
}
