#pragma once
// The search of the endgame solver and of the champion: so many plies ahead, as boldly as one likes, by several threads
// over one table. docs/algorithms/othello.md tells how it works.
//
// A score is seen from the side to move: the difference in discs at the end of the game under best play, where cells
// that stay empty count for the winner. So it is even, and a wipe-out is 64 in any case. A guess is in discs too.

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/limits.hpp"
#include "engines/rules.hpp"
#include "games/othello/position.hpp"

namespace tengen::engines::othello {

class PatternWeights;
struct SearchShared;
class SearchWorker;

inline int empty_cells(const Position& position) noexcept {
  return 64 - bit_count(position.own() | position.opponent());
}

// The instructions a search is compiled for.
enum class Processor : std::uint8_t { plain, avx2, avx512 };
// Those that this machine has, the best last.
std::vector<Processor> known_processors();

inline constexpr int max_score = 64;

// Owns its table, which grows wiser from question to question. One question at a time.
class Search {
 public:
  static constexpr std::size_t default_table_bytes = std::size_t{64} << 20;

  explicit Search(std::size_t table_bytes = default_table_bytes, int threads = 1);
  Search(std::size_t table_bytes, int threads, Processor processor);
  // The weights must outlive the search.
  Search(std::size_t table_bytes, int threads, Processor processor, const PatternWeights& weights);
  ~Search();

  // Begins a series of questions. All of them together have these limits; once a limit is reached, no question is
  // answered any more.
  void begin(const Limits& limits, const StopToken& stop);
  std::uint64_t nodes() const noexcept;  // positions visited since then

  // So many plies with the evaluation, cutting as boldly as the certainty allows (search_margins.hpp). With v the value
  // of that search, the score where it is certain and sees the end, and r what is returned:
  //   r ≤ low          v ≤ r
  //   low < r < high   v = r
  //   high ≤ r         v ≥ r
  // Right for finished games as well.
  std::optional<int> look_ahead(const Position& position, int depth, int certainty, int low = -max_score - 1,
                                int high = max_score + 1);
  // The best move that the last look ahead at the position knew of, or any move.
  Move known_move(const Position& position) const;
  // The move, and how the table expects the game to go on; at most so many moves.
  std::vector<Move> known_line(Position position, Move move, int length) const;
  // What the evaluation alone says.
  int evaluate(const Position& position);

  // Forgets everything learned.
  void clear() noexcept;

 private:
  std::optional<Move> table_move(const Position& position, const games::MoveList<Position>& moves) const;
  int ask(const Position& position, int low, int high, int depth, int certainty);

  std::unique_ptr<SearchShared> shared_;
  std::vector<std::unique_ptr<SearchWorker>> workers_;  // one for each thread
};

}  // namespace tengen::engines::othello
