#pragma once
// The exact endgame solver of Othello: questions about scores, put to the search.

#include <utility>

#include "engines/othello/search.hpp"

namespace tengen::engines::othello {

class Solver {
 public:
  // As of a Search.
  template <class... Args>
  explicit Solver(Args&&... args) : search_(std::forward<Args>(args)...) {}

  Search& search() noexcept { return search_; }
  void begin(const Limits& limits, const StopToken& stop) { search_.begin(limits, stop); }
  std::uint64_t nodes() const noexcept { return search_.nodes(); }
  void clear() noexcept { search_.clear(); }

  // The exact score if it lies between low and high, otherwise a bound, as Search::look_ahead gives them.
  std::optional<int> score(const Position& position, int low = -max_score - 1, int high = max_score + 1);
  // Only who wins: 1, 0 or -1. Takes less time than the exact score.
  std::optional<int> outcome(const Position& position);

  // A move with this score. Precondition: it is the position's, and the game goes on.
  std::optional<Move> best_move(const Position& position, int score);
  // Best play from here to the end of the game, or as far as the limits allow.
  std::vector<Move> line(const Position& position, int score);
  // The exact score of every move, the best first.
  std::optional<std::vector<std::pair<Move, int>>> moves(const Position& position);

 private:
  void prepare(const Position& position);

  Search search_;
};

}  // namespace tengen::engines::othello
