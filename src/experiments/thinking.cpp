#include "experiments/thinking.hpp"

#include <fmt/format.h>

#include "core/hash.hpp"

namespace tengen::experiments {

Expected<roster::Choice> think(roster::Player& player, const roster::Game& game, const StopToken& stop) {
  auto chosen = player.ask(game, {}, stop);
  if (stop.stop_requested()) return Lab::stopped();
  if (!chosen) return fail("{}", chosen.error().message);
  return *std::move(chosen);
}

double cpu_seconds(const roster::Choice& choice) { return std::chrono::duration<double>(choice.cpu).count(); }

Expected<std::vector<std::unique_ptr<roster::Game>>> make_positions(const Lab& lab, const PositionPlan& plan) {
  const auto start = lab.start(plan.game, plan.position);
  if (!start) return start.error();
  const auto maker = lab.registry().make_player(plan.maker, **start);
  if (!maker) return maker.error();
  std::vector<std::unique_ptr<roster::Game>> positions;
  for (std::uint64_t number = 0; static_cast<int>(positions.size()) < plan.count; ++number) {
    if (number > 100 * static_cast<std::uint64_t>(plan.count))
      return fail("{} does not reach {} plies often enough", plan.maker, plan.plies);
    auto game = (*start)->clone();
    (*maker)->begin(*game, mix(lab.plan().seed + 1000003 * number), lab.stop());
    for (int ply = 0; ply < plan.plies && game->outcome() == Outcome::ongoing; ++ply) {
      const auto thought = think(**maker, *game, lab.stop());
      if (!thought) return thought.error();
      game->play(thought->move);
    }
    if (game->outcome() == Outcome::ongoing) positions.push_back(std::move(game));
  }
  return positions;
}

}  // namespace tengen::experiments
