#pragma once
// The search tree of the Gomoku champion.
//
//   descend   from the root take the move with the best  value + c · prior · √visits / (1 + its visits)  (PUCT)
//   settle    a new position: forced replies are played and runs of threats looked for (tactics.hpp)
//   ask       the network for a quiet one: its value, and the prior of every legal move
//   back up   the value, or the proof: a move into a lost position wins, and where all moves lose the position is lost
//
// A node is a quiet or a decided position, so a child may have the same side to move as its parent. The order of moves does
// not matter in Gomoku: a position that two orders lead to is one node, and the tree is in truth a graph without circles.
// A node counts the visits that came to it on any way, a move (an edge) those that went through it.
//
//     node ──► listed: its best 32 moves side by side, the best prior first ──► more: all others, once those were tried
//              tried ones come before the others, so choosing looks at them and at one more
//
// Several threads search one tree without locks. A node is complete, its first visit included, before an edge or the table
// says where it is; what changes afterwards are single numbers (Shared). A thread takes the next move of a node by counting
// `tried` up; until the child is there, others leave that edge alone. A visit is counted at the edge on the way down and at
// the node on the way up: threads on the way make their moves look tried already, and so spread. What a thread
// may see too late is a value or a proof; then it makes a simulation that it would have made elsewhere, or none.

#include <functional>
#include <span>
#include <vector>

#include "core/limits.hpp"
#include "engines/gomoku/champion/leaf_net.hpp"
#include "engines/gomoku/champion/spending.hpp"
#include "engines/gomoku/champion/tree_memory.hpp"
#include "search/stoppers.hpp"

namespace tengen::engines::gomoku {

struct TreeOptions {
  double exploration = 1.2;
  double first_play =
      0.25;  // by how much an untried move counts as worse than its position, when all others were tried
  std::size_t bytes = std::size_t{256} << 20;
  int threads = 1;
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
  std::chrono::nanoseconds helpers_cpu{};  // of threads beside the one that asked
  std::vector<int> pv;
  std::vector<RootMove> moves;  // best first
};

template <class Rows>
class Tree {
 public:
  using Sink = std::function<void(const TreeReport&)>;

  Tree(Net net, int size, const TreeOptions& options);

  void forget() noexcept;

  // Precondition: the game goes on and the side to move has a legal move.
  TreeReport think(const Rows& stones, View view, const Limits& limits, StopToken stop, const Sink& info);

  std::size_t node_count() const noexcept { return nodes_.size(); }

 private:
  static constexpr int mine = Rows::mine, theirs = Rows::theirs;
  static constexpr std::uint32_t none = NodeTable::none;
  static constexpr std::uint32_t most_listed = 32, edges_a_node = 20;

  // bare: without moves, since it is decided or since they were given up to save memory; opening, listing: a thread is
  // listing its first moves, or more of them; moved: what it was is kept elsewhere.
  enum class State : std::uint8_t { bare, opening, open, listing, moved };
  struct Node {
    Rows stones;
    View view;
    Shared<double> value_sum;  // for the side to move here
    Shared<std::uint32_t> visits, more{none};
    std::uint32_t first_edge = 0;
    std::uint16_t listed = 0, legal = 0;
    Shared<std::uint16_t> tried;
    Shared<Verdict> verdict{Verdict::quiet};
    Shared<State> state{State::bare};
  };
  struct Edge {
    Shared<std::uint32_t> child{none};
    Shared<std::uint32_t> visits;
    std::uint16_t point = 0;
    std::uint16_t prior = 0;  // in steps of 1 / 65535

    explicit Edge(std::uint32_t ranked) noexcept
        : point(static_cast<std::uint16_t>(0xffff - (ranked & 0xffff))),
          prior(static_cast<std::uint16_t>(ranked >> 16)) {}
  };
  struct Worker {  // what one thread needs
    explicit Worker(LeafNet<Rows> own) : net(std::move(own)) {}

