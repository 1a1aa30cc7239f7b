#include "engines/gomoku/champion/tree.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/no_memory.hpp"
#include "search/stoppers.hpp"

namespace tengen::gomoku {

namespace {

// A position of the root's search for threats takes about as long; it may have a tenth of the time.
constexpr std::chrono::microseconds threat_time(20);

Effort within(Effort effort, const Limits& limits) {
  if (!limits.time) return effort;
  const auto most = static_cast<int>(std::clamp<std::int64_t>(*limits.time / (10 * threat_time), 16, effort.threats));
  return {std::min(effort.fours, most), most};
}

// Copying a node takes a microsecond or two; a tenth of the time may go into it.
std::size_t nodes_to_keep(const Limits& limits) {
  constexpr std::chrono::microseconds node_time(2);
  if (!limits.time) return ~std::size_t{0};
  return static_cast<std::size_t>(std::max<std::int64_t>(*limits.time / (10 * node_time), 1));
}

}  // namespace

template <class Rows>
Tree<Rows>::Tree(Net net, int size, const TreeOptions& options) : tactics_(size), net_(net, size), options_(options) {
  const auto points = static_cast<std::size_t>(size * size);
  // Two trees: what is kept of the last one is copied into the next. About half of the positions are decided and have no
  // moves to keep.
  most_nodes_ = std::max<std::size_t>(options.bytes / 2 / (sizeof(Node) + points / 2 * sizeof(Edge)), 16);
  most_edges_ = std::max(most_nodes_ / 2, std::size_t{16}) * points;
  try {
    for (auto* nodes : {&nodes_, &kept_nodes_}) nodes->reserve(most_nodes_);
    for (auto* edges : {&edges_, &kept_edges_}) edges->reserve(most_edges_);
  } catch (const std::bad_alloc&) {
    throw NoMemory("gomoku/champion", options.bytes);
  }
  path_.reserve(points + 1);
  logits_.resize(points);
  ranked_.reserve(points);
}

template <class Rows>
bool Tree<Rows>::full() const noexcept {
  return nodes_.size() >= most_nodes_ || edges_.size() + logits_.size() > most_edges_;
}

// --- The root ---

// The node of this position, or `none`. Only positions on the way to it are looked at: their stones are among its own.
template <class Rows>
std::uint32_t Tree<Rows>::find(const Rows& stones, View view) {
  if (nodes_.empty()) return none;
  const Rows target = view.black ? stones : stones.swapped();
  path_.assign(1, 0);
  while (!path_.empty()) {
    const std::uint32_t at = path_.back();
    path_.pop_back();
    const Node& node = nodes_[at];
    const Rows here = node.view.black ? node.stones : node.stones.swapped();
    if (here == target && node.view.black == view.black) return at;
    if (here.without(target) != Rows{}) continue;
    for (const Edge& edge : tried(node)) path_.push_back(edge.child);
  }
  return none;
}

// Keeps what hangs on a node, breadth first, so that the moves of a node lie side by side again. After so many nodes those
// that follow are kept without their moves, as if they had not been asked about yet.
template <class Rows>
void Tree<Rows>::make_root(std::uint32_t node, std::size_t most) {
  if (node == 0) return;
  kept_nodes_.assign(1, nodes_[node]);
  kept_edges_.clear();
  for (std::size_t at = 0; at < kept_nodes_.size(); ++at) {
    if (at >= most) {
      kept_nodes_[at].edge_count = kept_nodes_[at].tried = 0;
      continue;
    }
    const std::span<const Edge> edges =
        std::span(edges_).subspan(kept_nodes_[at].first_edge, kept_nodes_[at].edge_count);
    kept_nodes_[at].first_edge = static_cast<std::uint32_t>(kept_edges_.size());
    for (Edge edge : edges) {
      if (edge.child != 0) {
        kept_nodes_.push_back(nodes_[edge.child]);
        edge.child = static_cast<std::uint32_t>(kept_nodes_.size() - 1);
      }
      kept_edges_.push_back(edge);
    }
  }
  std::swap(nodes_, kept_nodes_);
  std::swap(edges_, kept_edges_);
}

template <class Rows>
void Tree<Rows>::set_root(const Rows& stones, View view, std::size_t most) {
  const std::uint32_t known = find(stones, view);
  if (known != none && nodes_[known].edge_count > 0) {
    make_root(known, most);
    if (known == 0 || !full()) return;  // the same question again needs no room
  }
  forget();
  nodes_.push_back({});
  nodes_[0].stones = stones;
  nodes_[0].view = view;
  path_.assign(1, 0);
  back_up(expand(0));
}

// --- One simulation ---

// Asks the network about a quiet position and lists its legal moves.
template <class Rows>
float Tree<Rows>::expand(std::uint32_t at) {
  Node& node = nodes_[at];
  const float value = net_.ask(tactics_, node.stones, node.view, logits_);
  const int size = tactics_.shapes().frame().size();
  const Rows legal = tactics_.legal(node.stones, node.view);
  const auto each_move = [&](auto f) {
    for (int r = 0; r < size; ++r)
      for (auto word = legal.row[static_cast<std::size_t>(r)] >> mine & Rows::all; word != 0; word &= word - 1)
        f(point_at(r, std::countr_zero(word)), logits_[static_cast<std::size_t>(r * size + std::countr_zero(word))]);
  };
  float top = -1e30F, total = 0;
  each_move([&](int, float& logit) { top = std::max(top, logit); });
  each_move([&](int, float& logit) { total += logit = std::exp(logit - top); });
  // The best prior first, and of equal ones the first point: as one number, since numbers are sorted fast.
  ranked_.clear();
  each_move([&](int point, float share) {
    const auto prior = static_cast<std::uint32_t>(std::max(1.0F, std::round(share / total * 65535)));
    ranked_.push_back(prior << 16 | (0xffff - static_cast<std::uint32_t>(point)));
  });
  std::ranges::sort(ranked_, std::greater{});
  node.first_edge = static_cast<std::uint32_t>(edges_.size());
  node.edge_count = static_cast<std::uint16_t>(ranked_.size());
  for (const std::uint32_t move : ranked_)
    edges_.push_back({static_cast<std::uint16_t>(0xffff - (move & 0xffff)), static_cast<std::uint16_t>(move >> 16), 0});
  return value;
}

template <class Rows>
Verdict Tree<Rows>::verdict_of(const Node& child) const noexcept {
  if (child.same_side || child.verdict == Verdict::quiet || child.verdict == Verdict::draw) return child.verdict;
  return child.verdict == Verdict::win ? Verdict::loss : Verdict::win;
}

template <class Rows>
double Tree<Rows>::value_of(const Node& child) const noexcept {
  if (child.verdict == Verdict::draw) return 0;
  if (child.verdict != Verdict::quiet) return verdict_of(child) == Verdict::win ? 1 : -1;
  const double mean = child.value_sum / child.visits;
  return child.same_side ? mean : -mean;
}

// The move to look at next. One that is proven to lose is left alone, as long as the node itself is not decided.
template <class Rows>
std::uint32_t Tree<Rows>::select(const Node& node) const noexcept {
  const double width = options_.exploration * std::sqrt(static_cast<double>(node.visits)) / 65535;
  double best_score = -1e30, seen = 0;
  std::uint32_t best = node.first_edge;
  for (std::uint32_t e = node.first_edge; e < node.first_edge + node.tried; ++e) {
    const Node& child = nodes_[edges_[e].child];
    seen += edges_[e].prior;
    if (verdict_of(child) == Verdict::loss) continue;
    const double score = value_of(child) + width * edges_[e].prior / (1 + child.visits);
    if (score > best_score) best_score = score, best = e;
  }
  if (node.tried == node.edge_count) return best;
  const std::uint32_t next = node.first_edge + node.tried;
  const double untried = node.value_sum / node.visits - options_.first_play * std::sqrt(seen / 65535);
  return untried + width * edges_[next].prior > best_score ? next : best;
}

// Whoever asks wants to see more than the one move that the network is sure of: a few others get a visit as well, so
// slowly that it costs the search next to nothing.
template <class Rows>
bool Tree<Rows>::root_is_narrow() const noexcept {
  constexpr std::uint32_t moves = 8, visits_a_move = 16;
  const Node& root = nodes_[0];
  return root.tried < std::min<std::uint32_t>({moves, root.edge_count, root.visits / visits_a_move});
}

template <class Rows>
std::uint32_t Tree<Rows>::add_child(std::uint32_t parent, std::uint32_t edge) {
  Node node;
  node.stones = nodes_[parent].stones.flipped(mine, edges_[edge].point).swapped();
  node.view = nodes_[parent].view.other();
  int turns = 0;
  node.verdict = tactics_.settle(node.stones, node.view, turns, options_.leaf);
  node.same_side = turns % 2 == 1;
  const auto at = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back(node);
  edges_[edge].child = at;
  ++nodes_[parent].tried;
  return at;
}

template <class Rows>
void Tree<Rows>::simulate() {
  path_.assign(1, 0);
  for (;;) {
    const std::uint32_t at = path_.back();
    const Verdict verdict = nodes_[at].verdict;
    if (verdict != Verdict::quiet) return back_up(verdict == Verdict::draw ? 0 : static_cast<double>(verdict));
    if (nodes_[at].edge_count == 0) return back_up(expand(at));
    const std::uint32_t edge =
        at == 0 && root_is_narrow() ? nodes_[0].first_edge + nodes_[0].tried : select(nodes_[at]);
    path_.push_back(edges_[edge].child != 0 ? edges_[edge].child : add_child(at, edge));
  }
}

template <class Rows>
bool Tree<Rows>::all_moves_lose(const Node& node) const noexcept {
  return node.tried == node.edge_count && std::ranges::all_of(tried(node), [this](const Edge& edge) {
           return verdict_of(nodes_[edge.child]) == Verdict::loss;
         });
}

// Adds one visit with this value, which is for the side to move at the end of the path, and carries proofs up.
template <class Rows>
void Tree<Rows>::back_up(double value) {
  for (std::size_t i = path_.size(); i-- > 0;) {
    Node& node = nodes_[path_[i]];
    ++node.visits;
    node.value_sum += value;
    if (i == 0) return;
    Node& parent = nodes_[path_[i - 1]];
    const Verdict seen = verdict_of(node);
    if (!node.same_side) value = -value;
    if (parent.verdict != Verdict::quiet) continue;
    if (seen == Verdict::win || (seen == Verdict::loss && all_moves_lose(parent))) {
      parent.verdict = seen;
      value = static_cast<double>(seen);
    }
  }
}

// --- What was found ---

// A proven win, else the most visited move that is not proven to lose.
template <class Rows>
auto Tree<Rows>::best_edge(const Node& node) const noexcept -> const Edge* {
  const auto moves = tried(node);
  const auto rank = [this](const Edge& edge) {
    const Node& child = nodes_[edge.child];
    const Verdict verdict = verdict_of(child);
    const int proof = verdict == Verdict::win ? 1 : verdict == Verdict::loss ? -1 : 0;
    return std::tuple(proof, child.visits, value_of(child));
  };
  return moves.empty() ? nullptr : &*std::ranges::max_element(moves, {}, rank);
}

// A move and the forced replies to it; gives the node that they lead to.
template <class Rows>
auto Tree<Rows>::append_move(const Node& node, const Edge& edge, std::vector<int>& line) const -> const Node& {
  line.push_back(edge.point);
  const Node& child = nodes_[edge.child];
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
  while (const Edge* edge = best_edge(*node)) node = &nodes_[edge->child];
  const auto stones = [](const Rows& rows) { return rows.count(mine) + rows.count(theirs); };
  return stones(node->stones) - stones(nodes_[0].stones);
}

template <class Rows>
TreeReport Tree<Rows>::report(std::uint64_t simulations) const {
  TreeReport report;
  const Node& root = nodes_[0];
  report.simulations = simulations;
  report.verdict = root.verdict;
  for (const Edge& edge : tried(root)) {
    const Node& child = nodes_[edge.child];
    report.moves.push_back({edge.point, value_of(child), child.visits, verdict_of(child)});
  }
  if (report.moves.empty())  // stopped at once: what the network likes best
    report.moves.push_back({edges_[root.first_edge].point, root.value_sum / root.visits, 0, Verdict::quiet});
  std::ranges::stable_sort(report.moves, std::greater{}, [](const RootMove& m) {
    const int proof = m.verdict == Verdict::win ? 1 : m.verdict == Verdict::loss ? -1 : 0;
    return std::tuple(proof, m.visits, m.value);
  });
  report.best = report.moves.front().point;
  report.value = report.moves.front().value;
  constexpr std::size_t lines = 8;  // the other moves are hardly looked at
  for (std::size_t i = 0; i < std::min(lines, report.moves.size()); ++i)
    for (const Edge& edge : tried(root))
      if (edge.point == report.moves[i].point)
        append_line(&append_move(root, edge, report.moves[i].pv), report.moves[i].pv);
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
    const Verdict verdict = tactics_.settle(after, next, turns, options_.leaf);
    const double value = verdict == Verdict::quiet  ? net_.ask(tactics_, after, next, logits_)
                         : verdict == Verdict::draw ? 0.0
                                                    : static_cast<double>(verdict);
    report.value = turns % 2 == 1 ? value : -value;
  }
  report.pv = {report.best};
  report.moves = {{report.best, report.value, 1, report.verdict}};
  return report;
}

