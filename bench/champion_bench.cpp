// The Connect Four champion: roll-outs and whole simulations a second of one core.

#include <benchmark/benchmark.h>

#include "engines/connect4/champion_rollout.hpp"
#include "engines/connect4/champion_tree.hpp"

namespace tengen::connect4 {
namespace {

template <class Bits>
void roll_outs(benchmark::State& state, const engines::connect4::Shape<Bits>& shape) {
  const engines::connect4::Board<Bits> board(shape);
  Rng rng(1);
  for (auto _ : state) benchmark::DoNotOptimize(engines::connect4::roll_out(shape, board, rng));
  state.counters["games"] = benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

template <class Bits>
void simulations(benchmark::State& state, const engines::connect4::Shape<Bits>& shape) {
  engines::connect4::Tree<Bits> tree(shape, {});
  std::uint64_t total = 0;
  for (auto _ : state) {
    tree.new_game(1);
    total +=
        tree.search(engines::connect4::Board<Bits>(shape), {std::nullopt, 200'000, std::nullopt}, {}, {}).simulations;
  }
  state.counters["simulations"] = benchmark::Counter(static_cast<double>(total), benchmark::Counter::kIsRate);
}

const engines::connect4::Shape<std::uint64_t> classic({6, 7, -1, -1});
const engines::connect4::Shape<engines::connect4::Lanes> largest({12, 12, 5, 3});

BENCHMARK_CAPTURE(roll_outs, classic, classic);
BENCHMARK_CAPTURE(roll_outs, largest, largest);
BENCHMARK_CAPTURE(simulations, classic, classic);
BENCHMARK_CAPTURE(simulations, largest, largest);

}  // namespace
}  // namespace tengen::connect4
