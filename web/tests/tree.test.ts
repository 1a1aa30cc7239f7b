import { describe, expect, it } from "vitest";
import { MoveTree } from "../src/lib/tree";

// A tree grown by seeded chance; texts must bring each of them back.
function grown(seed: number): MoveTree {
  let state = seed;
  const next = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const tree = new MoveTree();
  for (let i = 0; i < 40; ++i) tree.add(next(tree.nodes.length), ["a1", "h8", "o15", "4", "pass", "12"][next(6)]!);
  return tree;
}

const shape = (tree: MoveTree, id = 0): unknown =>
  tree.at(id).children.map((child) => [tree.at(child).move, shape(tree, child)]);

describe("MoveTree", () => {
  it("keeps a move that was played before", () => {
    const tree = new MoveTree();
    const first = tree.add(0, "h8");
    expect(tree.add(0, "h8")).toBe(first);
    expect(tree.nodes).toHaveLength(2);
  });

  it("writes variations behind the move that they replace", () => {
    const tree = new MoveTree();
    const h8 = tree.add(0, "h8");
    const i9 = tree.add(h8, "i9");
    tree.add(tree.add(i9, "h9"), "j10");
    tree.add(tree.add(h8, "g7"), "g8");
    expect(tree.toText()).toBe("h8.i9(g7.g8)h9.j10");
    expect(tree.moves(tree.tip())).toEqual(["h8", "i9", "h9", "j10"]);
  });

  it.each(Array.from({ length: 50 }, (_, seed) => seed))("comes back from its text (seed %i)", (seed) => {
    const tree = grown(seed);
    const again = MoveTree.fromText(tree.toText());
    expect(again && shape(again)).toEqual(shape(tree));
  });

  it.each(["(h8)", "h8(", "h8)", "h8 i9", "h8/i9", "h8.<b>", "((", "h8(i9"])("refuses %s", (text) => {
    expect(MoveTree.fromText(text)).toBeUndefined();
  });

  it("finds as much of a line as there is", () => {
    const tree = MoveTree.fromText("a1.b2(c3.d4)e5")!;
    expect(tree.moves(tree.find(["a1", "c3", "d4", "x9"]))).toEqual(["a1", "c3", "d4"]);
    expect(tree.find(["x9"])).toBe(0);
  });
});
