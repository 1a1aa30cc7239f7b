// Keys that work anywhere on the page. While the board has the focus it takes the arrows and Enter for its cursor.

import { analysis } from "./state/analysis.svelte";
import { game } from "./state/game.svelte";
import { replay } from "./state/replay.svelte";
import { ui } from "./state/ui.svelte";

// Fields that need the keys for themselves; a check box needs only Space.
const typing = (event: KeyboardEvent): boolean => {
  const { target } = event;
  if (target instanceof HTMLInputElement && /^(checkbox|radio)$/.test(target.type))
    return event.key === " " || target.type === "radio";
  return target instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
};

export function onKey(event: KeyboardEvent, focusBoard: () => void): void {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
  if (ui.dialog !== undefined || typing(event)) return;
  // Space and Enter belong to a button that has the focus.
  if ((event.key === " " || event.key === "Enter") && event.target instanceof HTMLButtonElement) return;
  const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (action) {
    event.preventDefault();
    action(focusBoard);
  } else {
    // Columns are moves by their numbers.
    const legal = game.session?.position.legal.find((move) => move.move === event.key);
    if (legal) void game.play(legal.move);
  }
}

const actions: Record<string, (focusBoard: () => void) => void> = {
  ArrowUp: (focusBoard) => focusBoard(),
  ArrowDown: (focusBoard) => focusBoard(),
  ArrowLeft: () => void replay.step(-1),
  ArrowRight: () => void replay.step(1),
  Home: () => void replay.step(-1e6),
  End: () => void replay.step(1e6),
  u: () => void game.undo(),
  r: () => void game.redo(),
  h: () => void game.askHint(),
  a: () => analysis.toggle(),
  n: () => (ui.dialog = "new"),
  " ": () => replay.toggle(),
  "?": () => (ui.dialog = "help"),
  g: () => (ui.tab = "game"),
  t: () => (ui.tab = "arena"),
};
