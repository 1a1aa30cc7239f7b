// The game on the board against a program that answers as docs/api.md says, but slowly and out of order.

import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Session } from "../src/lib/types";
import { catalog } from "../src/state/catalog.svelte";
import { game } from "../src/state/game.svelte";
import { remembered, latest, rememberSession } from "../src/state/memory";
import { replay } from "../src/state/replay.svelte";
import { ui } from "../src/state/ui.svelte";
import { kind, position, session } from "./fake";

const asked: { path: string; body: Record<string, unknown> }[] = [];
let store: Session;
let answers: ((path: string, body: Record<string, unknown>) => Promise<Response> | Response) | undefined;

class Source extends EventTarget {
  static open: Source[] = [];
  readyState = 1;
  onerror: (() => void) | null = null;
  constructor(readonly url: string) {
    super();
    Source.open.push(this);
  }
  close(): void {
    this.readyState = 2;
    Source.open = Source.open.filter((source) => source !== this);
  }
  say(name: string, data: unknown): void {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  }
}

const json = (data: unknown, status = 200): Response => new Response(JSON.stringify(data), { status });

// Three moves, h8 i9 h9, and a variation j8 instead of i9.
const fresh = (): Session =>
  session(
    [
      [0, "h8", 112],
      [1, "i9", 98],
      [2, "h9", 97],
      [1, "j8", 114],
    ],
    3,
    [0, 1, 2, 3],
    {
      id: "abc",
      revision: 10,
      position: position({ options: { size: "15", rule: "freestyle" }, text: "start" }),
      start: "start",
    },
  );

function usual(path: string, body: Record<string, unknown>): Response {
  if (path === "position") return json(position({ text: "start" }));
  if (path === "sessions/abc") return json(store);
  if (path.endsWith("/goto")) store = { ...store, at: body["node"] as number, revision: store.revision + 1 };
  if (path.endsWith("/play")) {
    const id = store.nodes.length;
    store = {
      ...store,
      revision: store.revision + 1,
      at: id,
      line: [...store.line, id],
      nodes: [...store.nodes, { id, parent: store.at, move: String(body["move"]), cell: 0, side: 1, by: "person" }],
    };
  }
  return json(store);
}

beforeEach(async () => {
  localStorage.clear();
  asked.length = 0;
  Source.open = [];
  answers = undefined;
  store = fresh();
  vi.stubGlobal("EventSource", Object.assign(Source, { CLOSED: 2 }));
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    const path = url.replace(/^api\//, "");
    const body = init?.body ? (JSON.parse(init.body as string) as Record<string, unknown>) : {};
    asked.push({ path, body });
    return answers ? answers(path, body) : usual(path, body);
  });
  catalog.games = [
    {
      ...kind("gomoku"),
      levels: [{ id: "intermediate", player: "x", limits: {} }],
      options: [
        { name: "size", type: "integer", default: "15", help: "" },
        { name: "rule", type: "choice", default: "freestyle", help: "" },
      ],
    },
  ];
  expect(await game.open("abc")).toBe(true);
  asked.length = 0;
});

describe("the game on the board", () => {
  it("has an address and is remembered", () => {
    expect(location.hash).toBe("#gomoku?moves=h8.i9(j8)h9");
    expect(remembered()).toEqual(["abc"]);
    expect(latest("gomoku")).toBe("abc");
    expect(Source.open.map((source) => source.url)).toEqual(["api/sessions/abc/events"]);
  });

  it("skips positions that nobody would see when stepping fast", async () => {
    const steps = [game.goto(2), game.goto(1), game.goto(0)];
    await Promise.all(steps);
    expect(asked.map((one) => one.body["node"])).toEqual([0]);
    expect(game.session?.at).toBe(0);
    expect(location.hash).toBe("#gomoku?moves=h8.i9(j8)h9&at=0");
  });

  it("plays for the machine's side only by force, and never while it thinks", async () => {
    store = { ...store, position: { ...store.position, to_move: 1 } };
    await game.open("abc");
    asked.length = 0;
    await game.play("k9");
    expect(asked[0]?.body).toEqual({ move: "k9", at: 3, force: true });
    Source.open[0]!.say("session", {
      ...store,
      revision: 99,
      thinking: { side: 1, player: "x", since: 0, waiting: false },
    });
    asked.length = 0;
    expect(await game.play("k8")).toBe(false);
    expect(asked).toEqual([]);
  });

  it("plays quick clicks one after the other", async () => {
    store = { ...store, seats: [{ kind: "person" }, { kind: "person" }] };
    await game.open("abc");
    asked.length = 0;
    await Promise.all([game.play("a1"), game.play("b1"), game.play("c1")]);
    expect(asked.map((one) => one.body["at"])).toEqual([3, 5, 6]);
  });

  it("never goes back to an older state that comes late", () => {
    Source.open[0]!.say("session", { ...store, revision: 12, at: 1 });
    expect(game.session?.at).toBe(1);
    Source.open[0]!.say("session", { ...store, revision: 11, at: 2 });
    expect(game.session?.at).toBe(1);
  });

  it("animates a step forward and speaks the move", () => {
    Source.open[0]!.say("session", { ...store, revision: 12, at: 2 });
    Source.open[0]!.say("session", { ...store, revision: 13, at: 3 });
    expect(game.animate).toBe(true);
    expect(ui.spoken).toBe("Black H9");
    Source.open[0]!.say("session", { ...store, revision: 14, at: 0 });
    expect(game.animate).toBe(false);
  });

  it("keeps the game and says what to do when nobody answers", async () => {
    answers = () => Promise.reject(new TypeError("no network"));
    expect(await game.undo()).toBe(false);
    expect(ui.error).toContain("tengen play");
    expect(game.session?.id).toBe("abc");
    answers = undefined;
    expect(await game.goto(1)).toBe(true);
    expect(ui.error).toBe("");
  });

  it("says the program's own words about a refused move", async () => {
    answers = () => json({ error: { code: "illegal_move", message: "h8 is taken" } }, 409);
    await game.play("h8");
    expect(ui.error).toContain("h8 is taken");
  });

  it("frees the stream of a tab that nobody sees", () => {
    game.close();
    expect(Source.open).toEqual([]);
    game.listen();
    expect(Source.open).toHaveLength(1);
  });
});

describe("replay", () => {
  it("goes on to the end and stops there", async () => {
    vi.useFakeTimers();
    try {
      await replay.jump(0);
      replay.toggle();
      for (let i = 0; i < 3; ++i) {
        expect(replay.playing).toBe(true);
        await vi.advanceTimersByTimeAsync(800);
      }
      expect(replay.place).toBe(3);
      await vi.advanceTimersByTimeAsync(800);
      expect(replay.playing).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("memory", () => {
  it("keeps the newest in front and survives nonsense", () => {
    rememberSession("x", "othello");
    rememberSession("abc", "gomoku");
    expect(remembered()).toEqual(["abc", "x"]);
    localStorage.setItem("tengen.sessions", "{broken");
    expect(remembered()).toEqual([]);
  });
});
