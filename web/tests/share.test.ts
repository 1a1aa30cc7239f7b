import { describe, expect, it } from "vitest";
import { fromFragment, toFragment } from "../src/lib/share";
import { MoveTree } from "../src/lib/tree";

const tree = (text: string): MoveTree => MoveTree.fromText(text)!;

describe("links", () => {
  it("are short and readable for a usual game", () => {
    const game = tree("4.4.5");
    expect(toFragment({ game: "connect4", options: {}, start: "", tree: game, at: game.tip() })).toBe(
      "#connect4?moves=4.4.5",
    );
    expect(toFragment({ game: "othello", options: {}, start: "", tree: new MoveTree(), at: 0 })).toBe("#othello");
  });

  it("hold options, variations and the place, also in a variation", () => {
    const game = tree("j10.k11(j11.l9)k10");
    for (const node of game.nodes) {
      const shared = { game: "gomoku", options: { size: "19", rule: "renju" }, start: "", tree: game, at: node.id };
      const back = fromFragment(toFragment(shared))!;
      expect(back.options).toEqual(shared.options);
      expect(back.tree.toText()).toBe(game.toText());
      expect(back.tree.moves(back.at)).toEqual(game.moves(node.id));
    }
  });

  it("hold a position of one's own", () => {
    const start = "7/7/7/7/3o3/3x2# x";
    const back = fromFragment(toFragment({ game: "connect4", options: {}, start, tree: tree("1"), at: 0 }))!;
    expect(back.start).toBe(start);
    expect(back.at).toBe(0);
  });

  it("survive what mail programs do to brackets", () => {
    expect(fromFragment("#gomoku?moves=h8.i9%28g7%29h9")!.tree.toText()).toBe("h8.i9(g7)h9");
  });

  it.each(["#", "#<script>", "#gomoku?moves=h8)", "#gomoku/x"])("are refused when broken: %s", (text) => {
    expect(fromFragment(text)).toBeUndefined();
  });

  it("never point outside of the game", () => {
    expect(fromFragment("#gomoku?moves=h8.i9&at=99")!.at).toBe(2);
    expect(fromFragment("#gomoku?moves=h8.i9&at=-3")!.at).toBe(0);
    expect(fromFragment("#gomoku?moves=h8.i9&at=x")!.at).toBe(0);
  });
});
