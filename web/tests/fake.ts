// Positions and sessions as the program would send them, for tests of what is shown.

import type { GameKind, Position, Session, SessionNode, SideNumber, Thought } from "../src/lib/types";

export function position(given: Partial<Position> = {}): Position {
  const rows = given.rows ?? 3;
  const columns = given.columns ?? 3;
  return {
    game: "gomoku",
    look: "points",
    start: "",
    moves: [],
    options: {},
    text: "",
    ply: 0,
    to_move: 0,
    rows,
    columns,
    cells: ".".repeat(rows * columns),
    row_names: Array.from({ length: rows }, (_, row) => String(rows - row)),
    column_names: Array.from({ length: columns }, (_, column) => String.fromCharCode(97 + column)),
    legal: [],
    pass: null,
    forbidden: [],
    threats: null,
    last: null,
    stones: [0, 0],
    outcome: "ongoing",
    winning_line: [],
    ...given,
  };
}

// nodes: [parent, move, cell] for nodes 1, 2, …; sides alternate with the depth
export function session(
  nodes: [number, string, number][],
  at: number,
  line: number[],
  given: Partial<Session> = {},
): Session {
  const all: SessionNode[] = [{ id: 0, parent: null, move: null, cell: null, side: null }];
  const depth = [0];
  nodes.forEach(([parent, move, cell], i) => {
    depth.push(depth[parent]! + 1);
    all.push({ id: i + 1, parent, move, cell, side: (depth[parent]! % 2) as SideNumber, by: "person" });
  });
  return {
    id: "s",
    revision: 1,
    created: 0,
    updated: 0,
    title: "",
    game: "gomoku",
    start: "",
    nodes: all,
    at,
    line,
    seats: [
      { kind: "person", name: "you" },
      { kind: "level", level: "intermediate", name: "intermediate", player: "uct" },
    ],
    position: position(),
    paused: false,
    message: "",
    unsaved: "",
    pace: 400,
    thinking: null,
    clock: null,
    result: { outcome: "ongoing", reason: null },
    ...given,
  };
}

export function thought(given: Partial<Thought> = {}): Thought {
  return {
    player: "uct",
    to_move: 0,
    move: "a1",
    cell: 0,
    score: 0.5,
    unit: "result",
    win: 0.75,
    exact: false,
    end_in: null,
    depth: 3,
    nodes: 100,
    time: 10,
    speed: 1000,
    pv: [],
    candidates: [],
    ...given,
  };
}

export function kind(name: string, sides: [string, string] = ["black", "white"]): GameKind {
  return {
    name,
    title: name,
    summary: "",
    sides,
    moves: "",
    options: [],
    look: "points",
    bare_transcript: "",
    strongest: "uct",
    levels: [],
  };
}
