#pragma once
// Minimax and alpha-beta over a model: an engine-side board with push and pop that proposes its own moves. The deep
// ladder and the pattern players differ in their models only.
//
// A model offers
//   using Value                            ordered, with unary −; seen from the side to move
//   static constexpr bool order_is_value   whether a candidate's order is exactly the value of the board after it
//   void set(const P&)                     the root, which has at least one stone on it
//   void push(int cell), pop(int cell)
//   bool five() const                      whether the last move has won
//   Value lost(int ply) const              the value of that for the side to move, ply moves below the root
//   Value leaf(int ply)                    the value of an unfinished board at the horizon
//   void expand(int ply, std::size_t most, List& out)
//                                          at most so many candidates, best first; none when the board is full
//   static Value lowest()                  no value is below it
//   static double number(Value)            for reports

#include <optional>
#include <span>
#include <vector>

#include "core/fixed_list.hpp"
#include "engines/gomoku/take_centre.hpp"
#include "engines/rules.hpp"
#include "games/gomoku/position.hpp"
#include "search/engine.hpp"
#include "search/root.hpp"
#include "search/stoppers.hpp"

namespace tengen::engines::gomoku {

// Without initial values: a list of hundreds of them is made at every node and mostly left empty.
template <class Order>
struct Scored {
  int cell;
  Order order;
};

template <class Order>
using ScoredList = FixedList<Scored<Order>, largest_size * largest_size>;

// Keeps the `most` best of what is offered, best first; of equals the one offered first.
template <class Order>
void offer(ScoredList<Order>& list, std::size_t most, int cell, const Order& order) noexcept {
  if (list.size() == most) {
    if (!(list[most - 1].order < order)) return;
    list.resize(most - 1);
  }
  list.push_back({cell, order});
  for (std::size_t i = list.size() - 1; i > 0 && list[i - 1].order < order; --i) std::swap(list[i - 1], list[i]);
}

template <class Value>
struct ValuedMove {
  int cell = 0;
  Value value{};
  bool exact = false;
};

template <class Model, bool pruning>
class CandidateSearch {
 public:
  using Value = typename Model::Value;
  using List = ScoredList<typename Model::Order>;

  CandidateSearch(Model& model, search::Stopper& stopper) : model_(model), stopper_(stopper) {}

  // Values the moves in their order, for as long as the stopper lets it; returns how many were finished. The best
  // `exact_moves` of them get their true values, the others may get a bound from above.
  std::size_t values(std::span<ValuedMove<Value>> moves, int depth, std::size_t exact_moves) {
    std::vector<Value> best;  // the highest values so far, falling
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const bool bounded = pruning && best.size() >= exact_moves;
      const Value alpha = bounded ? best[exact_moves - 1] : Model::lowest();
      ValuedMove<Value>& move = moves[i];
      model_.push(move.cell);
      const Value value = -node(depth - 1, 1, Model::lowest(), -alpha);
      model_.pop(move.cell);
      if (stopper_.stopped()) return i;
      move.value = value;
      move.exact = !bounded || alpha < value;
      if (best.empty() || best.front() < value) remember_line(move.cell);
      best.insert(std::ranges::find_if(best, [&](const Value& v) { return v < value; }), value);
    }
    return moves.size();
  }

  std::uint64_t nodes() const noexcept { return progress_.nodes; }
  // The line of the best move of the last call.
  const std::vector<int>& line() const noexcept { return line_; }

