// Replay of the session that is open.

import { Replay } from "../lib/replay.svelte";
import { people } from "../lib/session_tree";
import { game } from "./game.svelte";

const at = (node: number | undefined): number => Math.max(0, game.session?.line.indexOf(node ?? -1) ?? 0);

export const replay = new Replay({
  get length() {
    return (game.session?.line.length ?? 1) - 1;
  },
  get place() {
    return at(game.session?.at);
  },
  get headed() {
    return at(game.headed);
  },
  go: (ply) => {
    const node = game.session?.line[ply];
    return node === undefined || game.goto(node);
  },
});

// Two engines that play one another keep the same pace.
export function setPace(): void {
  if (game.session && people(game.session).length === 0) void game.act("seats", { pace: replay.pace });
}
