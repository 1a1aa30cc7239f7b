// The board as the game, the analysis and the pointer want it shown, as plain data.

import { bareView, type BoardView } from "./board/view";
import { ghosts, heatOfExact, heatOfThought } from "./lib/heat_points";
import { word } from "./lib/i18n.svelte";
import { moveNumbers } from "./lib/session_tree";
import { shapeOf, sides, type LineMove, type PlacedMove, type Position, type Session, type Thought } from "./lib/types";
import type { Thinker } from "./state/thinker.svelte";

export function viewOf(position: Position): BoardView {
  return {
    ...bareView(
      position.look,
      shapeOf(position),
      { cells: position.cells, last: position.last?.cell ?? null },
      sides[position.to_move],
    ),
    lastFrom: position.last?.from ?? -1,
    legal: position.legal.map(({ move, cell, from }) => ({ move, cell: cell ?? -1, from: from ?? -1 })),
    forbidden: position.forbidden.map((point) => ({
      cell: point.cell,
      reason: word("forbidden", point.reason, word("forbidden", "other")),
    })),
    line: position.winning_line,
  };
}

export interface Overlay {
  numbers: boolean;
  thinker: Thinker | undefined; // whose values lie on the board
  thought: Thought | undefined; // those of the engine that is to move, where one wants to see them
  line: readonly LineMove[] | undefined; // played as ghosts
  hint: PlacedMove | undefined;
  picked: number; // the cell of the piece that is to go somewhere, -1 for none
}

export function sessionView(session: Session, before: string, overlay: Overlay): BoardView {
  const view = viewOf(session.position);
  view.before = before.length === view.cells.length ? before : view.cells;
  view.showLegal = view.look === "felt" && session.result.outcome === "ongoing";
  view.picked = overlay.picked;
  if (overlay.numbers) view.numbers = moveNumbers(session);
  const { thinker } = overlay;
  if (thinker?.fits(session)) {
    if (thinker.exact && thinker.exact.moves.length > 0)
      view.heat = heatOfExact(thinker.exact, session.position.to_move);
    else if (thinker.thought) view.heat = heatOfThought(thinker.thought);
  }
  if (overlay.thought && view.heat.length === 0) view.heat = heatOfThought(overlay.thought);
  if (overlay.line) view.ghosts = ghosts(overlay.line);
  else if (overlay.hint) view.ghosts = ghosts([{ ...overlay.hint, side: session.position.to_move }]);
  return view;
}
