#pragma once
// The exact endgame solver of Othello. docs/algorithms/othello.md tells how it works.
//
// A score is seen from the side to move: the difference in discs at the end of the game under best play, where cells
// that stay empty count for the winner. So it is even, and a wipe-out is 64 in any case.

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/limits.hpp"
#include "games/othello/position.hpp"

namespace tengen::othello {

class PatternWeights;
struct SolverShared;
class SolverWorker;

inline int empty_cells(const Position& position) noexcept {
  return 64 - bit_count(position.own() | position.opponent());
}

// The instructions a search is compiled for.
enum class Processor : std::uint8_t { plain, avx2, avx512 };
// Those that this machine has, the best last.
std::vector<Processor> known_processors();

// Owns its table, which grows wiser from question to question. One question at a time.
class Solver {
 public:
  static constexpr int max_score = 64;
  static constexpr std::size_t default_table_bytes = std::size_t{64} << 20;

  explicit Solver(std::size_t table_bytes = default_table_bytes, int threads = 1);
  Solver(std::size_t table_bytes, int threads, Processor processor);
  // The weights must outlive the solver.
  Solver(std::size_t table_bytes, int threads, Processor processor, const PatternWeights& weights);
  ~Solver();

  // Begins a series of questions. All of them together have these limits; once a limit is reached, no question is
  // answered any more.
  void begin(const Limits& limits, const StopToken& stop);
  std::uint64_t nodes() const noexcept;  // positions visited since then

  // The exact score if it lies between low and high; otherwise a bound on the same side: a score of low or less means
  // that the true one is no higher, a score of high or more that it is no lower. Right for finished games as well.
  std::optional<int> score(const Position& position, int low = -max_score - 1, int high = max_score + 1);
  // Only who wins: 1, 0 or -1. Takes less time than the exact score.
  std::optional<int> outcome(const Position& position);

  // A move with this score. Precondition: it is the position's, and the game goes on.
  std::optional<Move> best_move(const Position& position, int score);
  // Best play from here to the end of the game, or as far as the limits allow.
  std::vector<Move> line(Position position, int score);
  // The exact score of every move, the best first.
  std::optional<std::vector<std::pair<Move, int>>> moves(const Position& position);

  // A search of so many plies with the evaluation, which cuts as boldly as its certainty allows (solver_margins.hpp); in
  // discs, with bounds as for `score`.
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
  std::optional<Move> table_move(const Position& position, const MoveList<Position>& moves) const;
  int search(const Position& position, int low, int high, int depth, int certainty);
  void prepare(const Position& position);

  std::unique_ptr<SolverShared> shared_;
  std::vector<std::unique_ptr<SolverWorker>> workers_;  // one for each thread
};

}  // namespace tengen::othello
