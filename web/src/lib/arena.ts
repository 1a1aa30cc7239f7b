// Tournaments as the API tells of them; docs/report.md says what the report's parts mean.

import type { Outcome, SideNumber } from "./types";

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
  rating?: number | null;
  low?: number | null;
  high?: number | null;
  words?: string;
}

export interface Pairing {
  games: number;
  wins: number;
  draws: number;
  losses: number;
  score: number | null;
  low: number | null;
  high: number | null;
}

export interface TournamentReport {
  players: { name: string; spec: string; limits: string; withdrawn: string | null }[];
  standings: Standing[];
  matrix: (Pairing | null)[][];
  terminations: { kind: string; failure: boolean; by_player: number[] }[];
  warnings: string[];
}

export interface LiveBoard {
  number: number;
  players: [number, number];
  rows: number;
  columns: number;
  cells: string;
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
