// How fast the rules are: random games to the end, and perft with every leaf played.

#include <benchmark/benchmark.h>

#include "games/connect4/game.hpp"
#include "games/gomoku/game.hpp"
#include "games/othello/game.hpp"
#include "games/perft.hpp"

namespace tengen {
namespace {

template <Position P>
void random_games(benchmark::State& state, P start) {
  Rng rng(1);
  for (auto _ : state) benchmark::DoNotOptimize(random_playout(start, rng));
  state.counters["games"] = benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

template <Position P>
void perft_leaves(benchmark::State& state, P start) {
  const auto depth = static_cast<int>(state.range(0));
  std::uint64_t leaves = 0;
  for (auto _ : state) leaves += perft(start, depth);
  state.counters["leaves"] = benchmark::Counter(static_cast<double>(leaves), benchmark::Counter::kIsRate);
}

BENCHMARK_CAPTURE(random_games, connect4, connect4::SmallPosition());
BENCHMARK_CAPTURE(random_games, connect4_12x12, connect4::LargePosition(connect4::Geometry{12, 12, -1, -1}));
BENCHMARK_CAPTURE(random_games, othello, othello::Position());
BENCHMARK_CAPTURE(random_games, gomoku, gomoku::SmallPosition());
BENCHMARK_CAPTURE(random_games, gomoku_renju, gomoku::SmallPosition(15, gomoku::Rule::renju));
BENCHMARK_CAPTURE(random_games, gomoku_20, gomoku::LargePosition(20, gomoku::Rule::freestyle));

BENCHMARK_CAPTURE(perft_leaves, connect4, connect4::SmallPosition())->Arg(8);
BENCHMARK_CAPTURE(perft_leaves, othello, othello::Position())->Arg(8);
BENCHMARK_CAPTURE(perft_leaves, gomoku, gomoku::SmallPosition())->Arg(2);

}  // namespace
}  // namespace tengen
