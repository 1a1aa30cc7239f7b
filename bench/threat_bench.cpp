// Threat search: a stone put and taken back on the line board, a win of 21 plies by each method, the player's own games.

#include <benchmark/benchmark.h>

#include "engines/gomoku/threat/db_player.hpp"
#include "engines/gomoku/threat/solvers.hpp"

namespace tengen::gomoku {
namespace {

// White wins by fours in 21 plies; the same as in tests/data/threats.txt.
constexpr auto win_of_21_plies =
    "15/4o6o3/8xo5/4xx2o2o1x1/3oo1x3xx3/1o7ox4/3xox3x1o3/1x1xo3o1o1o2/12x2/1x11x1/1x4x2xo4/4oo1ox2o1o1/4x2o3x3/"
    "5x1x1xo1o2/15 o";

void line_board(benchmark::State& state) {
  engines::gomoku::LineBoard board(*games::gomoku::SmallPosition::from_string(win_of_21_plies));
  for (auto _ : state)
    for (int cell = 0; cell < games::gomoku::cells_of(15); ++cell) {
      if (!board.is_inside(cell) || !board.is_empty(cell)) continue;
      board.push(Side::first, cell);
      board.pop();
    }
}
BENCHMARK(line_board);

template <class Solver>
void solve(benchmark::State& state) {
  const auto position = *games::gomoku::SmallPosition::from_string(win_of_21_plies);
  const Values values(Solver::info().settings);
  std::uint64_t nodes = 0;
  for (auto _ : state) nodes += Solver::solve(position, values, {}, {}).nodes;
  state.counters["nodes"] = benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kIsRate);
}
BENCHMARK(solve<engines::gomoku::VcfSolver>);
BENCHMARK(solve<engines::gomoku::VctSolver>);
BENCHMARK(solve<engines::gomoku::DfpnSolver>);

// Time a move in games against itself, from three random stones on.
void player(benchmark::State& state) {
  const Values values(engines::gomoku::DbSearchPlayer::info().settings);
  const auto engine = engines::gomoku::DbSearchPlayer::make<games::gomoku::SmallPosition>(values);
  std::uint64_t game = 0;
  games::gomoku::SmallPosition position;
  const auto start = [&] {
    Rng rng(++game);
    position = games::gomoku::SmallPosition();
    for (int i = 0; i < 3; ++i) position.play(*position.random_move(rng));
    engine->new_game(game);
  };
  start();
  for (auto _ : state) {
    position.play(engine->search(position, {}, {}, {}).best);
    if (position.outcome() != Outcome::ongoing) start();
  }
}
BENCHMARK(player)->Unit(benchmark::kMillisecond)->MinTime(3);

}  // namespace
}  // namespace tengen::gomoku
