#include "engines/othello/solver.hpp"

#include <algorithm>
#include <system_error>
#include <thread>

#include "engines/othello/solver_cells.hpp"
#include "engines/othello/solver_worker.hpp"

namespace tengen::othello {

namespace {

std::unique_ptr<SolverWorker> make_worker(Processor processor, SolverShared& shared) {
  switch (processor) {
    case Processor::avx512: return make_avx512_worker(shared);
    case Processor::avx2: return make_avx2_worker(shared);
    case Processor::plain: break;
  }
  return make_plain_worker(shared);
}

Position after(Position position, Move move) {
  position.play(move);
  return position;
}

}  // namespace

std::vector<Processor> known_processors() {
  std::vector<Processor> known = {Processor::plain};
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("bmi2") ||
      !__builtin_cpu_supports("popcnt"))
    return known;
  known.push_back(Processor::avx2);
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512cd"))
    known.push_back(Processor::avx512);
  return known;
}

Solver::Solver(std::size_t table_bytes, int threads) : Solver(table_bytes, threads, known_processors().back()) {}

Solver::Solver(std::size_t table_bytes, int threads, Processor processor)
    : Solver(table_bytes, threads, processor, PatternWeights::built_in()) {}

Solver::Solver(std::size_t table_bytes, int threads, Processor processor, const PatternWeights& weights)
    : shared_(std::make_unique<SolverShared>(table_bytes, weights)) {
  for (int i = 0; i < threads; ++i) workers_.push_back(make_worker(processor, *shared_));
}

Solver::~Solver() = default;

void Solver::clear() noexcept {
  shared_->table.clear();
  for (const auto& worker : workers_) worker->clear();
}

void Solver::begin(const Limits& limits, const StopToken& stop) {
  shared_->stop = false;
  for (const auto& worker : workers_) {
    worker->tell_nodes();
    worker->begin(limits, stop);
  }
  shared_->nodes = 0;
}

std::uint64_t Solver::nodes() const noexcept { return shared_->nodes; }

// Helpers come and go with the question: a question that is worth a thread takes far longer than starting one.
int Solver::search(const Position& position, int low, int high, int depth, int certainty) {
  constexpr int worth_threads = 16, worth_threads_depth = 10;  // empty cells of an exact search, plies of another
  const Board board{position.own(), position.opponent()};
  std::vector<std::jthread> helpers;
  if (depth >= empty_cells(position) ? depth >= worth_threads : depth >= worth_threads_depth) {
    shared_->pool.start();
    try {
      for (std::size_t i = 1; i < workers_.size(); ++i)
        helpers.emplace_back([this, i] {
          while (SplitPoint* const point = shared_->pool.wait_for_work()) workers_[i]->help(*point);
        });
    } catch (const std::system_error&) {
      // The system gives no more threads: those that came will do.
    }
  }
  const int score = workers_.front()->search(board, low, high, depth, certainty);
  shared_->pool.finish();
  helpers.clear();
  workers_.front()->tell_nodes();
  return score;
}

std::optional<int> Solver::look_ahead(const Position& position, int depth, int certainty, int low, int high) {
  if (position.outcome() != Outcome::ongoing)
    return final_score(bit_count(position.own()), bit_count(position.opponent()));
  if (shared_->stop) return std::nullopt;
  const int score = search(position, low, high, std::min(depth, empty_cells(position)), certainty);
  if (shared_->stop) return std::nullopt;
  return score;
}

std::optional<Move> Solver::table_move(const Position& position, const MoveList<Position>& moves) const {
  SolverTable::Entry entry{};
  if (!shared_->table.find(SolverTable::key(position.own(), position.opponent()), entry)) return std::nullopt;
  const Move move{static_cast<std::uint8_t>(entry.move)};
  if (move.is_pass() || std::ranges::find(moves, move) == moves.end()) return std::nullopt;
  return move;
}

Move Solver::known_move(const Position& position) const {
  MoveList<Position> moves;
  position.legal_moves(moves);
  return table_move(position, moves).value_or(moves[0]);
}

std::vector<Move> Solver::known_line(Position position, Move move, int length) const {
  std::vector<Move> line;
  for (std::optional<Move> next = move; next && length > 0; --length) {
    line.push_back(*next);
    position.play(*next);
    MoveList<Position> moves;
    if (position.outcome() == Outcome::ongoing) position.legal_moves(moves);
    if (moves.empty()) break;
    next = moves.size() == 1 ? moves[0] : table_move(position, moves);
  }
  return line;
}

int Solver::evaluate(const Position& position) {
  return workers_.front()->evaluate({position.own(), position.opponent()});
}

// Bolder and shorter searches leave good first moves in the table for the one that must be certain.
void Solver::prepare(const Position& position) {
  constexpr int worth_it = 14;
  const int empties = empty_cells(position);
  if (empties < worth_it) return;
  for (int depth = 4 + empties % 2; depth < empties - 8; depth += 2) look_ahead(position, depth, 0);
  look_ahead(position, empties, 0);
}

std::optional<int> Solver::score(const Position& position, int low, int high) {
  prepare(position);
  return look_ahead(position, Position::max_moves, certain, low, high);
}

std::optional<int> Solver::outcome(const Position& position) {
  const auto found = score(position, -1, 1);
  if (!found) return std::nullopt;
  return *found > 0 ? 1 : *found < 0 ? -1 : 0;
}

std::optional<Move> Solver::best_move(const Position& position, int score) {
  MoveList<Position> moves;
  position.legal_moves(moves);
  // The table's move is nearly always the one; the others are only asked in case its entry is lost.
  std::swap(*std::ranges::find(moves, known_move(position)), moves[0]);
  for (const Move move : moves) {
    const auto its = this->score(after(position, move), -score, -score + 1);
    if (!its) return std::nullopt;
    if (-*its >= score) return move;
  }
  return std::nullopt;
}

std::vector<Move> Solver::line(Position position, int score) {
  std::vector<Move> line;
  while (position.outcome() == Outcome::ongoing) {
    const auto move = best_move(position, score);
    if (!move) break;
    line.push_back(*move);
    position.play(*move);
    score = -score;
  }
  return line;
}

std::optional<std::vector<std::pair<Move, int>>> Solver::moves(const Position& position) {
  MoveList<Position> legal;
  position.legal_moves(legal);
  std::vector<std::pair<Move, int>> result;
  for (const Move move : legal) {
    const auto its = score(after(position, move));
    if (!its) return std::nullopt;
    result.emplace_back(move, -*its);
  }
  std::ranges::stable_sort(result, std::greater{}, &std::pair<Move, int>::second);
  return result;
}

}  // namespace tengen::othello
