// How fast the rules are: random games to the end, and perft with every leaf played.

#include <benchmark/benchmark.h>

#include "games/connect4/game.hpp"
#include "games/gomoku/game.hpp"
#include "games/othello/game.hpp"
#include "games/perft.hpp"

namespace tengen {
namespace {

template <games::Position P>
void random_games(benchmark::State& state, P start) {
  Rng rng(1);
  for (auto _ : state) benchmark::DoNotOptimize(games::random_playout(start, rng));
  state.counters["games"] = benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

template <games::Position P>
void perft_leaves(benchmark::State& state, P start) {
  const auto depth = static_cast<int>(state.range(0));
  std::uint64_t leaves = 0;
  for (auto _ : state) leaves += games::perft(start, depth);
  state.counters["leaves"] = benchmark::Counter(static_cast<double>(leaves), benchmark::Counter::kIsRate);
}

BENCHMARK_CAPTURE(random_games, connect4, games::connect4::SmallPosition());
BENCHMARK_CAPTURE(random_games, connect4_12x12,
                  games::connect4::LargePosition(games::connect4::Geometry{12, 12, -1, -1}));
BENCHMARK_CAPTURE(random_games, othello, games::othello::Position());
BENCHMARK_CAPTURE(random_games, gomoku, games::gomoku::SmallPosition());
BENCHMARK_CAPTURE(random_games, gomoku_renju, games::gomoku::SmallPosition(15, games::gomoku::Rule::renju));
BENCHMARK_CAPTURE(random_games, gomoku_20, games::gomoku::LargePosition(20, games::gomoku::Rule::freestyle));

BENCHMARK_CAPTURE(perft_leaves, connect4, games::connect4::SmallPosition())->Arg(8);
BENCHMARK_CAPTURE(perft_leaves, othello, games::othello::Position())->Arg(8);
BENCHMARK_CAPTURE(perft_leaves, gomoku, games::gomoku::SmallPosition())->Arg(2);

}  // namespace
}  // namespace tengen
