#pragma once
// The champion's search: UCT over a graph of positions, with roll-outs that see threats and with proofs.
//
//   select    at each node take the move with the largest  value + c · √(ln N / n), until a position is new
//   settle    after each move play on while there is nothing to choose: wins and blocks are taken, lost and full boards
//             are proven ends (MCTS-Solver)
//   roll out  from the new node
//   back up   each move takes over the value and the end of the node it leads to; a node is the mean of its moves, and
//             proven as soon as one of them wins or all have ended
//
// It stands apart from search/uct.hpp, with which it shares the loop and the reasons to stop: there a node knows itself and
// hangs on one parent, here it knows its moves, so that orders of the same moves meet in one node, proofs travel up, and
// choosing reads no child.

#include <functional>
#include <optional>
#include <vector>

#include "core/limits.hpp"
#include "engines/connect4/champion_board.hpp"
#include "engines/connect4/champion_nodes.hpp"

namespace tengen::engines::connect4 {

// What is known about one move of the root, seen from the side to move.
struct RootMove {
  int column = 0;
  double value = 0;
  std::uint64_t visits = 0;
  End end = open_end;
};

// Best first: quick wins, then what was visited most, slow losses last. A proven draw stands before open moves only
// where the best of these looks worse than a draw. `sign` is 1 when the first player is to move.
void sort_moves(std::vector<RootMove>& moves, int sign);

// The root, or the next position with a choice when its moves are forced.
struct RootReport {
  std::vector<int> forced;      // columns that lead there
  std::vector<RootMove> moves;  // best first; empty where the game is proven to end without a choice
  double value = 0;             // of the root, seen from its side to move
  End end = open_end;
  std::vector<int> pv;  // columns, the forced ones included
  std::uint64_t simulations = 0;
};

template <class Bits>
class Tree {
 public:
  struct Options {
    double exploration = 1.3;
    std::size_t bytes = std::size_t{64} << 20;
  };

  Tree(const Shape<Bits>& shape, const Options& options);

  // Forgets everything; the seed decides all chance from here on.
  void new_game(std::uint64_t seed);

  // Simulates until a limit, the token or a proof ends it. Nodes are simulations; the depth bounds how many choices
  // below the root the tree may grow.
  using Sink = std::function<void(const RootReport&)>;
  RootReport search(const Board<Bits>& root, const Limits& limits, StopToken stop, const Sink& info);

  const NodeTable& table() const noexcept { return table_; }

  // Plays on while there is nothing to choose; the columns played are added to `line` if given. Ends where the result
  // is certain. For an open end, `moves` are the cells to choose from.
  struct Settled {
    End end = open_end;
    Bits moves{};
  };
  static Settled settle(const Shape<Bits>& shape, Board<Bits>& board, std::vector<int>* line = nullptr);

 private:
  struct Step {
    Node* node;
    int column;
  };

  void simulate(const Board<Bits>& root, Node* node);
  void back_up(double value, End end) noexcept;
  int select(const Node& node) noexcept;
  Node* add(const Board<Bits>& board, const Bits& moves);
  RootReport report(const Board<Bits>& root, std::uint64_t simulations) const;
  void follow(Board<Bits> board, std::vector<int>& line) const;

  Shape<Bits> shape_;
  Options options_;
  NodeTable table_;
  Rng rng_{0};
  unsigned generation_ = 0;
  int depth_limit_ = Geometry::largest * Geometry::largest;
  std::vector<Step> path_;
  std::vector<Node*> nodes_on_path_;
};

extern template class Tree<std::uint64_t>;
extern template class Tree<Lanes>;

}  // namespace tengen::engines::connect4
