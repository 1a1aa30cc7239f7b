#include "champions/othello/solver.hpp"

#include <algorithm>
#include <system_error>
#include <thread>

#include "champions/othello/solver_cells.hpp"
#include "champions/othello/solver_worker.hpp"

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

int empty_cells(const Position& position) { return 64 - bit_count(position.own() | position.opponent()); }

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
    : shared_(std::make_unique<SolverShared>(table_bytes)) {
  for (int i = 0; i < threads; ++i) workers_.push_back(make_worker(processor, *shared_));
}

Solver::~Solver() = default;

void Solver::clear() noexcept { shared_->table.clear(); }

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
int Solver::search(const Position& position, int low, int high) {
  constexpr int worth_threads = 16;  // empty cells
  const Board board{position.own(), position.opponent()};
  std::vector<std::jthread> helpers;
  if (empty_cells(position) >= worth_threads) {
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
  const int score = workers_.front()->search(board, low, high);
  shared_->pool.finish();
  helpers.clear();
  workers_.front()->tell_nodes();
  return score;
}

std::optional<int> Solver::score(const Position& position, int low, int high) {
  if (position.outcome() != Outcome::ongoing)
    return final_score(bit_count(position.own()), bit_count(position.opponent()));
  if (shared_->stop) return std::nullopt;
  const int score = search(position, low, high);
  if (shared_->stop) return std::nullopt;
  return score;
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
  SolverTable::Entry entry{};
  if (shared_->table.find(SolverTable::key(position.own(), position.opponent()), entry))
    if (const auto known = std::ranges::find(moves, Move{static_cast<std::uint8_t>(entry.move)}); known != moves.end())
      std::swap(*known, moves[0]);
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
