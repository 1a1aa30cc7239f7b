// Records that were pasted or dropped. The program reads them; one game opens at once, of many one chooses.

import { api } from "../lib/api";
import { t } from "../lib/i18n.svelte";
import type { GameRecord } from "../lib/types";
import { catalog } from "./catalog.svelte";
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

  async #games(text: string, name?: string): Promise<GameRecord[]> {
    const moves = /^[\s,;a-v0-9]+$/i.test(text); // nothing but moves: a transcript
    const hint = name ?? (moves ? "moves.txt" : undefined);
    const plain = () => api.import({ text, ...(hint ? { name: hint } : {}) });
    const current = game.session?.game;
    const bare = name === undefined && /^[\s,;]*[a-v]\d[\sa-v0-9,;]*$/i.test(text);
    if (!bare || current === undefined || catalog.game(current)?.bare_transcript !== "") return (await plain()).games;
    const read = await api.position({ game: current, moves: text.trim() });
    const mine: GameRecord = { game: current, start: read.start, moves: read.moves };
    // Bare moves of the game on the board may be a transcript of another as well: then both are offered.
    const other = await plain().catch(() => ({ games: [] }));
    return [mine, ...other.games.filter((record) => record.game !== current)];
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
