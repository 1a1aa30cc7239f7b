#include "roster/player.hpp"

#include <algorithm>
#include <exception>

#include "core/cpu_clock.hpp"

namespace tengen::roster {

namespace {

using std::chrono::nanoseconds;

// A player of ours that runs out of memory or throws for another reason loses its game, not the whole program.
Failure thrown(const std::exception& e) { return {Fault::error, e.what()}; }

}  // namespace

std::optional<Failure> Player::begin(const Game& game, std::uint64_t seed, StopToken stop) {
  try {
    new_game(seed);
    not_ready_ = prepare(game, std::move(stop));
  } catch (const std::exception& e) {
    not_ready_ = thrown(e);
  }
  return not_ready_;
}

Chosen Player::ask(const Game& game, const Limits& limits, StopToken stop, const ChoiceSink& watch) {
  if (not_ready_) return *not_ready_;
  const nanoseconds cpu = cpu_of_this_thread();
  const auto asked = Clock::now();
  ChoiceSink timed;
  if (watch)
    timed = [&](Choice so_far) {
      so_far.time = Clock::now() - asked;
      watch(so_far);
    };
  Chosen chosen = [&]() -> Chosen {
    try {
      return choose(game, limits, stop, timed);
    } catch (const std::exception& e) {
      return thrown(e);
    }
  }();
  const nanoseconds time = Clock::now() - asked, spent = cpu_of_this_thread() - cpu;
  if (chosen && !game.is_legal(chosen->move)) {
    if (!stop.stop_requested())
      return Failure{Fault::illegal_move, fmt::format("chose an illegal move ({:#x})", chosen->move.bits), spent};
    // Stopped before its first thought it may have nothing better than nonsense.
    chosen = Choice{game.legal_moves().front()};
  }
  if (!chosen) {
    chosen.error().cpu = spent;
    return chosen;
  }
  chosen->time = std::max(time - chosen->uncounted, nanoseconds(0));
  chosen->cpu += spent;
  return chosen;
}

void Player::ponder(const Game& game, StopToken stop) {
  if (not_ready_) return;
  try {
    think_ahead(game, std::move(stop));
  } catch (const std::exception& e) {
    not_ready_ = thrown(e);
  }
}

}  // namespace tengen::roster
