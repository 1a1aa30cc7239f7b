#pragma once
// UCT: Monte-Carlo tree search.
//
//   select    from the root take the child with the strongest claim until one has no statistics yet     Ucb1
//   expand    that child becomes part of the tree
//   roll out  play to the end of the game                                                               RandomRollOut
//   back up   add the result to every node on the way, seen from the side that moved into it
//
// How to select and how to roll out are parameters; these two are the usual ones.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "search/engine.hpp"
#include "search/stoppers.hpp"

namespace tengen::search {

// A child's claim is  w/n + c · √(ln N / n).
class Ucb1 {
 public:
  Ucb1(double exploration) : c_(static_cast<float>(exploration)) {}

  // What all children of a node share: c² · ln N.
  float common(std::uint32_t visits) const noexcept { return c_ * c_ * std::log(static_cast<float>(visits)); }
  float claim(std::int32_t reward, std::uint32_t visits, float common) const noexcept {
    const float share = 1.0F / static_cast<float>(visits);
    return static_cast<float>(reward) * share + std::sqrt(common * share);
  }

 private:
  float c_;
};

// Random moves to the end of the game.
struct RandomRollOut {
  template <games::Position P>
  Outcome operator()(const P& position, Rng& rng) const noexcept {
    return games::random_playout(position, rng);
  }
};

template <games::Position P, class Select = Ucb1, class RollOut = RandomRollOut>
class Uct {
 public:
  // A tree of at most `max_nodes` nodes; beyond that the leaves are rolled out without growing.
  Uct(Select select, std::size_t max_nodes, RollOut roll_out = {})
      : select_(std::move(select)), roll_out_(std::move(roll_out)), max_nodes_(std::max(max_nodes, P::max_moves + 1)) {}

  // Begins with a fresh tree. Precondition: the game goes on.
  SearchResult<P> search(const P& root, const Limits& limits, StopToken stop, Rng& rng, const InfoSink<P>& info) {
    forget();
    return resume(root, limits, std::move(stop), rng, info);
  }

  void forget() noexcept { nodes_.clear(); }  // keeps its memory, so that later searches do not allocate

  // Makes the child that the move leads to the root; what hung on other moves is freed. A move that the tree does not
  // know leaves it empty.
  void step_down(typename P::Move move) {
    if (nodes_.empty()) return;
    const auto first = nodes_.begin() + nodes_[0].first_child;
    const auto child =
        std::find_if(first, first + nodes_[0].child_count, [&](const Node& n) { return n.move == move; });
    if (child == first + nodes_[0].child_count) return forget();
    // Breadth first, so that the children of a node lie side by side again.
    kept_.assign(1, *child);
    for (std::size_t at = 0; at < kept_.size(); ++at) {
      const auto block = nodes_.begin() + kept_[at].first_child;
      kept_[at].first_child = static_cast<std::uint32_t>(kept_.size());
      kept_.insert(kept_.end(), block, block + kept_[at].child_count);
    }
    std::swap(nodes_, kept_);
  }

  // How often the root was passed; after stepping down, what it brought along.
  std::uint64_t root_visits() const noexcept { return nodes_.empty() ? 0 : nodes_[0].visits; }
  std::size_t tree_size() const noexcept { return nodes_.size(); }

  // Goes on with the tree as it is. Precondition: the game goes on; the tree is empty or `root` is its root.
  SearchResult<P> resume(const P& root, const Limits& limits, StopToken stop, Rng& rng, const InfoSink<P>& info) {
    if (nodes_.empty()) nodes_.push_back({});
    if (nodes_[0].child_count == 0) expand(root, 0, rng);
    Limits countable = limits;  // counters hold 31 bits, an hour or so of Connect Four
    const std::uint64_t countable_nodes = most_simulations - root_visits();
    countable.nodes = std::min(limits.nodes.value_or(countable_nodes), countable_nodes);
    Stopper stopper(countable, std::move(stop), 16);
    const auto simulate_once = [&] {
      simulate(root, rng);
      return true;
    };
    const auto news = [&](std::uint64_t simulations) {
      if (info) info(result(simulations));
    };
    return result(simulate_until(stopper, 1024, simulate_once, news));
  }

 private:
  static constexpr std::uint64_t most_simulations = 0x7fffffff;

  struct Node {
    typename P::Move move{};        // the move that leads here
    std::uint16_t child_count = 0;  // 0: not expanded, or the game is over
    std::uint32_t first_child = 0;  // children lie side by side
    std::uint32_t visits = 0;
    std::uint32_t unvisited = 0;  // children at the end of the block that have no statistics yet
    std::int32_t reward = 0;      // wins minus losses of the side that made the move
  };