 private:
  // Without pruning the node's value v, with it (fail-hard) min(max(v, alpha), beta).
  Value node(int depth, int ply, Value alpha, Value beta) {
    // 1. Leaves.
    ++progress_.nodes;
    pv_.clear(ply);
    if (model_.five()) return within(model_.lost(ply), alpha, beta);
    if (depth == 0) return within(model_.leaf(ply), alpha, beta);
    if (stopper_.should_stop(progress_)) return alpha;

    // 2. Candidates. Before the last move the best of them is all that counts when their order is their value.
    const bool last = Model::order_is_value && depth == 1;
    List list;
    model_.expand(ply, last ? 1 : largest_size * largest_size, list);
    if (list.empty()) return within(model_.leaf(ply), alpha, beta);
    if constexpr (Model::order_is_value) {
      if (last) {
        ++progress_.nodes;
        pv_.clear(ply + 1);
        pv_.update(ply, static_cast<std::int16_t>(list[0].cell));
        return within(list[0].order, alpha, beta);
      }
    }

    // 3. The moves in their order.
    std::optional<Value> best;
    for (const auto& candidate : list) {
      model_.push(candidate.cell);
      const Value value = -node(depth - 1, ply + 1, -beta, -alpha);
      model_.pop(candidate.cell);
      if (stopper_.stopped()) return alpha;
      if (best && !(*best < value)) continue;
      best = value;
      pv_.update(ply, static_cast<std::int16_t>(candidate.cell));
      if constexpr (pruning) {
        if (alpha < value) alpha = value;
        if (!(alpha < beta)) break;
      }
    }
    return pruning ? alpha : *best;
  }

  static Value within(Value value, Value alpha, Value beta) noexcept {
    if constexpr (pruning) {
      if (value < alpha) return alpha;
      if (beta < value) return beta;
    }
    return value;
  }

  void remember_line(int first) {
    line_.assign(1, first);
    line_.insert(line_.end(), pv_.line(1).begin(), pv_.line(1).end());
  }

  Model& model_;
  search::Stopper& stopper_;
  search::SearchProgress progress_;
  search::PvTable<std::int16_t> pv_;
  std::vector<int> line_;
};

// --- What the engines around these searches share ---

// The points that the rules allow.
template <class P>
typename P::Bits legal_points(const P& position) noexcept {
  games::MoveList<P> moves;
  position.legal_moves(moves);
  typename P::Bits points;
  for (const auto move : moves) points.set(position.cell_of(move));
  return points;
}

// The best root move is the first of the highest value.
template <class Value>
std::size_t best_of(std::span<const ValuedMove<Value>> moves) noexcept {
  std::size_t best = 0;
  for (std::size_t i = 1; i < moves.size(); ++i)
    if (moves[best].value < moves[i].value) best = i;
  return best;
}

template <class P, class Model>
search::SearchResult<P> to_result(const P& position, std::span<const ValuedMove<typename Model::Value>> moves,
                                  const std::vector<int>& line, int depth, std::uint64_t nodes) {
  search::SearchResult<P> result;
  const std::size_t best = best_of(moves);
  result.best = position.move_at(moves[best].cell);
  result.score = Model::number(moves[best].value);
  result.depth = depth;
  result.nodes = nodes;
  for (const int cell : line) result.pv.push_back(position.move_at(cell));
  for (const auto& move : moves)
    result.candidates.push_back({position.move_at(move.cell), Model::number(move.value), move.exact, 0});
  std::ranges::stable_sort(result.candidates, std::greater{},
                           [&](const search::Candidate<P>& c) { return std::pair(c.value, c.move == result.best); });
  return result;
}

// One search of the model's root to a depth, or to that of the limits where it is less. Stopped before any move was
// valued, it takes the one that looked best.
template <bool pruning, class P, class Model>
search::SearchResult<P> search_to_depth(const P& position, Model& model, int depth, const Limits& limits,
                                        StopToken stop, const search::InfoSink<P>& info) {
  typename Model::List list;
  model.expand(0, largest_size * largest_size, list);
  std::vector<ValuedMove<typename Model::Value>> moves;
  for (const auto& candidate : list) moves.push_back({candidate.cell, {}, false});

  search::Stopper stopper(limits, std::move(stop));
  CandidateSearch<Model, pruning> search(model, stopper);
  depth = std::clamp(limits.depth.value_or(depth), 1, depth);
  std::size_t done = search.values(moves, depth, 1);
  std::vector<int> line = search.line();
  if (done == 0) line = {moves[0].cell}, done = 1;
  const int finished = stopper.stopped() ? 0 : depth;
  auto result = to_result<P, Model>(position, std::span(moves).first(done), line, finished, search.nodes());
  if (info) info(result);
  return result;
}

}  // namespace tengen::engines::gomoku
