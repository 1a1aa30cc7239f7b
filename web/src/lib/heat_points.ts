// What a player thinks, as points on the board: numbers in the first side's view, colours in the mover's.

import type { GhostStone, HeatPoint } from "../board/view";
import { shares } from "./colour";
import { short, signed } from "./numbers";
import { sides, type Exact, type LineMove, type PlacedMove, type SideNumber, type Thought, type Unit } from "./types";

const most = 60;
const mostArrows = 6; // more than that hide the board

interface Value extends PlacedMove {
  value: number;
  win?: number | null;
  exact: boolean;
}

// Chances are written in per cent, where they are known.
function label(value: Value, unit: Unit, toMove: SideNumber): string {
  const sign = toMove === 0 ? 1 : -1;
  if (unit === "result") return short(Math.round(50 + 50 * sign * value.value));
  // Won or lost, on the player's own scale.
  if (Math.abs(value.value) >= 99_950) return sign * value.value > 0 ? "+∞" : "−∞";
  return signed(sign * value.value);
}

function points(values: readonly Value[], unit: Unit, toMove: SideNumber, best: string): HeatPoint[] {
  const placed = values.filter((value) => value.cell !== null);
  const moving = placed.some((value) => value.from !== undefined);
  const shown = moving ? [...placed].sort((a, b) => b.value - a.value).slice(0, mostArrows) : placed.slice(0, most);
  const scale = shares(shown.map((value) => value.value));
  return shown.map((value, i) => ({
    cell: value.cell!,
    from: value.from ?? -1,
    text: label(value, unit, toMove),
    // A bound says only that the move is no better than that: never warmer than grey.
    share: value.exact ? scale[i]! : Math.min(scale[i]!, 0.5),
    best: value.move === best,
    exact: value.exact,
  }));
}

export function heatOfThought(thought: Thought): HeatPoint[] {
  return points(thought.candidates, thought.unit, thought.to_move, thought.move);
}

export function heatOfExact(exact: Exact, toMove: SideNumber): HeatPoint[] {
  const values = exact.moves.map((move) => ({ ...move, exact: true }));
  const best = values.reduce<Value | undefined>(
    (top, v) => (top === undefined || v.value > top.value ? v : top),
    undefined,
  );
  return points(values, exact.unit, toMove, best?.move ?? "");
}

// A line as numbered stones.
export function ghosts(line: readonly LineMove[], most = 12): GhostStone[] {
  const seen = new Set<number>();
  const stones: GhostStone[] = [];
  line.slice(0, most).forEach((move, i) => {
    if (move.cell === null || seen.has(move.cell)) return;
    seen.add(move.cell);
    stones.push({ cell: move.cell, from: move.from ?? -1, side: sides[move.side], number: i + 1 });
  });
  return stones;
}
