// A whole game as the part of the address behind '#', so that any link is a game and a position in it:
//
//   #gomoku?size=19&rule=renju&moves=j10.k11(j11)k10&at=2       at: the ply of the position shown, on the main line
//   #connect4?blocked=d1&moves=4.4.5&at=_4.4.3                  at: its moves, where it is in a variation
//   #othello?start=…&moves=…                                    games from a position of their own

import { MoveTree } from "./tree";

export interface SharedGame {
  game: string;
  options: Record<string, string>;
  start: string; // "" for the usual start
  tree: MoveTree;
  at: number; // the node shown
}

const words = new Set(["moves", "at", "start"]);

export function toFragment(shared: SharedGame): string {
  const query = new URLSearchParams(shared.options);
  if (shared.start !== "") query.set("start", shared.start);
  const moves = shared.tree.toText();
  if (moves !== "") query.set("moves", moves);
  const tip = shared.tree.tip();
  if (shared.at !== tip) {
    const onMain = shared.tree.path(tip).includes(shared.at);
    query.set("at", onMain ? String(shared.tree.at(shared.at).ply) : `_${shared.tree.moves(shared.at).join(".")}`);
  }
  // Brackets, slashes and equal signs may stand in a fragment as they are, and read better so.
  const text = query.toString().replace(/%28/g, "(").replace(/%29/g, ")").replace(/%2F/g, "/").replace(/%3D/g, "=");
  return text === "" ? `#${shared.game}` : `#${shared.game}?${text}`;
}

export function fromFragment(fragment: string): SharedGame | undefined {
  const match = /^#?([a-z0-9_]+)(?:\?(.*))?$/i.exec(fragment);
  if (!match) return undefined;
  const query = new URLSearchParams(match[2] ?? "");
  const tree = MoveTree.fromText(query.get("moves") ?? "");
  if (!tree) return undefined;
  const options: Record<string, string> = {};
  for (const [key, value] of query) if (!words.has(key)) options[key] = value;
  return {
    game: match[1]!.toLowerCase(),
    options,
    start: query.get("start") ?? "",
    tree,
    at: nodeAt(tree, query.get("at")),
  };
}

function nodeAt(tree: MoveTree, at: string | null): number {
  const tip = tree.tip();
  if (at === null) return tip;
  if (at.startsWith("_")) return tree.find(at.slice(1).split("."));
  const path = tree.path(tip);
  return path[Math.min(Math.max(Number.parseInt(at, 10) || 0, 0), path.length - 1)]!;
}
