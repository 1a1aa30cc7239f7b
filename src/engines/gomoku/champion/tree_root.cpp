// The tree between two searches, and what is told of it.

#include <algorithm>
#include <array>
#include <bit>
#include <tuple>

#include "engines/gomoku/champion/tree.hpp"

namespace tengen::engines::gomoku {

namespace {

// What is proven comes first or last, whatever its visits.
int proof_rank(Verdict verdict) noexcept { return verdict == Verdict::win ? 1 : verdict == Verdict::loss ? -1 : 0; }

// Copying a node takes a microsecond or two; a tenth of the time may go into it.
std::uint32_t nodes_to_keep(const Limits& limits) {
  constexpr std::chrono::microseconds node_time(2);
  if (!limits.time) return ~std::uint32_t{0};
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(*limits.time / (10 * node_time), 1, 0xffff'ffff));
}

}  // namespace

template <class Rows>
void Tree<Rows>::forget() noexcept {
  nodes_.clear();
  edges_.clear();
  table_.clear();
}

template <class Rows>
void Tree<Rows>::set_root(const Rows& stones, View view, const Limits& limits) {
  const std::uint32_t known = find(stones, view);
  if (known != none && nodes_[known].state.get() == State::open) {
    if (known != 0) keep(known, 0, nodes_to_keep(limits));
    return;
  }
  forget();
  Node root;
  root.stones = stones;
  root.view = view;
  root.visits.set(1);
  root.value_sum.set(open(*workers_.front(), root));
  table_.insert(key_of(stones, view), nodes_.add(root), [](std::uint32_t) { return false; });
}

// Keeps what can be reached from a node, breadth first. Nodes with fewer visits than so many give up their moves and what
// hangs on them, and so do those that follow after so many nodes; they stay with what is known of them, and list their moves
// again when they are visited again.
template <class Rows>
void Tree<Rows>::keep(std::uint32_t root, std::uint32_t least_visits, std::uint32_t most) {
  kept_nodes_.clear();
  kept_edges_.clear();
  const auto moved = [this](std::uint32_t old) {
    Node& node = nodes_[old];
    if (node.state.get() != State::moved) {
      const std::uint32_t at = kept_nodes_.add(node);
      node.state.set(State::moved);
      node.first_edge = at;
    }
    return node.first_edge;
  };
  moved(root);
  for (std::uint32_t at = 0; at < kept_nodes_.size(); ++at) {
    Node& node = kept_nodes_[at];
    if (node.state.get() != State::open) continue;
    const Node old = node;
    const bool more = old.more.get() != none;
    node.more.set(none);
    if (at != 0 && (at >= most || old.visits.get() < least_visits)) {
      node.state.set(State::bare);
      node.tried.set(0);
      node.listed = node.legal = 0;
      continue;
    }
    const std::uint32_t count = more ? old.legal : old.listed;
    node.first_edge = kept_edges_.take(count);
    if (more) node.more.set(node.first_edge + node.listed);
    for (std::uint32_t k = 0; k < count; ++k) {
      Edge edge = edges_[edge_at(old, k)];
      if (const std::uint32_t child = edge.child.get(); child != none) edge.child.set(moved(child));
      kept_edges_.make(node.first_edge + k, edge);
    }
  }
  nodes_.swap(kept_nodes_);
  edges_.swap(kept_edges_);
  table_.clear();
  for (std::uint32_t at = 0; at < nodes_.size(); ++at)
    table_.insert(key_of(nodes_[at].stones, nodes_[at].view), at, [](std::uint32_t) { return false; });
}

// Makes room: keeps a quarter of the memory at most, the nodes that were visited most.
template <class Rows>
void Tree<Rows>::prune() {
  struct Hanging {
    std::size_t nodes = 0, edges = 0;
  };
  std::array<Hanging, 33> by_visits;  // by the bits of the number
  for (std::uint32_t at = 0; at < nodes_.size(); ++at) {
    const Node& node = nodes_[at];
    if (node.state.get() != State::open) continue;
    Hanging& hanging = by_visits[static_cast<std::size_t>(std::bit_width(node.visits.get()))];
    hanging.nodes += node.tried.get();
    hanging.edges += node.more.get() != none ? node.legal : node.listed;
  }
  std::size_t bits = by_visits.size();
  for (Hanging sum; bits > 1; --bits) {
    sum.nodes += by_visits[bits - 1].nodes;
    sum.edges += by_visits[bits - 1].edges;
    if (sum.nodes > nodes_.most() / 4 || sum.edges > edges_.most() / 4) break;
  }
  keep(0, bits > 32 ? ~std::uint32_t{0} : std::uint32_t{1} << (bits - 1), ~std::uint32_t{0});
}

// A proven win, else the most visited move that is not proven to lose.
template <class Rows>
auto Tree<Rows>::best_edge(const Node& node) const noexcept -> const Edge* {
  const Edge* best = nullptr;
  std::tuple<int, std::uint32_t, double> best_rank;
  each_child(node, [&](const Edge& edge, const Node& child) {
    const std::tuple rank(proof_rank(verdict_of(child, node)), edge.visits.get(), value_of(child, node));
    if (best == nullptr || rank > best_rank) best = &edge, best_rank = rank;
  });
  return best;
}

// A move and the forced replies to it; gives the node that they lead to.
template <class Rows>
auto Tree<Rows>::append_move(const Node& node, const Edge& edge, std::vector<int>& line) const -> const Node& {
  line.push_back(edge.point);
  const Node& child = nodes_[edge.child.get()];
  Rows stones = node.stones.flipped(mine, edge.point).swapped();
  View view = node.view.other();
  while (stones != child.stones) {
    const int block = tactics_.forced_block(stones, view);
    line.push_back(block);
    stones = stones.flipped(mine, block).swapped();
    view = view.other();
  }
  return child;
}

// The best moves of both sides, with the forced replies between the nodes.
template <class Rows>
void Tree<Rows>::append_line(const Node* from, std::vector<int>& line) const {
  while (const Edge* edge = best_edge(*from)) from = &append_move(*from, *edge, line);
}

// The plies of the best line.
template <class Rows>
int Tree<Rows>::line_length() const noexcept {
  const Node* node = nodes_.data();
  while (const Edge* edge = best_edge(*node)) node = &nodes_[edge->child.get()];
  const auto stones = [](const Rows& rows) { return rows.count(mine) + rows.count(theirs); };
  return stones(node->stones) - stones(nodes_[0].stones);
}

template <class Rows>
TreeReport Tree<Rows>::report(std::uint64_t simulations) const {
  TreeReport report;
  const Node& root = nodes_[0];
  report.simulations = simulations;
  report.verdict = root.verdict.get();
  each_child(root, [&](const Edge& edge, const Node& child) {
    report.moves.push_back({edge.point, value_of(child, root), edge.visits.get(), verdict_of(child, root)});
  });
  if (report.moves.empty())  // stopped at once: what the network likes best
    report.moves.push_back(
        {edges_[root.first_edge].point, root.value_sum.get() / root.visits.get(), 0, Verdict::quiet});
  std::ranges::stable_sort(report.moves, std::greater{},
                           [](const RootMove& m) { return std::tuple(proof_rank(m.verdict), m.visits, m.value); });
  report.best = report.moves.front().point;
  report.value = report.moves.front().value;
  constexpr std::size_t lines = 8;  // the other moves are hardly looked at
  for (std::size_t i = 0; i < std::min(lines, report.moves.size()); ++i)
    each_child(root, [&](const Edge& edge, const Node&) {
      if (edge.point == report.moves[i].point)
        append_line(&append_move(root, edge, report.moves[i].pv), report.moves[i].pv);
    });
  report.pv = report.moves.front().pv;
  if (report.pv.empty()) report.pv = {report.best};
  return report;
}

// A move that needs no search. The value of the one move that stops a five is what the network says after it.
template <class Rows>
TreeReport Tree<Rows>::forced_report(const Rows& stones, View view, const typename Tactics<Rows>::Forced& forced) {
  TreeReport report;
  report.best = forced.point;
  report.verdict = forced.verdict;
  report.plies = forced.plies;
  report.value = static_cast<double>(forced.verdict);
  report.simulations = 1;
  if (forced.verdict == Verdict::quiet) {
    Rows after = stones.flipped(mine, forced.point).swapped();
    View next = view.other();
    int turns = 0;
    Worker& worker = *workers_.front();
    const Verdict verdict = tactics_.settle(after, next, turns, options_.leaf);
    const double value = verdict == Verdict::quiet  ? worker.net.ask(tactics_, after, next, worker.logits)
                         : verdict == Verdict::draw ? 0.0
                                                    : static_cast<double>(verdict);
    report.value = turns % 2 == 1 ? value : -value;
  }
  report.pv = {report.best};
  report.moves = {{report.best, report.value, 1, report.verdict}};
  return report;
}

template class Tree<SmallRows>;
template class Tree<LargeRows>;

}  // namespace tengen::engines::gomoku
