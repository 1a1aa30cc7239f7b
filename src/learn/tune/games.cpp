#include "learn/tune/games.hpp"

#include <atomic>
#include <mutex>

#include "arena/game_summary.hpp"
#include "arena/workers.hpp"

namespace tengen::learn::tune {

namespace {

class Batch final : public arena::GameSource {
 public:
  Batch(const Limits& limits, std::span<const PlannedGame> plans, const GameDone& done) : plans_(plans), done_(done) {
    for (const PlannedGame& plan : plans) {
      players_.push_back(
          {arena::Entrant{plan.player, plan.player, limits}, arena::Entrant{plan.opponent, plan.opponent, limits}});
      if (plan.side == Side::second) std::swap(players_.back()[0], players_.back()[1]);
    }
  }

  void stop() { enough_.request_stop(); }
  StopToken stop_token() const override { return enough_.get_token(); }

  std::optional<arena::GamePlan> next() override {
    const std::size_t i = next_++;
    if (i >= plans_.size() || enough_.stop_requested()) return std::nullopt;
    // Two ids, so that a player that meets itself is two.
    const int side = static_cast<int>(plans_[i].side);
    return arena::GamePlan{i, {side, 1 - side}, {&players_[i][0], &players_[i][1]}, plans_[i].opening, plans_[i].seed};
  }

  void finished(const arena::GamePlan& plan, std::optional<records::Record> game, const roster::Game& board) override {
    if (!game) return;
    FinishedGame result{game->outcome, 0, arena::summary_of(*game).print};
    for (const games::Cell cell : board.diagram().cells) result.empty += cell == games::Cell::empty;
    const std::lock_guard lock(mutex_);
    if (error_) return;
    if (records::is_failure(*game->termination)) {
      const Side loser = game->outcome == Outcome::first_wins ? Side::second : Side::first;
      error_ = fail("{} failed in a game: {}", plan.players[static_cast<std::size_t>(loser)]->spec, game->detail);
      stop();
    } else {
      ++finished_;
      done_(plan.number, result);
    }
  }

  // Whether all games were played.
  Expected<bool> result() const {
    if (error_) return *error_;
    return finished_ == plans_.size();
  }

 private:
  std::span<const PlannedGame> plans_;
  std::vector<std::array<arena::Entrant, 2>> players_;  // of each plan, by side
  const GameDone& done_;
  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_;  // guards what follows, and the calls of done
  std::size_t finished_ = 0;
  std::optional<Error> error_;
  std::stop_source enough_;
};

}  // namespace

double FinishedGame::fitness(Side side, Fitness kind) const {
  const double sign = outcome == Outcome::draw ? 0 : outcome == win_for(side) ? 1 : -1;
  return kind == Fitness::score ? (1 + sign) / 2 : sign * empty;
}

double game_worth(const TuneSetup& setup) {
  return setup.fitness == Fitness::score ? 1 : static_cast<double>(setup.start->diagram().cells.size());
}

Expected<arena::Tournament> tournament_of(const TuneSetup& setup, const roster::Registry& registry) {
  arena::TournamentSetup t;
  t.title = setup.title;
  t.kind = arena::TournamentKind::gauntlet;
  t.game = setup.game;
  t.position = setup.start->to_string();
  t.openings_spec = setup.openings_spec;
  t.seed = setup.seed;
  t.threads = setup.threads;
  t.grace = setup.grace;
  t.players = {{"", setup.player, setup.limits}};
  for (const auto* opponents : {&setup.opponents, &setup.unseen})
    for (const std::string& spec : *opponents) t.players.push_back({"", spec, setup.limits});
  if (t.players.size() == 1) t.players.push_back(t.players[0]);  // it meets itself alone
  auto made = arena::make_tournament(std::move(t), registry);
  if (!made) return made.error();
  return *std::move(made);
}

Expected<bool> play_games(const arena::Tournament& tournament, const roster::Registry& registry,
                          std::span<const PlannedGame> plans, const GameDone& done, const StopToken& stop) {
  Batch batch(tournament.players[0].limits, plans, done);
  const std::stop_callback forward(stop, [&batch] { batch.stop(); });
  if (const auto workers = arena::start_workers(tournament, registry, batch); !workers) return workers.error();
  return batch.result();
}

}  // namespace tengen::learn::tune
