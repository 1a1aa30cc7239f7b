// The game on the board. The program holds it; the page asks, shows what comes back, and remembers where it was.

import { api, listen, ApiError, type NewSession, type Stream } from "../lib/api";
import { t } from "../lib/i18n.svelte";
import { listOf, nodeById, people, treeOf } from "../lib/session_tree";
import { fromFragment, toFragment, type SharedGame } from "../lib/share";
import { click } from "../lib/sound";
import { plainSeat, usualSeat } from "../lib/specs";
import type { GameRecord, Seat, Session, Thought } from "../lib/types";
import { moveText, sideName, statusText } from "../lib/words";
import { catalog } from "./catalog.svelte";
import { remembered, rememberSession } from "./memory";
import { ui } from "./ui.svelte";

interface HistoryState {
  session: string;
  at: number;
}

class Game {
  session = $state.raw<Session | undefined>();
  thought = $state.raw<Thought | undefined>(); // of the engine that thinks about its move
  hint = $state.raw<Thought | undefined>();
  hinting = $state(false);
  before = $state.raw(""); // the cells a move ago, for the animation
  animate = $state(false);
  #stream: Stream | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #wanted: number | undefined; // where the last goto leads; earlier ones that still wait are skipped
  #usualStart = new Map<string, string>(); // game and options → how its start is written

  // --- opening games ---

  // What the address says, else what was there last, else a new game against the machine.
  async begin(): Promise<void> {
    const state = history.state as HistoryState | null;
    if (state?.session && (await this.open(state.session, state.at, true))) return;
    const linked = location.hash.length > 1;
    if (linked) {
      const shared = fromFragment(decodeURI(location.hash));
      if (shared && catalog.game(shared.game) && (await this.openShared(shared))) return;
    }
    const [last] = remembered();
    if (last === undefined || !(await this.open(last, undefined, linked))) await this.create(this.usual());
    if (linked) ui.error = t("error.link");
  }

  // The game that one button starts: a person with black against the usual level.
  usual(game = ""): NewSession {
    const kind = catalog.game(game) ?? catalog.games[0]!;
    return { game: kind.name, seats: [{ kind: "person" }, usualSeat(kind)] };
  }

  async create(wanted: NewSession): Promise<boolean> {
    return this.#try(async () => this.#enter(await api.create(wanted)));
  }

  // False when the program does not know it (any more).
  async open(id: string, at?: number, replace = false): Promise<boolean> {
    try {
      let session = await api.session(id);
      if (at !== undefined && at !== session.at && nodeById(session, at))
        session = await api.act(id, "goto", { node: at });
      await this.#enter(session, replace);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "not_found")) ui.fail(error);
      return false;
    }
  }

  openShared(shared: SharedGame): Promise<boolean> {
    const wanted: NewSession = { game: shared.game, tree: listOf(shared.tree), at: shared.at, paused: true };
    if (shared.start !== "") wanted.start = shared.start;
    else wanted.options = shared.options;
    return this.create(wanted);
  }

  openRecord(record: GameRecord): Promise<boolean> {
    const wanted: NewSession = { game: record.game, moves: record.moves, paused: true };
    if (record.start) wanted.start = record.start;
    return this.create(wanted);
  }

