// Tournaments: the list, and the one that is looked at, live.

import { api, listen, type NewTournament, type Stream } from "../lib/api";
import type { GameRow, LiveBoard, Summary, TournamentReport } from "../lib/arena";
import { download, reportFile } from "../lib/save";
import { game } from "./game.svelte";
import { ui } from "./ui.svelte";

class Arena {
  list = $state.raw<Summary[]>([]);
  loaded = $state(false);
  open = $state.raw<Summary | undefined>();
  report = $state.raw<TournamentReport | undefined>();
  boards = $state.raw<LiveBoard[]>([]);
  games = $state.raw<GameRow[]>([]);
  total = $state(0);
  pair = $state.raw<[number, number] | undefined>(); // whose games are listed; all when undefined
  #stream: Stream | undefined;

  async refresh(): Promise<void> {
    await this.#try(async () => {
      this.list = await api.tournaments();
      this.loaded = true;
    });
  }

  async start(wanted: NewTournament): Promise<boolean> {
    return this.#try(async () => this.look(await api.startTournament(wanted)));
  }

  look(summary: Summary): void {
    this.leave();
    this.open = summary;
    this.pair = undefined;
    void this.loadGames();
    this.listen();
  }

  listen(): void {
    const id = this.open?.id;
    if (!id || this.#stream) return;
    const handlers = {
      summary: (summary: Summary) => {
        const more = summary.played !== this.open?.played;
        this.open = summary;
        this.list = this.list.map((other) => (other.id === summary.id ? summary : other));
        if (more && this.games.length < 50) void this.loadGames();
      },
      report: (report: TournamentReport | { report: TournamentReport }) =>
        (this.report = "report" in report ? report.report : report),
      boards: (data: { boards: LiveBoard[] }) => (this.boards = data.boards),
    };
    this.#stream = listen(`arena/${encodeURIComponent(id)}/events`, handlers, () => {
      this.#stream = undefined;
      this.boards = [];
      void this.reload();
    });
  }

  // A stream that ended has told all; one that broke has not.
  async reload(): Promise<void> {
    const id = this.open?.id;
    if (!id) return;
    await this.#try(async () => {
      const { summary, report } = await api.tournament(id);
      if (this.open?.id !== id) return;
      this.open = summary;
      this.report = report ?? undefined;
      await this.loadGames();
    });
  }

  close(): void {
    this.#stream?.close();
    this.#stream = undefined;
    this.boards = [];
  }

  leave(): void {
    this.close();
    this.open = undefined;
    this.report = undefined;
    this.games = [];
  }

  async loadGames(offset = 0): Promise<void> {
    const id = this.open?.id;
    if (!id) return;
    await this.#try(async () => {
      const pair = this.pair ? { a: this.pair[0], b: this.pair[1] } : {};
      const page = await api.gamesOf(id, { ...pair, offset, count: 50 });
      if (this.open?.id !== id) return;
      this.games = offset === 0 ? page.games : [...this.games, ...page.games];
      this.total = page.total;
    });
  }

  choosePair(pair: [number, number] | undefined): void {
    this.pair = pair;
    void this.loadGames();
  }

  async openGame(number: number): Promise<void> {
    const id = this.open?.id;
    if (!id) return;
    await this.#try(async () => {
      if (await game.openRecord(await api.gameOf(id, number))) ui.tab = "game";
    });
  }

  async steer(verb: "stop" | "resume"): Promise<void> {
    const id = this.open?.id;
    if (!id) return;
    await this.#try(async () => {
      this.open = await api.steer(id, verb);
      if (verb === "resume") this.listen();
    });
  }

  async save(): Promise<void> {
    const open = this.open;
    if (!open) return;
    await this.#try(async () => {
      const [frame, content] = await Promise.all([fetch("report.html"), api.reportOf(open.id)]);
      const file = new Blob([reportFile(await frame.text(), content)], { type: "text/html" });
      download(file, `${(open.title || open.id).replace(/[^\p{L}\p{N}]+/gu, "-")}.html`);
    });
  }

  async remove(): Promise<void> {
    const id = this.open?.id;
    if (!id) return;
    await this.#try(async () => {
      await api.deleteTournament(id);
      this.leave();
      await this.refresh();
    });
  }

  async #try(what: () => Promise<void> | void): Promise<boolean> {
    try {
      await what();
      return true;
    } catch (error) {
      ui.fail(error);
      return false;
    }
  }
}

export const arena = new Arena();
