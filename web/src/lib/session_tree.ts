// A session's tree, as the page shows and shares it.

import { MoveTree } from "./tree";
import type { Session, SessionNode, SideNumber } from "./types";

export interface Shared {
  tree: MoveTree;
  idOf: Map<number, number>; // the session's node → the tree's
}

export function treeOf(nodes: readonly SessionNode[]): Shared {
  const tree = new MoveTree();
  const idOf = new Map<number, number>();
  for (const node of nodes) {
    idOf.set(node.id, node.parent === null ? 0 : tree.add(idOf.get(node.parent) ?? 0, node.move ?? ""));
  }
  return { tree, idOf };
}

export const listOf = (tree: MoveTree): { parent: number; move: string }[] =>
  tree.nodes.slice(1).map((node) => ({ parent: node.parent, move: node.move }));

export const nodeById = (session: Session, id: number): SessionNode | undefined =>
  session.nodes.find((n) => n.id === id);

// The moves that led to where the session stands, as nodes without the root.
export function played(session: Session): SessionNode[] {
  const byId = new Map(session.nodes.map((node) => [node.id, node]));
  const path = session.line.slice(1, session.line.indexOf(session.at) + 1);
  return path.map((id) => byId.get(id)!).filter(Boolean);
}

// cell → number of the move that put the stone there; a cell that was left again has none
export function moveNumbers(session: Session): Map<number, number> {
  const numbers = new Map<number, number>();
  const { cells } = session.position;
  played(session).forEach((node, i) => {
    if (node.cell !== null && cells[node.cell] !== ".") numbers.set(node.cell, i + 1);
  });
  return numbers;
}

export interface MoveItem {
  node: SessionNode;
  ply: number; // 1 for the first move
  variations: MoveItem[][]; // other moves in its place, each as a line
}

// The tree as lines of moves: the main line, each move with the variations that replace it.
export function lines(nodes: readonly SessionNode[]): MoveItem[] {
  const children = new Map<number, SessionNode[]>();
  for (const node of nodes) {
    if (node.parent === null) continue;
    const list = children.get(node.parent);
    if (list) list.push(node);
    else children.set(node.parent, [node]);
  }
  const root = nodes.find((node) => node.parent === null);
  const follow = (first: SessionNode, ply: number): MoveItem[] => {
    const line: MoveItem[] = [{ node: first, ply, variations: [] }];
    for (let next = children.get(first.id); next !== undefined; next = children.get(next[0]!.id)) {
      ++ply;
      const [main, ...others] = next;
      const at = ply;
      line.push({ node: main!, ply: at, variations: others.map((other) => follow(other, at)) });
    }
    return line;
  };
  const [main, ...others] = root ? (children.get(root.id) ?? []) : [];
  if (!main) return [];
  const line = follow(main, 1);
  line[0]!.variations = others.map((other) => follow(other, 1));
  return line;
}

// Which sides people play.
export const people = (session: Session): SideNumber[] =>
  ([0, 1] as const).filter((side) => session.seats[side].kind === "person");
