// What the API speaks of (docs/api.md), and a few words of the page itself.

export type Side = "first" | "second";
export type SideNumber = 0 | 1;
export type Outcome = Side | "draw" | "ongoing";

export const sides: readonly [Side, Side] = ["first", "second"];

// A board as drawn. Cells are one string, row 0 (the top) first:
//
//   rows 2, columns 3:   ".x." +     x, o: stones of the first and second side; '#': blocked; '.': empty
//                        "#o."       the cell in row 1, column 2 has index 1 * 3 + 2 = 5
export interface Shape {
  rows: number;
  columns: number;
  numbersFromTop: boolean; // where row 1 is; at the bottom in most games
  columnNumbers: boolean; // columns are moves and have numbers
}

// A board as the program sends it.
export interface BoardData {
  rows: number;
  columns: number;
  cells: string;
  row_names: string[];
  column_names: string[];
}

export function shapeOf(board: BoardData): Shape {
  const { rows, columns } = board;
  return { rows, columns, numbersFromTop: board.row_names[0] === "1", columnNumbers: board.column_names[0] === "1" };
}

// How a game is drawn and how its stones behave; src/games/board_facts.hpp says what each means.
export type Look = "squares" | "points" | "frame" | "felt" | "paper";

export interface Setting {
  name: string;
  type: "integer" | "real" | "choice" | "flag" | "text" | "file";
  default: string;
  min?: number;
  max?: number;
  choices?: string[];
  help: string;
}

export interface Limits {
  time?: number | null;
  nodes?: number | null;
  depth?: number | null;
}

export interface Level {
  id: string;
  player: string;
  limits: Limits;
}

export interface GameKind {
  name: string;
  title: string;
  summary: string;
  sides: [string, string];
  moves: string;
  options: Setting[];
  look: Look;
  bare_transcript: string; // what a line of moves without the game's name begins with; empty: always with the name
  strongest: string;
  levels: Level[];
}

export interface PlayerKind {
  name: string;
  summary: string;
  games: string[];
  settings: Setting[];
  takes_depth: boolean;
  external: boolean;
  unit: Unit;
}

export type Unit = "result" | "discs" | "plies" | "points";

export interface Seat {
  kind: "person" | "level" | "player";
  level?: string;
  player?: string;
  limits?: Limits;
  name?: string;
}

// Where a move goes, and the cell that it leaves where pieces move.
export interface PlacedMove {
  move: string;
  cell: number | null;
  from?: number;
}

export interface LastMove extends PlacedMove {
  side: SideNumber;
  flipped: number[];
}

export interface Position extends BoardData {
  game: string;
  look: Look;
  start: string;
  moves: string[];
  options: Record<string, string>;
  text: string;
  ply: number;
  to_move: SideNumber;
  legal: PlacedMove[];
  pass: string | null;
  forbidden: { cell: number; name: string; reason: string }[];
  threats: { kind: string; cells: number[] } | null; // of the side that is not to move
  last: LastMove | null;
  stones: [number, number];
  outcome: Outcome;
  winning_line: number[];
}

export interface LineMove extends PlacedMove {
  side: SideNumber;
}

export interface Candidate extends PlacedMove {
  value: number;
  win: number | null;
  exact: boolean;
  visits?: number;
}

// All values are seen from the side to move.
export interface Thought extends PlacedMove {
  player: string;
  to_move: SideNumber;
  score: number | null;
  unit: Unit;
  win: number | null;
  exact: boolean;
  end_in: number | null;
  depth: number;
  nodes: number;
  time: number;
  speed: number;
  pv: LineMove[];
  candidates: Candidate[];
}

export interface Exact {
  method: string;
  score: number | null;
  unit: Unit;
  verdict: string;
  moves: (PlacedMove & { value: number })[];
  pv: LineMove[];
  nodes: number;
  time: number;
}

export interface Threat {
  method: string;
  verdict: "win" | "no_win" | "unknown";
  pv: LineMove[];
  nodes: number;
  time: number;
}

export interface SessionNode {
  id: number;
  parent: number | null;
  move: string | null;
  cell: number | null;
  side: SideNumber | null;
  by?: string;
  time?: number;
  score?: number | null;
  win?: number | null;
  depth?: number;
  count?: number;
}

export interface Clock {
  main: number;
  increment: number;
  left: [number, number];
  running: SideNumber | null;
  now: number;
}

export interface Session {
  id: string;
  revision: number;
  created: number;
  updated: number;
  title: string;
  game: string;
  start: string;
  seats: [Seat, Seat];
  nodes: SessionNode[];
  at: number;
  line: number[];
  position: Position;
  paused: boolean;
  message: string; // what went wrong with an engine; empty when nothing did
  unsaved: string; // why the newest change is not on the disk; empty when it is
  pace: number; // least milliseconds between two engines' moves
  thinking: { side: SideNumber; player: string; since: number; waiting: boolean } | null;
  clock: Clock | null;
  result: { outcome: Outcome; reason: "win" | "draw" | "resign" | "time" | null };
}

export interface SessionCard {
  id: string;
  game: string;
  title: string;
  updated: number;
  plies: number;
  names: [string, string];
  result: { outcome: Outcome; reason: string | null };
  damaged?: string; // why it cannot be opened any more
}

export interface StoredGame {
  record: string; // where its record is
  source: "session" | "arena";
  title: string;
  game: string;
  players: [string, string];
  outcome: Outcome;
  plies: number;
  finished: number;
}

export interface GameRecord {
  game: string;
  start?: string;
  moves: string[];
  players?: [string, string];
  outcome?: Outcome;
  termination?: string;
  event?: string;
  number?: number;
}

export type Mark = "best" | "good" | "inaccuracy" | "mistake" | "blunder" | "forced";

export interface ReportPly {
  ply: number;
  side: SideNumber;
  move: string;
  best: string | null;
  win_before: number | null;
  win_after: number | null;
  loss: number | null;
  mark: Mark | null;
  score: number | null;
  pv: LineMove[];
}

export interface GameReport {
  player: string;
  plies: ReportPly[];
  graph: { ply: number; win: number | null; score: number | null; end_in: number | null; unit: Unit }[];
  accuracy: [number | null, number | null];
}
