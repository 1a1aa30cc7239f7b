// How fast the Connect Four solver is on positions of different ages; "nodes" is a rate.

#include <benchmark/benchmark.h>

#include "engines/connect4/solver.hpp"

namespace tengen::connect4 {
namespace {

// Each round starts with an empty table, so that it does the same work.
void solve(benchmark::State& state, const games::connect4::Geometry& geometry, std::string_view columns) {
  games::connect4::SmallPosition position(geometry);
  for (const char c : columns) position.play({static_cast<std::uint8_t>(c - '1')});
  engines::connect4::Solver solver(geometry, std::size_t{8} << 20);
  std::uint64_t nodes = 0;
  for (auto _ : state) {
    state.PauseTiming();
    solver.clear();
    state.ResumeTiming();
    nodes += solver.solve(position).nodes;
  }
  state.counters["nodes"] = benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kIsRate);
}

BENCHMARK_CAPTURE(solve, classic_late, games::connect4::Geometry{}, "7422341735647741166133573473242566");
BENCHMARK_CAPTURE(solve, classic_middle, games::connect4::Geometry{}, "274552224131661");
BENCHMARK_CAPTURE(solve, classic_early, games::connect4::Geometry{}, "2416165");
BENCHMARK_CAPTURE(solve, blocked_6x6, games::connect4::Geometry{6, 6, 2, 1}, "3344");

}  // namespace
}  // namespace tengen::connect4
