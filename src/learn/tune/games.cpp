#include "learn/tune/games.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "arena/play_game.hpp"
#include "core/hash.hpp"

namespace tengen::tune {

double FinishedGame::fitness(Side side, Fitness kind) const {
  const double sign = outcome == Outcome::draw ? 0 : outcome == win_for(side) ? 1 : -1;
  return kind == Fitness::score ? (1 + sign) / 2 : sign * empty;
}

double game_worth(const TuneSetup& setup) {
  return setup.fitness == Fitness::score ? 1 : static_cast<double>(setup.start->diagram().cells.size());
}

// One thread's own players.
class GamePool::Worker {
 public:
  Worker(const TuneSetup& setup, const Registry& registry)
      : setup_(setup), registry_(registry), game_(setup.start->clone()) {}

  // Nothing when it was stopped.
  Expected<std::optional<FinishedGame>> play(const GamePlan& plan, const StopToken& stop) {
    setup_.openings.play(*game_, plan.opening, setup_.seed);
    std::array<Seat, 2> seats;
    for (const Side side : {Side::first, Side::second}) {
      const auto player = get(side == plan.side ? plan.player : plan.opponent, side == plan.side);
      if (!player) return player.error();
      seats[static_cast<std::size_t>(side)] = {*player, setup_.limits, hash_words(plan.seed, side)};
    }
    const auto played = play_game(*game_, seats, setup_.grace, stop);
    if (!played) return std::nullopt;
    if (is_failure(played->termination))
      return fail("{} failed in a game: {}", played->outcome == win_for(plan.side) ? plan.opponent : plan.player,
                  played->detail);
    FinishedGame result{played->outcome, 0, fingerprint(played->moves, played->outcome, played->termination)};
    for (const Cell cell : game_->diagram().cells) result.empty += cell == Cell::empty;
    return result;
  }

  // Candidates come and go; opponents stay.
  void forget_candidates() {
    std::erase_if(players_, [](const auto& entry) { return entry.second.candidate; });
  }

 private:
  struct Seated {
    std::unique_ptr<Player> player;
    bool candidate = false;
  };

  // A player for each role: one that meets itself is two.
  Expected<Player*> get(const std::string& spec, bool candidate) {
    const std::pair key(spec, candidate);
    const auto found = players_.find(key);
    if (found != players_.end()) return found->second.player.get();
    auto made = registry_.make_player(spec, *setup_.start);
    if (!made) return made.error();
    const bool stays = std::ranges::find(setup_.opponents, spec) != setup_.opponents.end();
    return players_.emplace(key, Seated{std::move(*made), !stays}).first->second.player.get();
  }

  const TuneSetup& setup_;
  const Registry& registry_;
  std::unique_ptr<Game> game_;
  std::map<std::pair<std::string, bool>, Seated> players_;
};

GamePool::GamePool(const TuneSetup& setup, const Registry& registry, int threads) : setup_(setup), registry_(registry) {
  for (int i = 0; i < std::max(1, threads); ++i) workers_.push_back(std::make_unique<Worker>(setup, registry));
}
GamePool::~GamePool() = default;

Expected<bool> GamePool::play(std::span<const GamePlan> plans, const Done& done, const StopToken& stop) {
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;  // guards what follows, and the calls of done
  std::optional<Error> error;
  std::size_t finished = 0;
  std::stop_source enough;
  const std::stop_callback forward(stop, [&] { enough.request_stop(); });
  const auto work = [&](Worker& worker) {
    for (std::size_t i = next++; i < plans.size() && !enough.stop_requested(); i = next++) {
      const auto game = worker.play(plans[i], enough.get_token());
      const std::lock_guard lock(mutex);
      if (!game && !error) error = game.error();
      if (!game) enough.request_stop();
      if (!game || !*game || error) return;
      ++finished;
      done(i, **game);
    }
  };
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 1; i < workers_.size() && i < plans.size(); ++i)
      threads.emplace_back([&work, &worker = *workers_[i]] { work(worker); });
    work(*workers_[0]);
  }
  for (const auto& worker : workers_) worker->forget_candidates();
  if (error) return *error;
  return finished == plans.size();
}

}  // namespace tengen::tune
