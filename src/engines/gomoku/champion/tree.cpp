#include "engines/gomoku/champion/tree.hpp"

#include <algorithm>
#include <cmath>
#include <thread>

#include "core/cpu_clock.hpp"
#include "core/no_memory.hpp"
#include "search/stoppers.hpp"

namespace tengen::engines::gomoku {

namespace {

// A position of the root's search for threats takes about as long; it may have a tenth of the time.
constexpr std::chrono::microseconds threat_time(20);

// Of each node, when memory is full.
constexpr std::chrono::nanoseconds prune_time(200);

Effort within(Effort effort, const Limits& limits) {
  if (!limits.time) return effort;
  const auto most = static_cast<int>(std::clamp<std::int64_t>(*limits.time / (10 * threat_time), 16, effort.threats));
  return {std::min(effort.fours, most), most};
}

// Time lost between the last look at the clock and the answer, with some room for a busy machine.
Limits spendable(const Limits& limits) noexcept {
  using namespace std::chrono_literals;
  Limits own = limits;
  if (own.time) *own.time -= std::min<std::chrono::nanoseconds>(10ms, *own.time / 10);
  return own;
}

// Whoever asks wants to see more than the one move that the network is sure of: a few others get a visit as well, so
// slowly that it costs the search next to nothing.
template <class Node>
bool is_narrow(const Node& root) noexcept {
  constexpr std::uint32_t moves = 8, visits_a_move = 16;
  return root.tried.get() < std::min<std::uint32_t>({moves, root.legal, root.visits.get() / visits_a_move});
}

double score_of(Verdict verdict) noexcept { return verdict == Verdict::draw ? 0 : static_cast<double>(verdict); }

}  // namespace

// Asks the network about a quiet position and ranks its legal moves: the best prior first, and of equal ones the first
// point; as one number, since numbers are sorted fast.
template <class Rows>
float Tree<Rows>::ask(Worker& worker, const Node& node) {
  const float value = worker.net.ask(tactics_, node.stones, node.view, worker.logits);
  const int size = tactics_.shapes().frame().size();
  const Rows legal = tactics_.legal(node.stones, node.view);
  const auto each_move = [&](auto f) {
    for (int r = 0; r < size; ++r)
      for (auto word = legal.row[static_cast<std::size_t>(r)] >> mine & Rows::all; word != 0; word &= word - 1)
        f(point_at(r, std::countr_zero(word)),
          worker.logits[static_cast<std::size_t>(r * size + std::countr_zero(word))]);
  };
  float top = -1e30F, total = 0;
  each_move([&](int, float& logit) { top = std::max(top, logit); });
  each_move([&](int, float& logit) { total += logit = std::exp(logit - top); });
  worker.ranked.clear();
  each_move([&](int point, float share) {
    const auto prior = static_cast<std::uint32_t>(std::max(1.0F, std::round(share / total * 65535)));
    worker.ranked.push_back(prior << 16 | (0xffff - static_cast<std::uint32_t>(point)));
  });
  return value;
}

// Lists the moves of a node that no other thread can be at. Returns the network's value.
template <class Rows>
float Tree<Rows>::open(Worker& worker, Node& node) {
  const float value = ask(worker, node);
  auto& ranked = worker.ranked;
  node.legal = static_cast<std::uint16_t>(ranked.size());
  node.listed = std::min<std::uint16_t>(node.legal, most_listed);
  std::ranges::partial_sort(ranked, ranked.begin() + node.listed, std::greater{});
  node.first_edge = edges_.take(node.listed);
  for (std::uint32_t k = 0; k < node.listed; ++k) edges_.make(node.first_edge + k, ranked[k]);
  node.state.set(State::open);
  return value;
}

// The moves that a node has not listed. Few nodes ever need them, so the network is asked for them once more.
template <class Rows>
void Tree<Rows>::list_more(Worker& worker, Node& node) {
  if (edges_.left() < reserve() || !node.state.change(State::open, State::listing)) return;
  if (node.more.get() == none) {
    ask(worker, node);
    std::ranges::sort(worker.ranked, std::greater{});
    const std::uint32_t first = edges_.take(std::uint32_t{node.legal} - node.listed);
    for (std::uint32_t k = node.listed; k < node.legal; ++k) edges_.make(first + k - node.listed, worker.ranked[k]);
    node.more.set(first);
  }
  node.state.set(State::open);
}

template <class Rows>
Verdict Tree<Rows>::verdict_of(const Node& child, const Node& parent) const noexcept {
  const Verdict verdict = child.verdict.get();
  if (child.view.black == parent.view.black || verdict == Verdict::quiet || verdict == Verdict::draw) return verdict;
  return verdict == Verdict::win ? Verdict::loss : Verdict::win;
}

template <class Rows>
double Tree<Rows>::value_of(const Node& child, const Node& parent) const noexcept {
  const Verdict verdict = verdict_of(child, parent);
  if (verdict != Verdict::quiet) return score_of(verdict);
  const double mean = child.value_sum.get() / child.visits.get();
  return child.view.black == parent.view.black ? mean : -mean;
}

// The first move that was not tried; none where there is none, or where it is not listed.
template <class Rows>
std::uint32_t Tree<Rows>::next_edge(Node& node) const noexcept {
  const std::uint32_t tried = node.tried.get();
  return tried < node.listed || (tried < node.legal && node.more.get() != none) ? edge_at(node, tried) : none;
}

// The move to look at next, or none. One that is proven to lose is left alone, as long as the node itself is not decided.
template <class Rows>
std::uint32_t Tree<Rows>::select(Node& node) const noexcept {
  const std::uint32_t next = next_edge(node), tried = node.tried.get();
  const double width = options_.exploration * std::sqrt(static_cast<double>(node.visits.get())) / 65535;
  double best_score = -1e30, seen = 0;
  std::uint32_t best = none;
  for (std::uint32_t k = 0; k < tried; ++k) {
    const std::uint32_t at = edge_at(node, k), child = edges_[at].child.get();
    seen += edges_[at].prior;
    if (child == none) continue;
    if (verdict_of(nodes_[child], node) == Verdict::loss) continue;
    const double score = value_of(nodes_[child], node) + width * edges_[at].prior / (1 + edges_[at].visits.get());
    if (score > best_score) best_score = score, best = at;
  }
  if (next == none) return best;
  const double untried = node.value_sum.get() / node.visits.get() - options_.first_play * std::sqrt(seen / 65535);
  return untried + width * edges_[next].prior > best_score ? next : best;
}

template <class Rows>
std::uint64_t Tree<Rows>::key_of(const Rows& stones, View view) noexcept {
  std::uint64_t key = view.black ? 1 : 2;
  for (const auto word : stones.row) {
    key = (key ^ word) * 0x9e3779b97f4a7c15ULL;
    key ^= key >> 32;
  }
  return key;
}

template <class Rows>
std::uint32_t Tree<Rows>::find(const Rows& stones, View view) const noexcept {
  return table_.find(key_of(stones, view), [&](std::uint32_t at) { return is_node(at, stones, view); });
}

// The position after a move: a node that is known, or a new one with its first visit.
template <class Rows>
auto Tree<Rows>::make_child(Worker& worker, const Node& parent, Edge& edge) -> Child {
  Node node;
  node.stones = parent.stones.flipped(mine, edge.point).swapped();
  node.view = parent.view.other();
  Child child{find(node.stones, node.view), false};
  if (child.node == none) {
    int turns = 0;
    node.verdict.set(tactics_.settle(node.stones, node.view, turns, options_.leaf));
    if (turns > 0) child.node = find(node.stones, node.view);
  }
  if (child.node == none) {
    const Verdict verdict = node.verdict.get();
    node.visits.set(1);
    node.value_sum.set(verdict == Verdict::quiet ? open(worker, node) : score_of(verdict));
    const std::uint32_t own = nodes_.add(node);
    child.node = table_.insert(key_of(node.stones, node.view), own,
                               [&](std::uint32_t other) { return is_node(other, node.stones, node.view); });
    child.born = child.node == own;
  }
  edge.child.set(child.node);
  return child;
}

// Takes back what was counted on a way that other threads have closed for the moment.
template <class Rows>
bool Tree<Rows>::give_up(const Worker& worker) noexcept {
  for (const std::uint32_t edge : worker.edges) edges_[edge].visits.add(~std::uint32_t{0});
  return false;
}

// False where other threads stood in the way, and nothing was done.
template <class Rows>
bool Tree<Rows>::simulate(Worker& worker) {
  worker.path.assign(1, 0);
  worker.edges.clear();
  for (;;) {
    Node& node = nodes_[worker.path.back()];
    const Verdict verdict = node.verdict.get();
    if (verdict != Verdict::quiet) {
      back_up(worker, score_of(verdict), false);
      return true;
    }
    if (const State state = node.state.get(); state == State::bare || state == State::opening) {
      if (!node.state.change(State::bare, State::opening)) return give_up(worker);
      back_up(worker, open(worker, node), false);
      return true;
    }
    if (node.tried.get() == node.listed && node.listed < node.legal && node.more.get() == none) list_more(worker, node);
    const bool narrow = worker.path.size() == 1 && is_narrow(node);
    const std::uint32_t at = narrow ? next_edge(node) : select(node);
    if (at == none) {
      if (!all_moves_lose(node)) return give_up(worker);
      node.verdict.set(Verdict::loss);  // two threads proved the last two moves, and neither saw the other's proof
      continue;
    }
    Edge& edge = edges_[at];
    Child child{edge.child.get(), false};
    if (child.node == none) {
      const std::uint16_t tried = node.tried.get();
      if (next_edge(node) != at || !node.tried.change(tried, tried + 1)) continue;  // another thread took it
      child = make_child(worker, node, edge);
    }
    edge.visits.add(1);
    worker.edges.push_back(at);
    worker.path.push_back(child.node);
    if (child.born) {
      back_up(worker, nodes_[child.node].value_sum.get(), true);
      return true;
    }
  }
}

template <class Rows>
bool Tree<Rows>::all_moves_lose(const Node& node) const noexcept {
  if (node.tried.get() != node.legal) return false;
  std::uint32_t lost = 0;
  each_child(node, [&](const Edge&, const Node& child) { lost += verdict_of(child, node) == Verdict::loss ? 1 : 0; });
  return lost == node.legal;
}

// Adds one visit with this value, which is for the side to move at the end of the path, and carries proofs up. The first
// visit of a node that was just born is counted already.
template <class Rows>
void Tree<Rows>::back_up(const Worker& worker, double value, bool born) {
  for (std::size_t i = worker.path.size(); i-- > 0;) {
    Node& node = nodes_[worker.path[i]];
    if (!born || i + 1 < worker.path.size()) {
      node.value_sum.add(value);
      node.visits.add(1);
    }
    if (i == 0) return;
    Node& parent = nodes_[worker.path[i - 1]];
    const Verdict seen = verdict_of(node, parent);
    if (node.view.black != parent.view.black) value = -value;
    if (parent.verdict.get() != Verdict::quiet) continue;
    if (seen == Verdict::win || (seen == Verdict::loss && all_moves_lose(parent))) {
      parent.verdict.set(seen);
      value = static_cast<double>(seen);
    }
  }
}

// --- The search ---

// About half of the positions are decided and list no moves.
template <class Rows>
std::size_t Tree<Rows>::most_nodes(int size, const TreeOptions& options) noexcept {
  const std::size_t each = sizeof(Node) + edges_a_node * sizeof(Edge) + 2 * sizeof(std::uint32_t);
  return std::max(options.bytes / 2 / each, static_cast<std::size_t>(4 * size * size * options.threads));
}

template <class Rows>
Tree<Rows>::Tree(Net net, int size, const TreeOptions& options) try
    : tactics_(size),
      options_(options),
      nodes_(most_nodes(size, options)),
      kept_nodes_(nodes_.most()),
      edges_(nodes_.most() * edges_a_node),
      kept_edges_(edges_.most()),
      table_(nodes_.most()) {
  const auto points = static_cast<std::size_t>(size * size);
  for (int i = 0; i < options.threads; ++i) {
    Worker& worker = *workers_.emplace_back(std::make_unique<Worker>(LeafNet<Rows>(net, size)));
    worker.path.reserve(points + 1);
    worker.edges.reserve(points);
    worker.logits.resize(points);
    worker.ranked.reserve(points);
  }
} catch (const std::bad_alloc&) {
  throw NoMemory("gomoku/champion", options.bytes);
}

// The edges that must be left before a simulation begins: each thread may list more moves once after it looked how many
// there are, and open a node.
template <class Rows>
std::size_t Tree<Rows>::reserve() const noexcept {
  return workers_.size() * (workers_.front()->logits.size() + most_listed);
}

template <class Rows>
bool Tree<Rows>::is_full() const noexcept {
  return nodes_.left() < workers_.size() || edges_.left() < reserve();
}

// One more simulation. False where enough were begun.
template <class Rows>
bool Tree<Rows>::step(Worker& worker) {
  if (begun_.fetch_add(1) >= most_simulations_) return false;
  if (simulate(worker)) {
    done_.fetch_add(1);
  } else {
    begun_.fetch_sub(1);
    std::this_thread::yield();
  }
  return true;
}

// What a thread does beside the one that was asked.
template <class Rows>
void Tree<Rows>::help(Worker& worker) {
  const auto before = cpu_of_this_thread();
  while (!halt_ && nodes_[0].verdict.get() == Verdict::quiet && !is_full() && step(worker)) {
  }
  helper_nanoseconds_ += (cpu_of_this_thread() - before).count();
}

// Whether a search that can save time may end, since no other move can still have as many visits as the first.
template <class Rows>
bool Tree<Rows>::is_settled(const Spending& spending) const noexcept {
  constexpr std::uint64_t simulations_a_look = 64;
  const std::uint64_t done = done_;
  if (!spending.saves() || done == 0 || done % simulations_a_look != 0) return false;
  std::uint32_t first = 0, second = 0;
  each_child(nodes_[0], [&](const Edge& edge, const Node& child) {
    if (verdict_of(child, nodes_[0]) == Verdict::loss) return;
    const std::uint32_t visits = edge.visits.get();
    second = std::max(second, std::min(first, visits));
    first = std::max(first, visits);
  });
  return Spending::is_out_of_reach(first - second, done, spending.taken(), spending.left());
}

template <class Rows>
void Tree<Rows>::search(search::Stopper& stopper, const Spending& spending, const Limits& limits, const Sink& info) {
  struct Helpers {
    std::vector<std::jthread> threads;
    std::atomic<bool>& halt;
    ~Helpers() { halt = true; }  // and then they are waited for
  };
  most_simulations_ = limits.nodes.value_or(~std::uint64_t{0} >> 1);
  if (nodes_[0].legal == 1) most_simulations_ = std::min<std::uint64_t>(most_simulations_, 1);
  std::uint64_t next_report = 16;
  bool over = false;
  const auto go_on = [&] {
    over = over || nodes_[0].verdict.get() != Verdict::quiet || stopper.should_stop({done_}) ||
           begun_ >= most_simulations_ || is_settled(spending);
    return !over && !is_full();
  };
  while (!over) {
    halt_ = false;
    {
      Helpers helpers{{}, halt_};
      for (std::size_t i = 1; i < workers_.size(); ++i) helpers.threads.emplace_back([this, i] { help(*workers_[i]); });
      while (go_on() && step(*workers_[0])) {
        if (info && done_ >= next_report) {
          info(report(done_));
          next_report *= 2;
        }
        over = limits.depth && line_length() >= *limits.depth;
      }
    }
    // Pruning takes time too; where it is not there, the search is as good as over.
    over = over || !is_full() || spending.left() < 2 * nodes_.size() * prune_time;
    if (over) continue;
    prune();
    over = is_full();
  }
}

template <class Rows>
TreeReport Tree<Rows>::think(const Rows& stones, View view, const Limits& limits, StopToken stop, const Sink& info) {
  const Limits own = spendable(limits);
  const Spending spending(own);
  search::Stopper stopper(own, std::move(stop), 1);
  const auto forced = tactics_.forced_move(stones, view, within(options_.root, limits));
  if (forced.point >= 0) return forced_report(stones, view, forced);
  set_root(stones, view, limits);
  begun_ = done_ = 0;
  search(stopper, spending, limits, info);
  TreeReport found = report(done_);
  found.helpers_cpu = std::chrono::nanoseconds(helper_nanoseconds_.exchange(0));
  return found;
}

template class Tree<SmallRows>;
template class Tree<LargeRows>;

}  // namespace tengen::engines::gomoku
