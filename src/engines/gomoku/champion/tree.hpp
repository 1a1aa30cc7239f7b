#pragma once
// The search tree of the Gomoku champion.
//
//   descend   from the root take the move with the best  value + c · prior · √visits / (1 + its visits)  (PUCT)
//   settle    a new position: forced replies are played and runs of threats looked for (tactics.hpp)
//   ask       the network for a quiet one: its value, and the prior of every legal move
//   back up   the value, or the proof: a move into a lost position wins, and where all moves lose the position is lost
//
// A node is a quiet or a decided position, so a child may have the same side to move as its parent. The moves of a node
// lie side by side with the best prior first; those that were tried come before the others, so choosing looks at them and
// at one more.

#include <functional>
#include <span>
#include <vector>

#include "core/limits.hpp"
#include "engines/gomoku/champion/leaf_net.hpp"

namespace tengen::gomoku {

struct TreeOptions {
  double exploration = 1.2;
  double first_play =
      0.25;  // by how much an untried move counts as worse than its position, when all others were tried
  std::size_t bytes = std::size_t{256} << 20;
  Effort leaf{200, 64};
  Effort root{2000, 3000};
};

struct RootMove {
  int point;
  double value;  // for the side to move
  std::uint32_t visits;
  Verdict verdict;        // what is proven, for the side to move
  std::vector<int> pv{};  // of the best few: the line from this move on
};

struct TreeReport {
  int best = -1;
  double value = 0;
  Verdict verdict = Verdict::quiet;
  int plies = 0;  // to the end that is proven; 0 where that is not known
  std::uint64_t simulations = 0;
  std::vector<int> pv;
  std::vector<RootMove> moves;  // best first
};

template <class Rows>
class Tree {
 public:
  using Sink = std::function<void(const TreeReport&)>;

  Tree(Net net, int size, const TreeOptions& options);

  void forget() noexcept { nodes_.clear(), edges_.clear(); }

  // Precondition: the game goes on and the side to move has a legal move.
  TreeReport think(const Rows& stones, View view, const Limits& limits, StopToken stop, const Sink& info);

  std::size_t node_count() const noexcept { return nodes_.size(); }

 private:
  struct Node {
    Rows stones;
    double value_sum = 0;  // for the side to move here
    std::uint32_t visits = 0, first_edge = 0;
    std::uint16_t edge_count = 0, tried = 0;
    Verdict verdict = Verdict::quiet;
    bool same_side = false;  // as at its parent
    View view;
  };
  struct Edge {
    std::uint16_t point;
    std::uint16_t prior;  // in steps of 1 / 65535
    std::uint32_t child;  // 0: not tried
  };
  static constexpr int mine = Rows::mine, theirs = Rows::theirs;
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  Limits spendable(const Limits& limits) const noexcept;
  std::uint32_t find(const Rows& stones, View view);
  void make_root(std::uint32_t node, std::size_t most);
  void set_root(const Rows& stones, View view, std::size_t most);
  bool full() const noexcept;
  void simulate();
  std::uint32_t select(const Node& node) const noexcept;
  bool root_is_narrow() const noexcept;
  std::uint32_t add_child(std::uint32_t parent, std::uint32_t edge);
  float expand(std::uint32_t node);
  void back_up(double value);
  bool all_moves_lose(const Node& node) const noexcept;
  double value_of(const Node& child) const noexcept;  // for the side to move at its parent
  Verdict verdict_of(const Node& child) const noexcept;
  const Edge* best_edge(const Node& node) const noexcept;
  std::span<const Edge> tried(const Node& node) const noexcept {
    return std::span(edges_).subspan(node.first_edge, node.tried);
  }
  const Node& append_move(const Node& node, const Edge& edge, std::vector<int>& line) const;
  void append_line(const Node* from, std::vector<int>& line) const;
  int line_length() const noexcept;
  TreeReport report(std::uint64_t simulations) const;
  TreeReport forced_report(const Rows& stones, View view, const typename Tactics<Rows>::Forced& forced);

  Tactics<Rows> tactics_;
  LeafNet<Rows> net_;
  TreeOptions options_;
  std::size_t most_nodes_, most_edges_;
  std::vector<Node> nodes_, kept_nodes_;  // the root is the first; kept: where make_root copies to
  std::vector<Edge> edges_, kept_edges_;
  std::vector<std::uint32_t> path_;
  std::vector<float> logits_;
  std::vector<std::uint32_t> ranked_;  // moves of a new node: the prior, then the point
};

extern template class Tree<SmallRows>;
extern template class Tree<LargeRows>;

}  // namespace tengen::gomoku
