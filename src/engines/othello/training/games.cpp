#include "engines/othello/training/games.hpp"

#include <algorithm>
#include <atomic>
#include <thread>

#include "core/rng.hpp"
#include "engines/othello/search_margins.hpp"
#include "engines/othello/solver.hpp"

namespace tengen::engines::othello {

namespace {

// The smaller of two draws: short random beginnings are more frequent, long ones not rare.
Position random_beginning(const GamePlan& plan, Rng& rng) {
  constexpr int fewest = 4;
  for (;;) {
    const auto range = static_cast<std::uint32_t>(std::max(1, plan.most_random - fewest + 1));
    const std::uint32_t first = rng.below(range), second = rng.below(range);
    int plies = fewest + static_cast<int>(std::min(first, second));
    Position position;
    for (; plies > 0; --plies) {
      const auto move = position.random_move(rng);
      if (!move) break;
      position.play(*move);
    }
    if (position.outcome() == Outcome::ongoing) return position;
  }
}

class Player {
 public:
  Player(const PatternWeights& weights, const GamePlan& plan)
      : plan_(plan), solver_(std::size_t{8} << 20, 1, known_processors().back(), weights) {}

  std::vector<Sample> play(std::uint32_t number) {
    Rng rng(hash_words(plan_.seed, number));
    Position position = random_beginning(plan_, rng);
    solver_.clear();
    solver_.begin({}, {});
    std::vector<Sample> samples;
    std::vector<Side> sides;
    const auto add = [&](int searched) {
      samples.push_back({position.own(), position.opponent(), number, 0, static_cast<std::int8_t>(searched)});
      sides.push_back(position.side_to_move());
    };
    while (position.outcome() == Outcome::ongoing && empty_cells(position) > plan_.exact) {
      const int searched = *solver_.search().look_ahead(position, plan_.depth, certain);
      add(searched);
      position.play(solver_.search().known_move(position));
    }
    int result = *solver_.score(position);
    const Side judge = position.side_to_move();
    int exact = result;
    for (const Move move : solver_.line(position, result)) {
      add(exact);
      exact = -exact;
      position.play(move);
    }
    for (std::size_t i = 0; i < samples.size(); ++i)
      samples[i].result = static_cast<std::int8_t>(sides[i] == judge ? result : -result);
    return samples;
  }

 private:
  GamePlan plan_;
  Solver solver_;
};

}  // namespace

std::vector<Sample> play_games(const PatternWeights& weights, const GamePlan& plan, std::uint32_t first,
                               std::uint32_t count, int threads, const StopToken& stop) {
  std::vector<std::vector<Sample>> games(count);
  std::atomic<std::uint32_t> next = 0;
  {
    std::vector<std::jthread> workers;
    for (int i = 0; i < threads; ++i)
      workers.emplace_back([&] {
        Player player(weights, plan);
        for (std::uint32_t at = next++; at < count && !stop.stop_requested(); at = next++)
          games[at] = player.play(first + at);
      });
  }
  std::vector<Sample> all;
  for (const auto& game : games) {
    if (game.empty()) break;  // stopped: what follows would leave a gap
    all.insert(all.end(), game.begin(), game.end());
  }
  return all;
}

}  // namespace tengen::engines::othello
