// What stands in a report's file, read at the door: whatever is missing or is not what it should be is left out, so that
// the rest of the report is shown.

import type { Counts, Estimate, GameRow, Pairing, Sprt, TournamentReport } from "../lib/arena";
import type { BoardData, Look, Outcome, SideNumber } from "../lib/types";

export interface StartBoard extends BoardData {
  to_move: SideNumber;
}

// docs/report.md says what the parts mean.
export interface ReportGame extends GameRow {
  moves: string[];
  changes: string;
  opening: number;
  start: StartBoard | undefined;
  line: number[];
  detail: string;
  scores: (number | null)[];
  times: (number | null)[]; // milliseconds
  depths: (number | null)[];
}

export interface ReportFile {
  report: TournamentReport;
  games: ReportGame[];
}

const looks: readonly Look[] = ["squares", "points", "frame", "felt", "paper"];

type Bag = Record<string, unknown>;
const bag = (value: unknown): Bag => (typeof value === "object" && value !== null ? (value as Bag) : {});
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const bags = (value: unknown): Bag[] => list(value).filter(Boolean).map(bag);
const maybe = (value: unknown): number | null => (typeof value === "number" && Number.isFinite(value) ? value : null);
const number = (value: unknown): number => maybe(value) ?? 0;
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const maybes = (value: unknown): (number | null)[] => list(value).map(maybe);
const counts = (value: unknown): Counts => [0, 1, 2].map((i) => number(list(value)[i])) as Counts;
const place = (value: unknown): number | null => (Number.isInteger(value) ? (value as number) : null);

function estimate(value: unknown): Estimate {
  const { value: middle, low, high } = bag(value);
  return { value: maybe(middle), low: maybe(low), high: maybe(high) };
}

function pairing(value: unknown): Pairing | null {
  if (!value) return null;
  const p = bag(value);
  return {
    games: number(p["games"]),
    wins: number(p["wins"]),
    draws: number(p["draws"]),
    losses: number(p["losses"]),
    first: counts(p["first"]),
    second: counts(p["second"]),
    score: maybe(p["score"]),
    low: maybe(p["low"]),
    high: maybe(p["high"]),
    elo: maybe(p["elo"]),
    elo_low: maybe(p["elo_low"]),
    elo_high: maybe(p["elo_high"]),
    distinct_pairs: number(p["distinct_pairs"]),
    pre: estimate(p["pre"]),
    suf: estimate(p["suf"]),
    com: estimate(p["com"]),
  };
}

function sprt(value: unknown): Sprt | null {
  const s = bag(value) as unknown as Sprt;
  const numbers = [s.elo0, s.elo1, s.alpha, s.beta, s.llr, s.lower, s.upper];
  return numbers.every((n) => maybe(n) !== null) && s.lower < 0 && s.upper > 0 ? s : null;
}

function board(value: unknown): StartBoard | undefined {
  const b = bag(value);
  const [rows, columns, cells] = [number(b["rows"]), number(b["columns"]), text(b["cells"])];
  if (rows * columns === 0 || cells.length !== rows * columns) return undefined;
  return {
    rows,
    columns,
    cells,
    row_names: list(b["row_names"]).map(text),
    column_names: list(b["column_names"]).map(text),
    to_move: b["to_move"] === 1 ? 1 : 0,
  };
}

function readGame(g: Bag, usual: StartBoard | undefined): ReportGame {
  const moves = text(g["moves"]).split(" ").filter(Boolean);
  return {
    number: number(g["number"]),
    players: [0, 1].map((i) => place(list(g["players"])[i]) ?? -1) as [number, number],
    outcome: text(g["outcome"]) as Outcome,
    termination: text(g["termination"]),
    plies: moves.length,
    moves,
    changes: text(g["changes"]),
    opening: number(g["opening"]),
    start: g["start"] === undefined ? usual : board(g["start"]),
    line: list(g["line"]).map(number),
    detail: text(g["detail"]),
    scores: maybes(g["scores"]),
    times: maybes(g["times"]),
    depths: maybes(g["depths"]),
  };
}

export function readReport(file: unknown): ReportFile {
  const r = bag(bag(file)["report"]);
  const first = bag(r["first_advantage"]);
  const usual = board(r["board"]);
  const report = {
    title: text(r["title"]),
    kind: text(r["kind"]),
    game: text(r["game"]),
    game_title: text(r["game_title"]),
    sides: ["first", "second"].map((side, i) => text(list(r["sides"])[i]) || side) as [string, string],
    look: looks.find((look) => look === r["look"]) ?? "squares",
    start: text(r["start"]),
    openings: text(r["openings"]),
    seed: maybe(r["seed"]),
    repeatable: r["repeatable"] === true,
    version: text(r["version"]),
    players: list(r["players"]).map((each, i) => {
      const p = bag(each);
      const withdrawn = text(p["withdrawn"]);
      const name = text(p["name"]) || `#${i + 1}`;
      return { name, spec: text(p["spec"]), limits: text(p["limits"]), withdrawn: withdrawn || null };
    }),
    games_planned: number(r["games_planned"]),
    games_played: number(r["games_played"]),
    distinct_games: number(r["distinct_games"]),
    standings: bags(r["standings"])
      .filter((s) => place(s["player"]) !== null)
      .map((s) => ({
        player: number(s["player"]),
        games: number(s["games"]),
        points: number(s["points"]),
        wins: number(s["wins"]),
        draws: number(s["draws"]),
        losses: number(s["losses"]),
        first: counts(s["first"]),
        second: counts(s["second"]),
        rating: maybe(s["rating"]),
        low: maybe(s["low"]),
        high: maybe(s["high"]),
      })),
    matrix: list(r["matrix"]).map((row) => list(row).map(pairing)),
    superiority: list(r["superiority"]).map(maybes),
    first_advantage: { elo: maybe(first["elo"]), low: maybe(first["low"]), high: maybe(first["high"]) },
    draw_rate: maybe(r["draw_rate"]),
    ladder: bags(r["ladder"])
      .filter((row) => place(row["player"]) !== null)
      .map((row) => ({
        player: number(row["player"]),
        pre: maybe(row["pre"]),
        suf: maybe(row["suf"]),
        com: maybe(row["com"]),
      })),
    terminations: bags(r["terminations"])
      .filter((one) => text(one["kind"]))
      .map((one) => ({
        kind: text(one["kind"]),
        failure: one["failure"] === true,
        by_player: list(one["by_player"]).map(number),
      })),
    by_play: number(r["by_play"]),
    incidents: bags(r["incidents"]).map((one) => ({
      player: number(one["player"]),
      kind: text(one["kind"]),
      detail: text(one["detail"]),
    })),
    sprt: sprt(r["sprt"]),
    bracket: list(r["bracket"]).map((round) =>
      bags(round).map((m) => ({
        a: place(m["a"]),
        b: place(m["b"]),
        points_a: number(m["points_a"]),
        points_b: number(m["points_b"]),
        winner: place(m["winner"]),
      })),
    ),
    timeline: bags(r["timeline"])
      .filter((sample) => maybe(sample["games"]) !== null)
      .map((sample) => ({ games: number(sample["games"]), scores: maybes(sample["scores"]) })),
    warnings: list(r["warnings"]).map(text).filter(Boolean),
  };
  return { report, games: bags(bag(file)["games"]).map((game) => readGame(game, usual)) };
}
