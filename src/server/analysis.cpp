#include "server/analysis.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "roster/guide.hpp"
#include "server/analysis_jobs.hpp"
#include "server/asked.hpp"
#include "server/board_view.hpp"
#include "server/game_report.hpp"
#include "server/thoughts_json.hpp"

namespace tengen {

namespace {

using std::chrono::milliseconds;
using Jobs = std::shared_ptr<StreamJobs>;

// A search of one position that may be put aside and begun anew; it shows only what it has not shown before.
class Watch {
 public:
  Watch(Jobs jobs, const ServerContext& context, std::shared_ptr<Game> game, const std::string& player,
        const Limits& limits)
      : jobs_(std::move(jobs)),
        context_(context),
        game_(std::move(game)),
        thinker_{player, score_meaning(context.registry, player)},
        limits_(limits) {}

  bool run(const StopToken& stop) {
    try {
      auto player = context_.registry.make_player(thinker_.player, *game_);
      if (!player) {
        jobs_->fail(player.error().message);
        return true;
      }
      (*player)->begin(*game_, 1, stop);
      began_ = Clock::now();
      Limits limits = limits_;
      if (limits.none()) limits.time = milliseconds(context_.bounds.think_time);
      const auto choice = (*player)->ask(*game_, limits, stop, [this](const Choice& c) { show(c, false); });
      if (jobs_->closed()) return true;
      if (!choice) {
        jobs_->fail(choice.error().message);
        return true;
      }
      if (stop.stop_requested()) return false;  // others wait
      show(*choice, true);
      const bool timed_out = limits.time && Clock::now() - began_ >= *limits.time;
      jobs_->part_done(choice->end_in || (limits_.none() && !timed_out) ? "sure" : "limit");
    } catch (const std::exception& e) {
      jobs_->fail(e.what());
    }
    return true;
  }

 private:
  void show(const Choice& choice, bool last) {
    const auto now = Clock::now();
    if (!last && (now - shown_ < milliseconds(100) || choice.nodes <= most_nodes_)) return;
    shown_ = now;
    most_nodes_ = std::max(most_nodes_, choice.nodes);
    jobs_->push("thought", thought_json(*game_, choice, thinker_, now - began_));
  }

