#include "experiments/thinking.hpp"

#include <fmt/format.h>
#include <time.h>

#include "core/hash.hpp"

namespace tengen {

namespace {

double thread_cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

Expected<Thought> think(Player& player, const Game& game, const Limits& limits, const StopToken& stop) {
  player.prepare(game, stop);
  const double begin = thread_cpu_seconds();
  auto chosen = player.choose(game, limits, stop, {});
  const double seconds = thread_cpu_seconds() - begin;
  if (stop.stop_requested()) return Lab::stopped();
  if (!chosen) return fail("{}", chosen.error().message);
  return Thought{std::move(*chosen), seconds};
}

Expected<std::vector<std::unique_ptr<Game>>> make_positions(const Lab& lab, const PositionPlan& plan) {
  const auto start = lab.start(plan.game, plan.position);
  if (!start) return start.error();
  const auto maker = lab.registry().make_player(plan.maker, **start);
  if (!maker) return maker.error();
  std::vector<std::unique_ptr<Game>> positions;
  for (std::uint64_t number = 0; static_cast<int>(positions.size()) < plan.count; ++number) {
    if (number > 100 * static_cast<std::uint64_t>(plan.count))
      return fail("{} does not reach {} plies often enough", plan.maker, plan.plies);
    (*maker)->new_game(mix(lab.plan().seed + 1000003 * number));
    auto game = (*start)->clone();
    for (int ply = 0; ply < plan.plies && game->outcome() == Outcome::ongoing; ++ply) {
      const auto thought = think(**maker, *game, {}, lab.stop());
      if (!thought) return thought.error();
      game->play(thought->choice.move);
    }
    if (game->outcome() == Outcome::ongoing) positions.push_back(std::move(game));
  }
  return positions;
}

}  // namespace tengen