    LeafNet<Rows> net;
    std::vector<std::uint32_t> path;   // nodes
    std::vector<std::uint32_t> edges;  // between them
    std::vector<float> logits;
    std::vector<std::uint32_t> ranked;  // moves of a new node: the prior, then the point
  };
  struct Child {
    std::uint32_t node;
    bool born;  // just now, and its first visit is counted
  };

  // --- tree_root.cpp: the tree between searches, and what is told of it ---
  void set_root(const Rows& stones, View view, const Limits& limits);
  void keep(std::uint32_t root, std::uint32_t least_visits, std::uint32_t most);
  void prune();
  const Edge* best_edge(const Node& node) const noexcept;
  const Node& append_move(const Node& node, const Edge& edge, std::vector<int>& line) const;
  void append_line(const Node* from, std::vector<int>& line) const;
  int line_length() const noexcept;
  TreeReport report(std::uint64_t simulations) const;
  TreeReport forced_report(const Rows& stones, View view, const typename Tactics<Rows>::Forced& forced);

  // --- tree.cpp: simulations ---
  static std::uint64_t key_of(const Rows& stones, View view) noexcept;
  bool simulate(Worker& worker);
  std::uint32_t select(Node& node) const noexcept;
  std::uint32_t next_edge(Node& node) const noexcept;
  std::uint32_t find(const Rows& stones, View view) const noexcept;
  Child make_child(Worker& worker, const Node& parent, Edge& edge);
  float ask(Worker& worker, const Node& node);
  float open(Worker& worker, Node& node);
  void list_more(Worker& worker, Node& node);
  void back_up(const Worker& worker, double value, bool born);
  bool give_up(const Worker& worker) noexcept;
  bool all_moves_lose(const Node& node) const noexcept;
  double value_of(const Node& child, const Node& parent) const noexcept;  // for the side to move at its parent
  Verdict verdict_of(const Node& child, const Node& parent) const noexcept;
  bool is_node(std::uint32_t at, const Rows& stones, View view) const noexcept {
    return nodes_[at].view.black == view.black && nodes_[at].stones == stones;
  }
  // Of a node's moves, in order.
  std::uint32_t edge_at(const Node& node, std::uint32_t k) const noexcept {
    return k < node.listed ? node.first_edge + k : node.more.get() + (k - node.listed);
  }
  // f(edge, child) for each move that leads somewhere.
  template <class F>
  void each_child(const Node& node, F&& f) const noexcept {
    const std::uint32_t tried = node.tried.get();
    for (std::uint32_t k = 0; k < tried; ++k) {
      const Edge& edge = edges_[edge_at(node, k)];
      if (const std::uint32_t child = edge.child.get(); child != none) f(edge, nodes_[child]);
    }
  }

  // --- tree.cpp: the search ---
  static std::size_t most_nodes(int size, const TreeOptions& options) noexcept;
  std::size_t reserve() const noexcept;
  bool is_full() const noexcept;
  bool is_settled(const Spending& spending) const noexcept;
  void search(search::Stopper& stopper, const Spending& spending, const Limits& limits, const Sink& info);
  bool step(Worker& worker);
  void help(Worker& worker);

  Tactics<Rows> tactics_;
  TreeOptions options_;
  Pool<Node> nodes_, kept_nodes_;  // the root is the first; kept: where keep() copies to
  Pool<Edge> edges_, kept_edges_;
  NodeTable table_;
  std::vector<std::unique_ptr<Worker>> workers_;  // the first is for the thread that asks

  // Of one search.
  std::uint64_t most_simulations_ = 0;
  std::atomic<std::uint64_t> begun_{0}, done_{0};
  std::atomic<bool> halt_{false};
  std::atomic<std::int64_t> helper_nanoseconds_{0};
};

extern template class Tree<SmallRows>;
extern template class Tree<LargeRows>;

}  // namespace tengen::engines::gomoku
