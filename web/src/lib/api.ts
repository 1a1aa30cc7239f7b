// The program's side of the page, typed. docs/api.md says what each call means.

import type {
  GameKind,
  GameRecord,
  PlayerKind,
  Position,
  Seat,
  Session,
  SessionCard,
  StoredGame,
  Thought,
} from "./types";
import type { Summary, TournamentReport, GameRow } from "./arena";

export class ApiError extends Error {
  constructor(
    readonly code: string, // as in docs/api.md; "network" when nobody answered
    message: string,
    readonly field?: string,
  ) {
    super(message);
  }
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const request: RequestInit = { method };
  if (body !== undefined) {
    request.headers = { "Content-Type": "application/json" };
    request.body = JSON.stringify(body);
  }
  let response: Response;
  try {
    response = await fetch(`api/${path}`, request);
  } catch {
    throw new ApiError("network", "no answer");
  }
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok && answer !== undefined) return answer as T;
  const error = (answer as { error?: { code?: string; message?: string; field?: string } } | undefined)?.error;
  throw new ApiError(error?.code ?? "internal", error?.message ?? `HTTP ${response.status}`, error?.field);
}

const get = <T>(path: string): Promise<T> => call<T>("GET", path);
const post = <T>(path: string, body: unknown = {}): Promise<T> => call<T>("POST", path, body);
const id = encodeURIComponent;

export interface NewSession {
  game: string;
  options?: Record<string, string>;
  start?: string;
  moves?: string[];
  tree?: { parent: number; move: string }[];
  at?: number;
  seats?: [Seat, Seat];
  clock?: { main: number; increment: number };
  paused?: boolean;
}

export interface NewTournament {
  title?: string;
  kind: string;
  game: string;
  options?: Record<string, string>;
  players: ({ player: string; limits: object; name?: string } | { level: string })[];
  games: number;
  openings: string;
  seed?: number;
}

export const api = {
  info: () => get<{ version: string; external_engines: boolean; shared: boolean }>("info"),
  games: async () => (await get<{ games: GameKind[] }>("games")).games,
  players: async () => (await get<{ players: PlayerKind[] }>("players")).players,
  formats: async () => (await get<{ formats: { name: string; summary: string }[] }>("formats")).formats,
  position: (body: { game: string; options?: Record<string, string>; start?: string; moves?: string[] | string }) =>
    post<Position>("position", body),
  import: (body: { text: string; name?: string; game?: string }) =>
    post<{ format: string; games: GameRecord[] }>("import", body),

  create: (body: NewSession) => post<Session>("sessions", body),
  session: (session: string) => get<Session>(`sessions/${id(session)}`),
  sessions: async (ids: string[]) => (await post<{ sessions: SessionCard[] }>("sessions/list", { ids })).sessions,
  act: (session: string, verb: string, body: object = {}) => post<Session>(`sessions/${id(session)}/${verb}`, body),
  hint: (session: string) => post<Thought>(`sessions/${id(session)}/hint`),
  recordAs: (session: string, format: string) =>
    get<{ name: string; text: string }>(`sessions/${id(session)}/record?format=${id(format)}`),

  storedGames: (offset: number, count: number) =>
    get<{ total: number; games: StoredGame[] }>(`library?${queryText({ offset, count })}`),
  stored: (game: StoredGame) => get<GameRecord>(game.record.replace(/^\/?api\//, "")),

  tournaments: async () => (await get<{ tournaments: Summary[] }>("arena")).tournaments,
  startTournament: (body: NewTournament) => post<Summary>("arena", body),
  tournament: (tournament: string) =>
    get<{ summary: Summary; report: TournamentReport | null }>(`arena/${id(tournament)}`),
  steer: (tournament: string, verb: "stop" | "resume") => post<Summary>(`arena/${id(tournament)}/${verb}`),
  deleteTournament: (tournament: string) => call<object>("DELETE", `arena/${id(tournament)}`),
  gamesOf: (tournament: string, query: { a?: number; b?: number; offset?: number; count?: number }) =>
    get<{ total: number; games: GameRow[] }>(`arena/${id(tournament)}/games?${queryText(query)}`),
  reportOf: (tournament: string) => get<object>(`arena/${id(tournament)}/report`),
  gameOf: (tournament: string, number: number) => get<GameRecord>(`arena/${id(tournament)}/games/${number}`),
};

export function queryText(query: Record<string, string | number | undefined>): string {
  const text = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== "") text.set(key, String(value));
  return text.toString();
}

// An event stream. Handlers get parsed data; `ended` is called once when the server ended it or it broke.
export interface Stream {
  close(): void;
}

// Each event has its own shape; handlers say which.
export type Handlers = Record<string, (data: any) => void>;

export function listen(path: string, handlers: Handlers, ended: (error?: ApiError) => void, again = false): Stream {
  const source = new EventSource(`api/${path}`);
  let open = true;
  const finish = (error?: ApiError): void => {
    if (!open) return;
    open = false;
    source.close();
    ended(error);
  };
  for (const [name, handler] of Object.entries(handlers)) {
    source.addEventListener(name, (event) => open && handler(JSON.parse((event as MessageEvent<string>).data)));
  }
  source.addEventListener("error_message", (event) => {
    const { error } = JSON.parse((event as MessageEvent<string>).data) as { error: { code: string; message: string } };
    finish(new ApiError(error.code, error.message));
  });
  if ("done" in handlers) source.addEventListener("done", () => finish());
  // EventSource tries again by itself; an analysis must not begin anew behind one's back.
  source.onerror = () => {
    if (!again || source.readyState === EventSource.CLOSED) finish(new ApiError("network", "the stream broke"));
  };
  return {
    close: () => {
      open = false;
      source.close();
    },
  };
}
