#pragma once
// Alpha-beta, fail-soft, with an optional transposition table. Returns exactly minimax's value at the root.

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "search/engine.hpp"
#include "search/evaluator.hpp"
#include "search/root.hpp"
#include "search/stoppers.hpp"
#include "search/transposition_table.hpp"

namespace tengen::search {

// Orders quiet moves by how often they refuted others. Moves are folded into few slots; a clash only costs order.
template <games::Position P>
class History {
 public:
  int operator()(Side side, typename P::Move move) const noexcept { return scores_[slot(side, move)]; }
  void reward(Side side, typename P::Move move, int depth) noexcept {
    int& score = scores_[slot(side, move)];
    score += depth * depth;
    if (score > 1 << 24)
      for (int& s : scores_) s /= 2;
  }

 private:
  static std::size_t slot(Side side, typename P::Move move) noexcept {
    std::uint32_t bits = 0;
    const auto bytes = std::bit_cast<std::array<std::uint8_t, sizeof(move)>>(move);
    for (const std::uint8_t byte : bytes) bits = bits << 8 | byte;
    return (bits * 2654435769U >> 22) * 2 + static_cast<std::size_t>(side);
  }
  std::array<int, 2048> scores_{};
};

template <games::Position P, Evaluator<P> E>
class AlphaBeta {
 public:
  using Table = TranspositionTable<typename P::Move>;

  // Without a table pass nullptr.
  AlphaBeta(E evaluate, Stopper& stopper, Table* table)
      : evaluate_(std::move(evaluate)), stopper_(stopper), table_(table) {}

  RootValues<P> search(const P& root, int depth) {
    RootValues<P> values;
    cut_short_ = false;
    games::MoveList<P> moves;
    root.legal_moves(moves);
    order(root, moves, hint(root));
    int alpha = -infinite;
    for (const auto move : moves) {
      P next = root;
      next.play(move);
      const int value = -node(next, depth - 1, 1, -infinite, -alpha);
      if (stopper_.stopped()) break;
      if (values.add(move, value, value > alpha)) values.set_pv(move, pv_.line(1));
      alpha = std::max(alpha, value);
    }
    if (table_ && !stopper_.stopped() && !values.candidates.empty())
      table_->store(root.key(), alpha, values.candidates[values.best].move, depth, Bound::exact);
    return values;
  }

  std::uint64_t nodes() const noexcept { return progress_.nodes; }
  // Whether the last search met its horizon; if not, every line was played to the end of the game.
  bool cut_short() const noexcept { return cut_short_; }

 private:
  static constexpr int infinite = win_value + 1;

  // With v the true value and r what is returned:
  //   r ≤ alpha          v ≤ r
  //   alpha < r < beta   v = r
  //   beta ≤ r           v ≥ r
  // Means nothing once the stopper has said stop.
  int node(const P& position, int depth, int ply, int alpha, int beta) {
    // 1. Leaves.
    ++progress_.nodes;
    pv_.clear(ply);
    if (const Outcome outcome = position.outcome(); outcome != Outcome::ongoing)
      return terminal_value(outcome, position.side_to_move(), ply);
    if (stopper_.should_stop(progress_)) return 0;
    if (depth == 0) {
      cut_short_ = true;
      return evaluate_(position);
    }

    // 2. The table. Only a search of the very same depth may answer, so that the value is minimax's to the bit.
    std::optional<typename P::Move> first;
    if (table_) {
      if (const auto* entry = table_->find(position.key())) {
        first = entry->move;
        const int value = from_table(entry->value, ply);
        if (entry->depth == depth && answers(entry->bound, value, alpha, beta)) {
          cut_short_ = true;  // the stored value may come from a horizon
          pv_.clear(ply + 1);
          pv_.update(ply, entry->move);
          return value;
        }
      }
    }

    // 3. The moves, likely refutations first.
    games::MoveList<P> moves;
    position.legal_moves(moves);
    order(position, moves, first);
    int best = -infinite;
    typename P::Move best_move = moves[0];
    const int original_alpha = alpha;
    for (const auto move : moves) {
      P next = position;
      next.play(move);
      const int value = -node(next, depth - 1, ply + 1, -beta, -alpha);
      if (stopper_.stopped()) return 0;
      if (value <= best) continue;
      best = value;
      best_move = move;
      if (value <= alpha) continue;
      alpha = value;
      pv_.update(ply, move);
      if (alpha >= beta) {
        history_.reward(position.side_to_move(), move, depth);
        break;
      }
    }

    // 4. Remember.
    if (table_)
      table_->store(position.key(), to_table(best, ply), best_move, depth, bound_of(best, original_alpha, beta));
    return best;
  }

  std::optional<typename P::Move> hint(const P& position) const {
    if (!table_) return std::nullopt;
    const auto* entry = table_->find(position.key());
    return entry ? std::optional(entry->move) : std::nullopt;
  }

  // The table's move, then by history; insertion sort, since lists are short or nearly all zero.
  void order(const P& position, games::MoveList<P>& moves,
             const std::optional<typename P::Move>& first) const noexcept {
    FixedList<int, P::max_moves> scores;
    const Side side = position.side_to_move();
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const auto move = moves[i];
      const int score = first && move == *first ? std::numeric_limits<int>::max() : history_(side, move);
      std::size_t j = i;
      scores.push_back(score);
      for (; j > 0 && scores[j - 1] < score; --j) {
        moves[j] = moves[j - 1];
        scores[j] = scores[j - 1];
      }
      moves[j] = move;
      scores[j] = score;
    }
  }

  E evaluate_;
  Stopper& stopper_;
  Table* table_;
  SearchProgress progress_;
  bool cut_short_ = false;
  PvTable<typename P::Move> pv_;
  History<P> history_;
};

}  // namespace tengen::search
