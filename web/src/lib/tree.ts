// The moves of a game as a tree: nothing that was played is ever lost.
//
//   root ── h8 ── i9 ── h9 ── j10        the first child is the main line,
//                  └─── g7               the others are variations, in the order they were tried
//
// Nodes know one another by number and a parent's is smaller than its children's, so a tree is plain data.

export interface TreeNode {
  readonly id: number;
  readonly parent: number; // -1 at the root
  readonly move: string; // "" at the root
  readonly ply: number; // 0 at the root
  readonly children: number[];
}

export class MoveTree {
  readonly nodes: TreeNode[] = [{ id: 0, parent: -1, move: "", ply: 0, children: [] }];

  at(id: number): TreeNode {
    const node = this.nodes[id];
    if (!node) throw new RangeError(`no node ${id}`);
    return node;
  }

  // The node after `move`: the one that is there, or a new one.
  add(parent: number, move: string): number {
    const there = this.child(parent, move);
    if (there >= 0) return there;
    const from = this.at(parent);
    const id = this.nodes.length;
    this.nodes.push({ id, parent, move, ply: from.ply + 1, children: [] });
    from.children.push(id);
    return id;
  }

  child(parent: number, move: string): number {
    return this.at(parent).children.find((id) => this.at(id).move === move) ?? -1;
  }

  // Node numbers from the root (included) to `id`.
  path(id: number): number[] {
    const path: number[] = [];
    for (let node = id; node >= 0; node = this.at(node).parent) path.push(node);
    return path.reverse();
  }

  moves(id: number): string[] {
    return this.path(id)
      .slice(1)
      .map((node) => this.at(node).move);
  }

  // The last node of the main line.
  tip(): number {
    let id = 0;
    while (this.at(id).children.length > 0) id = this.at(id).children[0]!;
    return id;
  }

  // The node that is reached by these moves, as far as they are in the tree.
  find(moves: readonly string[]): number {
    let node = 0;
    for (const move of moves) {
      const child = this.child(node, move);
      if (child < 0) break;
      node = child;
    }
    return node;
  }

  // "h8.i9(g7)h9.j10": variations stand in brackets behind the move that they replace.
  toText(): string {
    const write = (id: number): string => {
      let text = "";
      for (let node = this.at(id); node.children.length > 0; node = this.at(node.children[0]!)) {
        const [main, ...rest] = node.children;
        if (text !== "" && !text.endsWith(")")) text += ".";
        text += this.at(main!).move;
        for (const variation of rest) {
          const tail = write(variation);
          text += `(${this.at(variation).move}${tail === "" ? "" : `.${tail}`})`;
        }
      }
      return text;
    };
    return write(0);
  }

  // The tree of such a text; undefined where it is none.
  static fromText(text: string): MoveTree | undefined {
    const tree = new MoveTree();
    const stack: number[] = [];
    let node = 0;
    for (const [token] of text.matchAll(/[a-z0-9]+|[^]/gi)) {
      if (token === ".") continue;
      if (token === "(") {
        if (node === 0) return undefined;
        stack.push(node);
        node = tree.at(node).parent;
      } else if (token === ")") {
        const back = stack.pop();
        if (back === undefined) return undefined;
        node = back;
      } else if (/^[a-z0-9]+$/i.test(token)) {
        node = tree.add(node, token.toLowerCase());
      } else {
        return undefined;
      }
    }
    return stack.length > 0 ? undefined : tree;
  }
}