  Jobs jobs_;
  const ServerContext& context_;
  std::shared_ptr<Game> game_;
  Thinker thinker_;
  const Limits limits_;
  Clock::time_point began_{};
  Clock::time_point shown_{};
  std::uint64_t most_nodes_ = 0;
};

// Exact values by the game's solver.
EnginePool::Work exact_work(const Jobs& jobs, const SolverKind& solver, const std::shared_ptr<Game>& game) {
  return [jobs, &solver, game](const StopToken& stop) {
    try {
      const auto began = Clock::now();
      Values values(solver.info.settings);
      const AnySolution solution = solver.solve.at(game->position_type())(*game, values, {}, stop);
      if (stop.stop_requested()) return jobs->closed();
      jobs->push("exact", exact_json(*game, solution, solver.info, Clock::now() - began));
    } catch (const std::exception&) {
      // The player's thoughts are there all the same.
    }
    jobs->part_done("");
    return true;
  };
}

// Threat searches, one after the other, until one wins.
EnginePool::Work threat_work(const Jobs& jobs, std::vector<const SolverKind*> solvers,
                             const std::shared_ptr<Game>& game) {
  return [jobs, solvers = std::move(solvers), game](const StopToken& stop) {
    for (const SolverKind* solver : solvers) {
      try {
        const auto began = Clock::now();
        Values values(solver->info.settings);
        const Limits limits{milliseconds(20'000), std::nullopt, std::nullopt};
        const AnySolution solution = solver->solve.at(game->position_type())(*game, values, limits, stop);
        if (stop.stop_requested()) return jobs->closed();
        jobs->push("threat", threat_json(*game, solution, solver->info.name, Clock::now() - began),
                   EventStream::Pile::all);
        if (solution.verdict == Verdict::win) break;
      } catch (const std::exception&) {
        break;
      }
    }
    jobs->part_done("");
    return true;
  };
}

std::vector<const SolverKind*> solvers_for(const Game& game, const Registry& registry, bool with_scores) {
  std::vector<const SolverKind*> found;
  for (const SolverKind& solver : registry.solvers())
    if (solver.info.scores.has_value() == with_scores && solver.solve.contains(game.position_type()))
      found.push_back(&solver);
  return found;
}

bool is_on(const ApiRequest& request, const char* name) {
  const auto found = request.http.query.find(name);
  return found != request.http.query.end() && (found->second == "1" || found->second == "true");
}

std::optional<ApiError> check_query(const ApiRequest& request, std::vector<std::string> known) {
  for (const auto& [name, value] : request.http.query)
    if (std::ranges::find(known, name) == known.end())
      return ApiError{400, "bad_request", fmt::format("{} is not known here{}", name, did_you_mean(name, known)), name};
  return std::nullopt;
}

}  // namespace

ApiAnswer Analyses::analyse(const ApiRequest& request) {
  const auto& query = request.http.query;
  if (auto error =
          check_query(request, {"game", "start", "moves", "player", "time", "nodes", "depth", "exact", "threats"}))
    return *error;
  auto asked = read_game(query, context_);
  if (!asked) return asked.error();
  const auto limits = read_limits(query, context_);
  if (!limits) return limits.error();
  const std::shared_ptr<Game> game = std::move(asked->game);
  std::string player = query.contains("player") ? query.at("player") : std::string();
  if (player.empty()) player = strongest_player(context_.registry, asked->kind->name).name;
  if (auto error = check_player(player, *game, context_, "player")) return *error;

  auto stream = std::make_shared<EventStream>();
  const auto jobs = std::make_shared<StreamJobs>(stream, pool_);
  jobs->bind_to_stream();
  if (game->outcome() != Outcome::ongoing) {
    jobs->push("done", {{"reason", "over"}});
    stream->end();
    return stream;
  }
  const auto watch = std::make_shared<Watch>(jobs, context_, game, player, *limits);
  std::vector<EnginePool::Work> works = {[watch](const StopToken& stop) { return watch->run(stop); }};
  if (is_on(request, "exact"))
    if (const auto solvers = solvers_for(*game, context_.registry, true); !solvers.empty())
      works.push_back(exact_work(jobs, *solvers.front(), game));
  if (is_on(request, "threats"))
    if (auto solvers = solvers_for(*game, context_.registry, false); !solvers.empty())
      works.push_back(threat_work(jobs, std::move(solvers), game));
  if (!jobs->add_all(std::move(works))) return api::busy("too many engines are waiting; try again later");
  return stream;
}

ApiAnswer Analyses::report(const ApiRequest& request) {
  const auto& query = request.http.query;
  if (auto error = check_query(request, {"game", "start", "moves", "player", "time", "nodes"})) return *error;
  auto asked = read_game(query, context_);
  if (!asked) return asked.error();
  auto limits = read_limits(query, context_);
  if (!limits) return limits.error();
  std::string player = query.contains("player") ? query.at("player") : std::string();
  if (player.empty()) player = strongest_player(context_.registry, asked->kind->name).name;
  if (limits->none()) limits->nodes = strongest_player(context_.registry, asked->kind->name).review_nodes;
  if (auto error = check_player(player, *asked->game, context_, "player")) return *error;

  auto stream = std::make_shared<EventStream>();
  const auto jobs = std::make_shared<StreamJobs>(stream, pool_);
  jobs->bind_to_stream();
  const auto review = std::make_shared<GameReview>(jobs, context_, std::move(asked->game), player, *limits);
  if (!jobs->add_all({[review](const StopToken& stop) { return review->run(stop); }}))
    return api::busy("too many engines are waiting; try again later");
  return stream;
}

std::vector<Route> Analyses::routes() {
  return {{"GET", "/api/analysis", [this](const ApiRequest& request) { return analyse(request); }},
          {"GET", "/api/report", [this](const ApiRequest& request) { return report(request); }}};
}

}  // namespace tengen
