// Games a second of the simple ladder against itself, on 15×15 after two random moves.

#include <benchmark/benchmark.h>

#include "engines/gomoku/ladder/ladder.hpp"
#include "games/gomoku/game.hpp"

namespace tengen::gomoku {
namespace {

template <class Kind>
void self_play(benchmark::State& state) {
  using P = games::gomoku::SmallPosition;
  const Values values(Kind::info().settings);
  const std::array engines = {Kind::template make<P>(values), Kind::template make<P>(values)};
  std::uint64_t game = 0, moves = 0;
  for (auto _ : state) {
    Rng rng(++game);
    P position;
    for (int i = 0; i < 2; ++i) position.play(*position.random_move(rng));
    for (const auto& engine : engines) engine->new_game(game);
    while (position.outcome() == Outcome::ongoing) {
      const auto mover = static_cast<std::size_t>(position.side_to_move());
      position.play(engines[mover]->search(position, {}, {}, {}).best);
      ++moves;
    }
  }
  state.counters["games"] = benchmark::Counter(static_cast<double>(game), benchmark::Counter::kIsRate);
  state.counters["moves"] = benchmark::Counter(static_cast<double>(moves), benchmark::Counter::kIsRate);
}

BENCHMARK(self_play<engines::gomoku::Ai2>);
BENCHMARK(self_play<engines::gomoku::Ai4>);
BENCHMARK(self_play<engines::gomoku::Ai5>);
BENCHMARK(self_play<engines::gomoku::Ai6>);
BENCHMARK(self_play<engines::gomoku::Ai7>);
BENCHMARK(self_play<engines::gomoku::Ai8>);

}  // namespace
}  // namespace tengen::gomoku