  // One iteration. The path is short-lived and of bounded length, so it lives in a member to keep its memory.
  void simulate(const P& root, Rng& rng) {
    P position = root;
    path_.clear();
    path_.push_back(0);
    std::uint32_t at = 0;
    while (nodes_[at].child_count > 0) {
      const bool fresh = nodes_[at].unvisited > 0;
      at = fresh ? next_unvisited(nodes_[at]) : best_child(nodes_[at]);
      position.play(nodes_[at].move);
      path_.push_back(at);
      if (fresh) break;
    }
    if (nodes_[at].visits > 0 && nodes_[at].child_count == 0) {
      expand(position, at, rng);
      if (nodes_[at].child_count > 0) {
        at = next_unvisited(nodes_[at]);
        position.play(nodes_[at].move);
        path_.push_back(at);
      }
    }
    back_up(root.side_to_move(), roll_out_(position, rng));
  }

  // Lists the children in random order, so that taking them from the front tries them in random order.
  void expand(const P& position, std::uint32_t at, Rng& rng) {
    games::MoveList<P> moves;
    position.legal_moves(moves);
    if (moves.empty() || nodes_.size() + moves.size() > max_nodes_) return;
    for (std::size_t i = moves.size(); i > 1; --i)
      std::swap(moves[i - 1], moves[rng.below(static_cast<std::uint32_t>(i))]);
    nodes_[at].first_child = static_cast<std::uint32_t>(nodes_.size());
    nodes_[at].child_count = static_cast<std::uint16_t>(moves.size());
    nodes_[at].unvisited = static_cast<std::uint32_t>(moves.size());
    for (const auto move : moves) nodes_.push_back({move});
  }

  static std::uint32_t next_unvisited(Node& node) noexcept {
    return node.first_child + node.child_count - node.unvisited--;
  }

  std::uint32_t best_child(const Node& node) const noexcept {
    const float common = select_.common(node.visits);
    std::uint32_t best = node.first_child;
    float best_value = -1e30F;
    for (std::uint32_t i = node.first_child; i < node.first_child + node.child_count; ++i) {
      const float value = select_.claim(nodes_[i].reward, nodes_[i].visits, common);
      if (value > best_value) {
        best_value = value;
        best = i;
      }
    }
    return best;
  }

  // Sides alternate along the path: a pass is a move too.
  void back_up(Side root_side, Outcome outcome) noexcept {
    int reward_of_root_mover = 0;
    if (outcome != Outcome::draw) reward_of_root_mover = outcome == win_for(root_side) ? 1 : -1;
    int reward = -reward_of_root_mover;
    for (const std::uint32_t at : path_) {
      ++nodes_[at].visits;
      nodes_[at].reward += reward;
      reward = -reward;
    }
  }

  static double mean(const Node& node) noexcept {
    return node.visits == 0 ? 0.0 : static_cast<double>(node.reward) / node.visits;
  }

  // The most visited move; the tree's principal variation follows the same rule.
  SearchResult<P> result(std::uint64_t simulations) const {
    SearchResult<P> result;
    const Node& root = nodes_[0];
    for (std::uint32_t i = root.first_child; i < root.first_child + root.child_count; ++i)
      result.candidates.push_back({nodes_[i].move, mean(nodes_[i]), true, nodes_[i].visits});
    std::ranges::stable_sort(result.candidates, std::greater{},
                             [](const Candidate<P>& c) { return std::pair(c.visits, c.value); });
    for (const Node* node = &root; node->child_count > 0;) {
      const auto begin = nodes_.begin() + node->first_child;
      const auto best = std::ranges::max_element(begin, begin + node->child_count, {},
                                                 [](const Node& n) { return std::pair(n.visits, mean(n)); });
      if (best->visits == 0) break;
      result.pv.push_back(best->move);
      node = &*best;
    }
    result.best = result.candidates.front().move;
    result.score = result.candidates.front().value;
    result.depth = static_cast<int>(result.pv.size());
    result.nodes = simulations;
    return result;
  }

  [[no_unique_address]] Select select_;
  [[no_unique_address]] RollOut roll_out_;
  std::size_t max_nodes_;
  std::vector<Node> nodes_;
  std::vector<Node> kept_;  // where step_down copies to
  std::vector<std::uint32_t> path_;
};

}  // namespace tengen::search