// Time lost between the last look at the clock and the answer, with some room for a busy machine.
template <class Rows>
Limits Tree<Rows>::spendable(const Limits& limits) const noexcept {
  using namespace std::chrono_literals;
  Limits own = limits;
  if (own.time) *own.time -= std::min<std::chrono::nanoseconds>(10ms, *own.time / 10);
  return own;
}

template <class Rows>
TreeReport Tree<Rows>::think(const Rows& stones, View view, const Limits& limits, StopToken stop, const Sink& info) {
  Stopper stopper(spendable(limits), std::move(stop), 1);
  const auto forced = tactics_.forced_move(stones, view, within(options_.root, limits));
  if (forced.point >= 0) return forced_report(stones, view, forced);
  set_root(stones, view, nodes_to_keep(limits));
  SearchProgress progress;
  std::uint64_t next_report = 16;
  const bool choice = nodes_[0].edge_count > 1;
  while (nodes_[0].verdict == Verdict::quiet && !full() && !stopper.should_stop(progress)) {
    simulate();
    ++progress.nodes;
    if (info && progress.nodes == next_report) {
      info(report(progress.nodes));
      next_report *= 2;
    }
    if (!choice || (limits.depth && line_length() >= *limits.depth)) break;
  }
  return report(progress.nodes);
}

template class Tree<SmallRows>;
template class Tree<LargeRows>;

}  // namespace tengen::gomoku
