#include <array>
#include <cmath>

#include "roster/ask.hpp"
#include "roster/guide.hpp"
#include "roster/moves.hpp"
#include "server/analysis/analysis.hpp"

namespace tengen::server {

std::string_view mark_of(double loss, bool was_best, bool forced) {
  if (forced) return "forced";
  if (loss >= 0.3) return "blunder";
  if (loss >= 0.15) return "mistake";
  if (loss >= 0.05) return "inaccuracy";
  return was_best ? "best" : "good";
}

namespace {

// From the last position to the first, so that a search may use what it learned from the positions after.
class GameReview {
 public:
  GameReview(std::shared_ptr<StreamJobs> jobs, const ServerContext& context, std::shared_ptr<const roster::Game> game,
             std::string player, const Limits& limits);

  // False when it was put aside: positions done stay done.
  bool run(const StopToken& stop);

 private:
  struct Seen {
    bool done = false;
    bool over = false;
    int legal = 0;
    int to_move = 0;
    std::optional<roster::Choice> choice;
    std::optional<double> win;  // of the side to move
  };

  // Says what went wrong; stopped, it has not looked.
  std::optional<roster::Failure> look_at(std::size_t ply, const StopToken& stop);
  Json summary() const;
  Json ply_json(std::size_t ply) const;

  std::shared_ptr<StreamJobs> jobs_;
  const ServerContext& context_;
  std::shared_ptr<const roster::Game> game_;
  std::unique_ptr<roster::Player> player_;
  Thinker thinker_;
  const Limits limits_;
  std::vector<std::unique_ptr<roster::Game>> positions_;  // after so many moves
  std::vector<Seen> seen_;
};

GameReview::GameReview(std::shared_ptr<StreamJobs> jobs, const ServerContext& context,
                       std::shared_ptr<const roster::Game> game, std::string player, const Limits& limits)
    : jobs_(std::move(jobs)), context_(context), game_(std::move(game)), limits_(limits) {
  thinker_ = {player, roster::score_meaning(context.registry, player)};
  auto at = game_->clone();
  at->restart();
  positions_.push_back(at->clone());
  for (const roster::AnyMove move : game_->moves()) {
    at->play(move);
    positions_.push_back(at->clone());
  }
  seen_.resize(positions_.size());
}

bool GameReview::run(const StopToken& stop) {
  for (std::size_t ply = positions_.size(); ply-- > 0;) {
    if (seen_[ply].done) continue;
    const auto failure = look_at(ply, stop);
    if (stop.stop_requested()) return jobs_->closed();
    if (failure) {
      jobs_->fail(failure->message);
      return true;
    }
  }
  jobs_->push("report", summary());
  jobs_->part_done("sure");
  return true;
}

std::optional<roster::Failure> GameReview::look_at(std::size_t ply, const StopToken& stop) {
  const roster::Game& game = *positions_[ply];
  Seen& seen = seen_[ply];
  seen.to_move = index(game.side_to_move());
  seen.legal = static_cast<int>(game.legal_moves().size());
  Json thought = nullptr;
  if (game.outcome() != Outcome::ongoing) {
    seen.over = true;
    const auto side = winner(game.outcome());
    seen.win = !side ? 0.5 : *side == game.side_to_move() ? 1.0 : 0.0;
  } else {
    const roster::Chosen choice =
        roster::ask_or_make(player_, context_.registry, thinker_.player, game, 1, limits_, stop);
    if (!choice) return choice.error();
    if (stop.stop_requested()) return std::nullopt;
    thought = thought_json(game, *choice, thinker_, choice->time);
    if (roster::has_score(*choice)) seen.win = win_chance(thinker_.meaning, choice->score, choice->end_in);
    seen.choice = *choice;
  }
  seen.done = true;
  jobs_->push("ply", {{"ply", ply}, {"thought", std::move(thought)}}, EventStream::Pile::all);
  return std::nullopt;
}

Json GameReview::ply_json(std::size_t ply) const {
  const Seen& before = seen_[ply - 1];
  const Seen& after = seen_[ply];
  const roster::Game& position = *positions_[ply - 1];
  const roster::AnyMove played = game_->moves()[ply - 1];
  const roster::Choice& choice = *before.choice;
  Json json = {{"ply", ply},
               {"side", before.to_move},
               {"move", position.format(played)},
               {"best", position.format(choice.move)},
               {"win_before", nullptr},
               {"win_after", nullptr},
               {"loss", nullptr},
               {"mark", nullptr},
               {"score", roster::has_score(choice) && std::isfinite(choice.score) ? Json(choice.score) : Json(nullptr)},
               {"pv", line_json(position, choice.pv)}};
  if (!before.win || !after.win) return json;
  const bool was_best = played == choice.move;
  const double left = after.to_move == before.to_move ? *after.win : 1 - *after.win;
  // The search sees further from the position after, so the best move by its own count loses nothing.
  const double loss = was_best ? 0 : std::max(0.0, *before.win - left);
  json["win_before"] = *before.win;
  json["win_after"] = left;
  json["loss"] = loss;
  json["mark"] = mark_of(loss, was_best, before.legal == 1);
  return json;
}

Json GameReview::summary() const {
  auto plies = Json::array();
  std::array<double, 2> lost{};
  std::array<int, 2> counted{};
  for (std::size_t ply = 1; ply < seen_.size(); ++ply) {
    plies.push_back(ply_json(ply));
    if (plies.back()["loss"].is_null()) continue;
    const auto side = static_cast<std::size_t>(seen_[ply - 1].to_move);
    lost[side] += plies.back()["loss"].get<double>();
    ++counted[side];
  }
  auto graph = Json::array();
  for (std::size_t ply = 0; ply < seen_.size(); ++ply) {
    const Seen& seen = seen_[ply];
    const double sign = seen.to_move == 0 ? 1 : -1;
    Json point = {{"ply", ply}, {"win", nullptr}, {"score", nullptr}, {"end_in", nullptr}};
    if (seen.win) point["win"] = seen.to_move == 0 ? *seen.win : 1 - *seen.win;
    if (seen.choice && roster::has_score(*seen.choice) && std::isfinite(seen.choice->score))
      point["score"] = sign * seen.choice->score;
    if (seen.choice && seen.choice->end_in) point["end_in"] = static_cast<int>(sign) * *seen.choice->end_in;
    point["unit"] = name_of(thinker_.meaning.unit);
    graph.push_back(std::move(point));
  }
  auto accuracy = Json::array();
  for (std::size_t side = 0; side < 2; ++side)
    accuracy.push_back(counted[side] > 0 ? Json(1 - lost[side] / counted[side]) : Json(nullptr));
  return {{"player", thinker_.player}, {"plies", plies}, {"graph", graph}, {"accuracy", accuracy}};
}

}  // namespace

EnginePool::Work review_work(const std::shared_ptr<StreamJobs>& jobs, const ServerContext& context,
                             const std::shared_ptr<const roster::Game>& game, const std::string& player,
                             const Limits& limits) {
  return [review = std::make_shared<GameReview>(jobs, context, game, player, limits)](const StopToken& stop) {
    return review->run(stop);
  };
}

}  // namespace tengen::server
