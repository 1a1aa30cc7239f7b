// The games and players that the program has.

import { api } from "../lib/api";
import { learnKinds } from "../lib/kinds.svelte";
import { playersOf } from "../lib/specs";
import type { GameKind, PlayerKind } from "../lib/types";

class Catalog {
  games = $state.raw<GameKind[]>([]);
  players = $state.raw<PlayerKind[]>([]);
  externalEngines = $state(false);
  shared = $state(false);

  async load(): Promise<void> {
    const [games, players, info] = await Promise.all([api.games(), api.players(), api.info()]);
    this.games = games;
    learnKinds(games);
    this.players = players;
    this.externalEngines = info.external_engines;
    this.shared = info.shared;
  }

  game(name: string): GameKind | undefined {
    return this.games.find((game) => game.name === name);
  }

  playersOf(game: string): PlayerKind[] {
    return playersOf(this.players, game);
  }

  // Options that differ from the usual ones, for short links.
  unusual(game: string, options: Record<string, string>): Record<string, string> {
    const settings = this.game(game)?.options ?? [];
    const rest = Object.entries(options).filter(([key, value]) => {
      const setting = settings.find((s) => s.name === key);
      return setting !== undefined && setting.default !== value;
    });
    return Object.fromEntries(rest);
  }
}

export const catalog = new Catalog();
