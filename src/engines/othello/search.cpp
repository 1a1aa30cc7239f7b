#include "engines/othello/search.hpp"

#include <algorithm>
#include <system_error>
#include <thread>

#include "engines/othello/endgame_cells.hpp"
#include "engines/othello/search_worker.hpp"

namespace tengen::engines::othello {

namespace {

std::unique_ptr<SearchWorker> make_worker(Processor processor, SearchShared& shared) {
  switch (processor) {
    case Processor::avx512: return make_avx512_worker(shared);
    case Processor::avx2: return make_avx2_worker(shared);
    case Processor::plain: break;
  }
  return make_plain_worker(shared);
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

Search::Search(std::size_t table_bytes, int threads) : Search(table_bytes, threads, known_processors().back()) {}

Search::Search(std::size_t table_bytes, int threads, Processor processor)
    : Search(table_bytes, threads, processor, PatternWeights::built_in()) {}

Search::Search(std::size_t table_bytes, int threads, Processor processor, const PatternWeights& weights)
    : shared_(std::make_unique<SearchShared>(table_bytes, weights)) {
  for (int i = 0; i < threads; ++i) workers_.push_back(make_worker(processor, *shared_));
}

Search::~Search() = default;

void Search::clear() noexcept {
  shared_->table.clear();
  for (const auto& worker : workers_) worker->clear();
}

void Search::begin(const Limits& limits, const StopToken& stop) {
  shared_->stop = false;
  for (const auto& worker : workers_) {
    worker->tell_nodes();
    worker->begin(limits, stop);
  }
  shared_->nodes = 0;
}

std::uint64_t Search::nodes() const noexcept { return shared_->nodes; }

// Helpers come and go with the question: a question that is worth a thread takes far longer than starting one.
int Search::ask(const Position& position, int low, int high, int depth, int certainty) {
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

std::optional<int> Search::look_ahead(const Position& position, int depth, int certainty, int low, int high) {
  if (position.outcome() != Outcome::ongoing)
    return final_score(bit_count(position.own()), bit_count(position.opponent()));
  if (shared_->stop) return std::nullopt;
  const int score = ask(position, low, high, std::min(depth, empty_cells(position)), certainty);
  if (shared_->stop) return std::nullopt;
  return score;
}

std::optional<Move> Search::table_move(const Position& position, const games::MoveList<Position>& moves) const {
  SearchTable::Entry entry{};
  if (!shared_->table.find(SearchTable::key(position.own(), position.opponent()), entry)) return std::nullopt;
  const Move move{static_cast<std::uint8_t>(entry.move)};
  if (move.is_pass() || std::ranges::find(moves, move) == moves.end()) return std::nullopt;
  return move;
}

Move Search::known_move(const Position& position) const {
  games::MoveList<Position> moves;
  position.legal_moves(moves);
  return table_move(position, moves).value_or(moves[0]);
}

std::vector<Move> Search::known_line(Position position, Move move, int length) const {
  std::vector<Move> line;
  for (std::optional<Move> next = move; next && length > 0; --length) {
    line.push_back(*next);
    position.play(*next);
    games::MoveList<Position> moves;
    if (position.outcome() == Outcome::ongoing) position.legal_moves(moves);
    if (moves.empty()) break;
    next = moves.size() == 1 ? moves[0] : table_move(position, moves);
  }
  return line;
}

int Search::evaluate(const Position& position) {
  return workers_.front()->evaluate({position.own(), position.opponent()});
}

}  // namespace tengen::engines::othello
