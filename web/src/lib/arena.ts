// Tournaments as the API tells of them; docs/report.md says what the report's parts mean.

import type { BoardData, Look, Outcome, SideNumber } from "./types";

export interface Summary {
  id: string;
  title: string;
  kind: "match" | "round_robin" | "gauntlet" | "knockout";
  game: string;
  status: "waiting" | "running" | "stopped" | "finished" | "failed";
  created: number;
  planned: number;
  played: number;
  players: { name: string; player: string; limits: string }[];
  message: string;
}

export interface Standing {
  player: number;
  games: number;
  points: number;
  wins: number;
  draws: number;
  losses: number;
  first: Counts; // its games as the first side
  second: Counts;
  rating?: number | null; // absent in a match of two
  low?: number | null;
  high?: number | null;
}

export type Counts = [wins: number, draws: number, losses: number];

export interface Estimate {
  value: number | null;
  low: number | null;
  high: number | null;
}

export interface Pairing {
  games: number;
  wins: number;
  draws: number;
  losses: number;
  first: Counts;
  second: Counts;
  score: number | null;
  low: number | null;
  high: number | null;
  elo: number | null;
  elo_low: number | null;
  elo_high: number | null;
  distinct_pairs: number;
  pre: Estimate;
  suf: Estimate;
  com: Estimate;
}

export interface Sprt {
  elo0: number;
  elo1: number;
  alpha: number;
  beta: number;
  model: "normalised" | "logistic";
  llr: number;
  lower: number;
  upper: number;
  state: "continue" | "H0" | "H1";
}

export interface KnockoutMatch {
  a: number | null;
  b: number | null;
  points_a: number;
  points_b: number;
  winner: number | null;
}

// Players are their places in `players` everywhere.
export interface TournamentReport {
  title: string;
  kind: string;
  game: string;
  game_title: string;
  sides: [string, string];
  look: Look;
  start: string;
  openings: string;
  seed: number | null;
  repeatable: boolean;
  version: string;
  players: { name: string; spec: string; limits: string; withdrawn: string | null }[];
  games_planned: number;
  games_played: number;
  distinct_games: number;
  standings: Standing[]; // best first
  matrix: (Pairing | null)[][];
  superiority: (number | null)[][];
  first_advantage: { elo: number | null; low: number | null; high: number | null } | null;
  draw_rate: number | null;
  ladder: { player: number; pre: number | null; suf: number | null; com: number | null }[];
  terminations: { kind: string; failure: boolean; by_player: number[] }[];
  by_play: number;
  incidents: { player: number; kind: string; detail: string }[];
  sprt: Sprt | null;
  bracket: KnockoutMatch[][] | null;
  timeline: { games: number; scores: (number | null)[] }[];
  warnings: string[];
}

export interface LiveBoard extends BoardData {
  number: number;
  players: [number, number];
  last: number | null;
  ply: number;
  to_move: SideNumber;
}

export interface GameRow {
  number: number;
  players: [number, number];
  outcome: Outcome;
  termination: string;
  plies: number;
}
