// Live analysis, questions to single players, and the report of a whole game.

import { SvelteMap } from "svelte/reactivity";
import { listen, queryText, type Stream } from "../lib/api";
import type { GameReport, LineMove, ReportPly, Session, Thought } from "../lib/types";
import { winOfFirst } from "../lib/words";
import { game } from "./game.svelte";
import { Thinker } from "./thinker.svelte";
import { ui } from "./ui.svelte";

export type Source = "live" | "a" | "b";

class Analysis {
  on = $state(false);
  lines = $state(5);
  player = $state(""); // "": the strongest of the game
  heat = $state(true);
  live = new Thinker();

  seats = $state([
    { player: "", seconds: 1 },
    { player: "", seconds: 1 },
  ]);
  two = $state(false);
  minds = [new Thinker(), new Thinker()] as const;

  shown = $state<Source>("live"); // whose values lie on the board
  hovered = $state.raw<LineMove[] | undefined>(); // a line under the pointer, played as ghosts

  // The first side's chance at positions that were looked at, by session and node.
  readonly chances = new SvelteMap<string, number>();

  thinker(source: Source): Thinker {
    return source === "live" ? this.live : this.minds[source === "a" ? 0 : 1];
  }

  // Called whenever the position, the player or the switch changes.
  follow(session: Session | undefined): void {
    this.hovered = undefined;
    for (const mind of this.minds) if (!mind.fits(session)) mind.clear();
    if (!this.on || !ui.visible || !session) return this.live.stop();
    if (this.live.fits(session) && (this.live.running || this.live.reason === "sure")) return;
    if (session.position.outcome !== "ongoing") {
      this.live.clear();
      return;
    }
    this.shown = "live";
    this.live.ask(session, { player: this.player, solvers: this.player === "" });
  }

  toggle(): void {
    this.on = !this.on;
    if (this.on) {
      for (const mind of this.minds) mind.stop();
      ui.tab = "analysis";
    }
  }

  // Another player begins anew.
  setPlayer(player: string): void {
    this.player = player;
    this.live.clear();
    this.follow(game.session);
  }

  ask(which: 0 | 1): void {
    const session = game.session;
    const { player, seconds } = this.seats[which]!;
    if (!session || player === "") return;
    this.on = false;
    this.live.stop();
    this.shown = which === 0 ? "a" : "b";
    this.minds[which].ask(session, { player, time: Math.max(0.1, seconds) * 1000, solvers: false });
  }

  note(session: Session, thought: Thought): void {
    const win = winOfFirst(thought.win, thought.to_move);
    if (win !== null) this.chances.set(`${session.id}/${session.at}`, win);
  }
}

export const analysis = new Analysis();

class Report {
  running = $state(false);
  done = $state(0);
  all = $state(0);
  seconds = $state(0.5);
  line = $state.raw<number[]>([]); // the nodes it is about
  session = $state("");
  result = $state.raw<GameReport | undefined>();
  #stream: Stream | undefined;

  start(): void {
    const session = game.session;
    if (!session || session.line.length < 2) return;
    this.stop();
    this.result = undefined;
    this.line = session.line;
    this.session = session.id;
    this.done = 0;
    this.all = session.line.length;
    this.running = true;
    const byId = new Map(session.nodes.map((node) => [node.id, node]));
    const moves = session.line.slice(1).map((id) => byId.get(id)?.move ?? "");
    const query = queryText({
      game: session.game,
      start: session.start,
      moves: moves.join(" "),
      time: this.seconds * 1000,
    });
    const handlers = {
      ply: (data: { ply: number; thought: Thought | null }) => {
        ++this.done;
        const win = data.thought && winOfFirst(data.thought.win, data.thought.to_move);
        if (typeof win === "number") analysis.chances.set(`${session.id}/${this.line[data.ply]}`, win);
      },
      report: (report: GameReport) => (this.result = report),
      done: () => undefined,
    };
    this.#stream = listen(`report?${query}`, handlers, (error) => {
      this.running = false;
      if (error) ui.fail(error);
    });
  }

  stop(): void {
    this.#stream?.close();
    this.running = false;
  }

  // What the report says of a node, if it is about this game.
  of(session: Session | undefined, node: number): ReportPly | undefined {
    if (!this.result || session?.id !== this.session) return undefined;
    const ply = this.line.indexOf(node);
    return ply > 0 ? this.result.plies.find((entry) => entry.ply === ply) : undefined;
  }
}

export const report = new Report();
