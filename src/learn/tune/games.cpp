#include "learn/tune/games.hpp"

#include <algorithm>

#include "arena/game_summary.hpp"

namespace tengen::tune {

double FinishedGame::fitness(Side side, Fitness kind) const {
  const double sign = outcome == Outcome::draw ? 0 : outcome == win_for(side) ? 1 : -1;
  return kind == Fitness::score ? (1 + sign) / 2 : sign * empty;
}

double game_worth(const TuneSetup& setup) {
  return setup.fitness == Fitness::score ? 1 : static_cast<double>(setup.start->diagram().cells.size());
}

Expected<Tournament> tournament_of(const TuneSetup& setup, const Registry& registry) {
  TournamentSetup t;
  t.title = setup.title;
  t.kind = TournamentKind::gauntlet;
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
  auto made = make_tournament(std::move(t), registry);
  if (!made) return made.error();
  return *std::move(made);
}

GamePool::GamePool(const Tournament& tournament, const Registry& registry)
    : tournament_(tournament), workers_(start_workers(tournament, registry, *this)) {}

GamePool::~GamePool() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  more_.notify_all();
  if (workers_) workers_->clear();  // before what they use goes
}

Expected<bool> GamePool::play(std::span<const PlannedGame> plans, const Done& done, const StopToken& stop) {
  if (!workers_) return workers_.error();
  const std::stop_callback forward(stop, [this] { enough_.request_stop(); });
  std::unique_lock lock(mutex_);
  players_.clear();
  for (const PlannedGame& plan : plans) {
    const Limits& limits = tournament_.players[0].limits;
    players_.push_back({Entrant{plan.player, plan.player, limits}, Entrant{plan.opponent, plan.opponent, limits}});
    if (plan.side == Side::second) std::swap(players_.back()[0], players_.back()[1]);
  }
  plans_ = plans;
  done_ = &done;
  next_ = finished_ = 0;
  more_.notify_all();
  settled_.wait(lock, enough_.get_token(), [this] { return finished_ == plans_.size(); });
  next_ = plans_.size();
  settled_.wait(lock, [this] { return under_way_ == 0; });
  if (error_) return *error_;
  return finished_ == plans.size();
}

std::optional<GamePlan> GamePool::next() {
  std::unique_lock lock(mutex_);
  more_.wait(lock, [this] { return closed_ || next_ < plans_.size(); });
  if (closed_) return std::nullopt;
  const std::size_t i = next_++;
  ++under_way_;
  // Two ids, so that a player that meets itself is two.
  const bool swapped = plans_[i].side == Side::second;
  return GamePlan{i, {swapped, !swapped}, {&players_[i][0], &players_[i][1]}, plans_[i].opening, plans_[i].seed};
}

void GamePool::finished(const GamePlan& plan, std::optional<Record> game, const Game& board) {
  FinishedGame result;
  if (game) {
    result = {game->outcome, 0, summary_of(*game).print};
    for (const Cell cell : board.diagram().cells) result.empty += cell == Cell::empty;
  }
  const std::lock_guard lock(mutex_);
  --under_way_;
  if (game && !error_ && is_failure(*game->termination)) {
    error_ = fail("{} failed in a game: {}", plan.players[loser_of(*game) == game->ids[0] ? 0 : 1]->spec, game->detail);
    enough_.request_stop();
  } else if (game && !error_) {
    ++finished_;
    (*done_)(plan.number, result);
  }
  settled_.notify_all();
}

}  // namespace tengen::tune
