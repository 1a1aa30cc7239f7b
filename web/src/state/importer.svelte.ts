// Records that were pasted or dropped. The program reads them by the rules; one game opens at once, of many one chooses.

import { api } from "../lib/api";
import { t } from "../lib/i18n.svelte";
import type { GameRecord } from "../lib/types";
import { game } from "./game.svelte";
import { ui } from "./ui.svelte";

class Importer {
  games = $state.raw<GameRecord[]>([]);
  busy = $state(false);
  problem = $state("");

  async read(text: string, name?: string): Promise<void> {
    this.problem = "";
    this.games = [];
    if (text.trim() === "") return;
    this.busy = true;
    try {
      const games = await this.#games(text, name);
      if (games.length === 1) await this.open(games[0]!);
      else {
        this.games = games;
        if (games.length === 0) this.problem = t("import.none");
        ui.dialog = "import";
      }
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
      ui.dialog = "import";
    }
    this.busy = false;
  }

  // Bare moves (f5d6c3) may be moves of the game on the board as well as an Othello transcript: then both are offered.
  async #games(text: string, name?: string): Promise<GameRecord[]> {
    const current = game.session?.game;
    const file = api.import({ text, ...(name ? { name } : {}) });
    if (name !== undefined || current === undefined || !/^[\sa-v0-9,;]+$/i.test(text)) return (await file).games;
    const readings = await Promise.allSettled([api.import({ text, game: current }), file]);
    const read = readings.flatMap((reading) => (reading.status === "fulfilled" ? reading.value.games : []));
    if (read.length === 0) throw (readings[1] as PromiseRejectedResult).reason;
    return read.filter((one, i) => read.findIndex((other) => other.game === one.game) === i);
  }

  async open(record: GameRecord): Promise<void> {
    if (await game.openRecord(record)) {
      ui.dialog = undefined;
      ui.tab = "game";
      this.games = [];
    }
  }
}

export const importer = new Importer();
