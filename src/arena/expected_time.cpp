#include "arena/expected_time.hpp"

#include <algorithm>
#include <thread>

#include "arena/run_tournament.hpp"
#include "core/rng.hpp"

namespace tengen::arena {

namespace {

double in_seconds(std::chrono::nanoseconds time) { return std::chrono::duration<double>(time).count(); }

// How many plies a game may last: the mean of some random ones, which are longer than most.
double typical_plies(const Tournament& t) {
  constexpr int samples = 20;
  Rng rng(t.seed);
  std::size_t plies = 0;
  for (int i = 0; i < samples; ++i) {
    const auto game = t.start->clone();
    while (game->outcome() == Outcome::ongoing) {
      const auto moves = game->legal_moves();
      game->play(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    plies += game->moves().size();
  }
  return static_cast<double>(plies) / samples;
}

// Seconds that a player with limits in time thinks in a game, at most.
double seconds_by_limits(const Limits& limits, double moves) {
  double seconds = limits.time ? in_seconds(*limits.time) * moves : 1e18;
  if (limits.clock)
    seconds = std::min(seconds, in_seconds(limits.clock->left) + in_seconds(limits.clock->increment) * moves);
  return seconds;
}

// Seconds that one of these players thinks in a game: some two seconds of games between neighbours in the list.
std::optional<double> seconds_by_trial(const std::vector<Entrant>& players, const Tournament& t,
                                       const roster::Registry& registry, const StopToken& stop) {
  std::stop_source enough;
  const std::stop_callback forward(stop, [&enough] { enough.request_stop(); });
  const std::jthread alarm([&enough](const StopToken& done) {
    const auto end = Clock::now() + std::chrono::seconds(2);
    while (!done.stop_requested() && Clock::now() < end) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    enough.request_stop();
  });
  Tournament sample = t;
  sample.kind = TournamentKind::match;
  sample.games_per_pair = 2;
  sample.threads = 1;
  sample.sprt.reset();
  double seconds = 0;
  std::uint64_t games = 0;
  for (std::size_t i = 0; i < players.size() && !enough.stop_requested(); ++i) {
    sample.players = {players[i], players[(i + 1) % players.size()]};
    const auto result = run_tournament(sample, registry, {}, enough.get_token());
    if (!result) return std::nullopt;
    games += result->played_now;
    seconds += result->seconds;
  }
  if (games == 0) return std::nullopt;
  return seconds / static_cast<double>(2 * games);
}

}  // namespace

std::optional<ExpectedTime> expected_time(const Tournament& t, const roster::Registry& registry,
                                          const StopToken& stop) {
  std::vector<Entrant> untimed;
  double sum = 0;
  const double moves = typical_plies(t) / 2;
  for (const Entrant& player : t.players)
    if (player.limits.timed())
      sum += seconds_by_limits(player.limits, moves);
    else
      untimed.push_back(player);
  if (!untimed.empty()) {
    const auto each = seconds_by_trial(untimed, t, registry, stop);
    if (!each) return std::nullopt;
    sum += *each * static_cast<double>(untimed.size());
  }
  const auto players = static_cast<double>(t.players.size());
  return ExpectedTime{2 * sum / players, untimed.size() < t.players.size(), !untimed.empty()};
}

}  // namespace tengen::arena