  async #enter(session: Session, replace = false): Promise<void> {
    this.close();
    const key = JSON.stringify([session.game, session.position.options]);
    if (!this.#usualStart.has(key)) {
      const usual = await api.position({ game: session.game, options: session.position.options });
      this.#usualStart.set(key, usual.text);
    }
    this.hint = undefined;
    this.before = session.position.cells;
    this.animate = false;
    this.session = session;
    rememberSession(session.id, session.game);
    this.#address(replace);
    this.listen();
  }

  // --- the event stream; a tab that nobody sees has none ---

  listen(): void {
    const id = this.session?.id;
    if (!id || this.#stream) return;
    const handlers = {
      session: (session: Session) => this.#take(session),
      thought: (thought: Thought) => (this.thought = thought),
      gone: () => this.close(),
    };
    this.#stream = listen(`sessions/${encodeURIComponent(id)}/events`, handlers, () => this.#broken(id), true);
  }

  close(): void {
    this.#stream?.close();
    this.#stream = undefined;
    this.thought = undefined;
  }

  // The browser tries again by itself while the program is away. A program that answers but does not know the game any
  // more gets it back from here, with all its variations.
  #broken(id: string): void {
    this.#stream = undefined;
    setTimeout(async () => {
      const session = this.session;
      if (!ui.visible || session?.id !== id) return;
      try {
        this.#take(await api.session(id));
        this.listen();
      } catch (error) {
        if (error instanceof ApiError && error.code === "not_found") await this.#revive(session);
        else this.#broken(id);
      }
    }, 2000);
  }

  async #revive(session: Session): Promise<void> {
    const { tree, idOf } = treeOf(session.nodes);
    const seats = session.seats.map(plainSeat) as [Seat, Seat];
    await this.create({
      game: session.game,
      start: session.start,
      tree: listOf(tree),
      at: idOf.get(session.at) ?? 0,
      seats,
      paused: true,
    });
  }

  #take(next: Session): void {
    const old = this.session;
    if (!old || old.id !== next.id || next.revision < old.revision) return;
    if (next.at !== old.at) {
      const node = nodeById(next, next.at);
      // Forced passes come by themselves.
      const placed = node?.move === "pass" ? nodeById(next, node.parent ?? 0) : node;
      const forward = placed !== undefined && placed.parent === old.at;
      this.before = forward ? old.position.cells : next.position.cells;
      this.animate = forward;
      this.hint = undefined;
      if (forward && ui.sounds) click(next.result.outcome !== "ongoing");
      this.#tell(next, forward);
    }
    if (!next.thinking) this.thought = undefined;
    const known = old.nodes.at(-1)?.id ?? 0;
    const moved = next.nodes.some((node) => node.id > known && node.by === "person");
    this.session = next;
    this.#address(!moved);
  }

  #tell(session: Session, forward: boolean): void {
    const node = nodeById(session, session.at);
    const status = statusText(session);
    if (forward && node?.move && node.side !== null) {
      const side = sideName(session.game, node.side);
      const said =
        node.move === "pass" ? t("status.passes", { side }) : t("say.move", { side, move: moveText(node.move) });
      ui.say(session.result.outcome === "ongoing" ? said : `${said}. ${status}`);
    } else {
      ui.say(t("say.undo", { status }));
    }
  }

  // --- the address bar ---

  fragment(): string {
    const session = this.session!;
    const { tree, idOf } = treeOf(session.nodes);
    const { options } = session.position;
    const usual = this.#usualStart.get(JSON.stringify([session.game, options])) === session.start;
    return toFragment({
      game: session.game,
      options: usual ? catalog.unusual(session.game, options) : {},
      start: usual ? "" : session.start,
      tree,
      at: idOf.get(session.at) ?? 0,
    });
  }

  #address(replace: boolean): void {
    const session = this.session!;
    const state: HistoryState = { session: session.id, at: session.at };
    try {
      if (replace) history.replaceState(state, "", this.fragment());
      else history.pushState(state, "", this.fragment());
    } catch {
      // Browsers allow only so many changes of the address in a short time; the next move will set it.
    }
  }

  async visited(state: HistoryState | null): Promise<void> {
    if (state === null) return this.begin();
    if (state.session === this.session?.id) await this.goto(state.at);
    else if (!(await this.open(state.session, state.at, true))) await this.begin();
  }

  // --- what a person does ---

  // One after the other: each acts on what the one before left. Without a body nothing is to be done any more.
  #enqueue(verb: string, body: (session: Session) => object | undefined): Promise<boolean> {
    const run = this.#queue.then(() => {
      const session = this.session;
      const wanted = session && body(session);
      return session && wanted ? this.#try(async () => this.#take(await api.act(session.id, verb, wanted))) : false;
    });
    this.#queue = run;
    return run;
  }

  act(verb: string, body: object = {}): Promise<boolean> {
    return this.#enqueue(verb, () => body);
  }

  // Stepping fast skips positions that nobody would see.
  goto(node: number): Promise<boolean> {
    this.#wanted = node;
    const run = this.#enqueue("goto", (session) =>
      this.#wanted !== node || session.at === node ? undefined : { node },
    );
    return run.then(() => {
      if (this.#wanted === node) this.#wanted = undefined;
      return this.session?.at === node || this.#wanted !== undefined;
    });
  }

  // Where the steps so far lead, which is ahead of what is shown while the program answers.
  get headed(): number {
    return this.#wanted ?? this.session?.at ?? 0;
  }

  // Stones for the machine's side may be placed while it does not think: trying something out.
  get mayPlay(): boolean {
    const session = this.session;
    return session !== undefined && session.result.outcome === "ongoing" && !session.thinking;
  }

  play(move: string): Promise<boolean> {
    return this.#enqueue("play", (session) => {
      if (!this.mayPlay) return undefined;
      const force = !people(session).includes(session.position.to_move);
      return { move, at: session.at, ...(force ? { force } : {}) };
    });
  }

  undo = (): Promise<boolean> => this.act("undo");
  redo = (): Promise<boolean> => this.act("redo");
  go = (): Promise<boolean> => this.act("go");
  stop = (play: boolean): Promise<boolean> => this.act("stop", { play });
  setSeats = (seats: [Seat, Seat]): Promise<boolean> => this.act("seats", { seats: seats.map(plainSeat) });

  async askHint(): Promise<void> {
    const session = this.session;
    if (!session || this.hinting || !this.mayPlay) return;
    this.hinting = true;
    await this.#try(async () => {
      const hint = await api.hint(session.id);
      if (this.session?.id !== session.id || this.session.at !== session.at) return;
      this.hint = hint;
      ui.say(t("say.hint", { move: moveText(hint.move) }));
    });
    this.hinting = false;
  }

  async #try(what: () => Promise<void> | void): Promise<boolean> {
    try {
      await what();
      ui.error = "";
      return true;
    } catch (error) {
      ui.fail(error);
      return false;
    }
  }
}

export const game = new Game();
