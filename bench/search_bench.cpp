// How fast the searches are on a fixed piece of work.

#include <benchmark/benchmark.h>

#include "games/connect4/game.hpp"
#include "games/gomoku/game.hpp"
#include "games/othello/game.hpp"
#include "search/alpha_beta.hpp"
#include "search/uct.hpp"

namespace tengen {
namespace {

template <games::Position P>
void uct(benchmark::State& state, P start) {
  search::Uct<P> search(0.7, 1'000'000);
  Rng rng(1);
  Limits limits;
  limits.nodes = 10'000;
  for (auto _ : state) benchmark::DoNotOptimize(search.search(start, limits, {}, rng, {}));
  state.counters["simulations"] =
      benchmark::Counter(1e4 * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

template <games::Position P>
void alpha_beta(benchmark::State& state, P start) {
  std::uint64_t nodes = 0;
  for (auto _ : state) {
    search::Stopper stopper({}, {});
    search::AlphaBeta<P, search::StaticEvaluator<P>> search({}, stopper, nullptr);
    search.search(start, static_cast<int>(state.range(0)));
    nodes += search.nodes();
  }
  state.counters["nodes"] = benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kIsRate);
}

BENCHMARK_CAPTURE(uct, connect4, games::connect4::SmallPosition());
BENCHMARK_CAPTURE(uct, othello, games::othello::Position());
BENCHMARK_CAPTURE(uct, gomoku, games::gomoku::SmallPosition());

BENCHMARK_CAPTURE(alpha_beta, connect4, games::connect4::SmallPosition())->Arg(7);
BENCHMARK_CAPTURE(alpha_beta, othello, games::othello::Position())->Arg(6);
BENCHMARK_CAPTURE(alpha_beta, gomoku, games::gomoku::SmallPosition())->Arg(2);

}  // namespace
}  // namespace tengen
