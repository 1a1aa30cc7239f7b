// Which games of a report are listed, and in which order.

import type { GameRow } from "../lib/arena";
import type { Order } from "../tournament/GamesTable.svelte";

export interface Filter {
  player: number | null;
  opponent: number | null; // of that player
  result: string | null; // first, second, draw; won, lost: by that player
  ending: string | null;
}

export const everything: Filter = { player: null, opponent: null, result: null, ending: null };

const winner = (game: GameRow): number | undefined =>
  game.outcome === "first" ? game.players[0] : game.outcome === "second" ? game.players[1] : undefined;

function fits(game: GameRow, { player, opponent, result, ending }: Filter): boolean {
  if (ending !== null && game.termination !== ending) return false;
  if (player !== null) {
    if (!game.players.includes(player)) return false;
    if (opponent !== null && game.players[game.players[0] === player ? 1 : 0] !== opponent) return false;
    if (result === "won") return winner(game) === player;
    if (result === "lost") return winner(game) !== undefined && winner(game) !== player;
  }
  return result === null || game.outcome === result;
}

export function listed<G extends GameRow>(games: readonly G[], filter: Filter, order: Order, names: string[]): G[] {
  const name = (player: number): string => names[player] ?? "";
  const key = (game: GameRow): string | number =>
    ({
      number: game.number,
      first: name(game.players[0]),
      second: name(game.players[1]),
      result: game.outcome,
      ending: game.termination,
      plies: game.plies,
    })[order.by];
  const collate = new Intl.Collator().compare;
  const compare = (a: string | number, b: string | number): number =>
    typeof a === "number" && typeof b === "number" ? a - b : collate(String(a), String(b));
  const keyed = games.filter((game) => fits(game, filter)).map((game) => ({ game, key: key(game) }));
  keyed.sort((a, b) => (order.descending ? -1 : 1) * compare(a.key, b.key) || a.game.number - b.game.number);
  return keyed.map(({ game }) => game);
}
