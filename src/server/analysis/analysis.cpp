#include "server/analysis/analysis.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "roster/ask.hpp"
#include "roster/guide.hpp"
#include "server/requests.hpp"

namespace tengen::server {

void StreamJobs::bind_to_stream() {
  stream_->when_closed([self = shared_from_this()] { self->cancel_all(); });
}

void StreamJobs::cancel_all() {
  std::vector<EnginePool::Handle> jobs;
  {
    const std::lock_guard lock(mutex_);
    cancelled_ = true;
    jobs = std::move(jobs_);
    jobs_.clear();
  }
  for (const auto& job : jobs) pool_.cancel(job);
}

// Whoever looks is told of what a work throws: out of memory, say.
EnginePool::Work StreamJobs::guarded(EnginePool::Work work) {
  return [self = shared_from_this(), work = std::move(work)](const StopToken& stop) {
    try {
      return work(stop);
    } catch (const std::exception& e) {
      self->fail(e.what());
      return true;
    }
  };
}

bool StreamJobs::add_all(std::vector<EnginePool::Work> works) {
  bool all = true;
  bool gone = false;
  {
    const std::lock_guard lock(mutex_);
    parts_ = static_cast<int>(works.size());  // before the first of them can be done
    for (EnginePool::Work& work : works) {
      const auto job = pool_.submit(EnginePool::Lane::background, guarded(std::move(work)));
      all = all && job;
      if (job) jobs_.push_back(job);
    }
    if (all && !jobs_.empty())
      if (const auto ahead = pool_.ahead_of(jobs_.front()); ahead > 0) push("waiting", {{"ahead", ahead}});
    gone = cancelled_;
  }
  if (!all || gone) cancel_all();
  return all;
}

void StreamJobs::part_done(std::string_view reason) {
  const std::lock_guard lock(mutex_);
  if (reason_.empty()) reason_ = reason;
  if (--parts_ > 0) return;
  push("done", {{"reason", reason_}});
  stream_->end();
}

void StreamJobs::push(std::string_view name, const Json& json, EventStream::Pile pile) {
  stream_->push(name, dumped(json), pile);
}

void StreamJobs::fail(std::string_view message) {
  push("error_message", to_json(ApiError{500, "internal", std::string(message)}));
  stream_->end();
}

namespace {

using std::chrono::milliseconds;
using Jobs = std::shared_ptr<StreamJobs>;

// A search of one position that may be put aside and goes on later; it shows only what it has not shown before.
class Watch {
 public:
  Watch(Jobs jobs, const ServerContext& context, std::shared_ptr<const roster::Game> game, const std::string& player,
        const Limits& limits)
      : jobs_(std::move(jobs)),
        context_(context),
        game_(std::move(game)),
        thinker_{player, roster::score_meaning(context.registry, player)},
        limits_(limits) {}

  bool run(const StopToken& stop) {
    Limits limits = limits_;
    if (limits.none()) limits.time = milliseconds(context_.bounds.think_time);
    const roster::Chosen choice = roster::ask_or_make(player_, context_.registry, thinker_.player, *game_, 1, limits,
                                                      stop, [this](const roster::Choice& c) { show(c, false); });
    if (jobs_->closed()) return true;
    if (!choice) {
      jobs_->fail(choice.error().message);
      return true;
    }
    if (stop.stop_requested()) return false;  // others wait
    show(*choice, true);
    const bool timed_out = limits.time && choice->time >= *limits.time;
    jobs_->part_done(choice->end_in || (limits_.none() && !timed_out) ? "sure" : "limit");
    return true;
  }

 private:
  void show(const roster::Choice& choice, bool last) {
    const auto now = Clock::now();
    if (!last && (now - shown_ < milliseconds(100) || choice.nodes <= most_nodes_)) return;
    shown_ = now;
    most_nodes_ = std::max(most_nodes_, choice.nodes);
    jobs_->push("thought", thought_json(*game_, choice, thinker_, choice.time));
  }

  Jobs jobs_;
  const ServerContext& context_;
  std::shared_ptr<const roster::Game> game_;
  Thinker thinker_;
  const Limits limits_;
  std::unique_ptr<roster::Player> player_;
  Clock::time_point shown_{};
  std::uint64_t most_nodes_ = 0;
};

// Exact values by the game's solver.
EnginePool::Work exact_work(const Jobs& jobs, const roster::SolverKind& solver,
                            const std::shared_ptr<const roster::Game>& game) {
  return [jobs, &solver, game](const StopToken& stop) {
    try {
      const auto began = Clock::now();
      Values values(solver.info.settings);
      const roster::AnySolution solution = solver.solve.at(game->position_type())(*game, values, {}, stop);
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
EnginePool::Work threat_work(const Jobs& jobs, std::vector<const roster::SolverKind*> solvers,
                             const std::shared_ptr<const roster::Game>& game) {
  return [jobs, solvers = std::move(solvers), game](const StopToken& stop) {
    for (const roster::SolverKind* solver : solvers) {
      try {
        const auto began = Clock::now();
        Values values(solver->info.settings);
        const Limits limits{milliseconds(20'000), std::nullopt, std::nullopt};
        const roster::AnySolution solution = solver->solve.at(game->position_type())(*game, values, limits, stop);
        if (stop.stop_requested()) return jobs->closed();
        jobs->push("threat", threat_json(*game, solution, solver->info.name, Clock::now() - began),
                   EventStream::Pile::all);
        if (solution.verdict == search::Verdict::win) break;
      } catch (const std::exception&) {
        break;
      }
    }
    jobs->part_done("");
    return true;
  };
}

std::vector<const roster::SolverKind*> solvers_for(const roster::Game& game, const roster::Registry& registry,
                                                   bool with_scores) {
  std::vector<const roster::SolverKind*> found;
  for (const roster::SolverKind& solver : registry.solvers())
    if (solver.info.scores.has_value() == with_scores && solver.solve.contains(game.position_type()))
      found.push_back(&solver);
  return found;
}

bool is_on(const ApiRequest& request, const char* name) {
  const auto found = request.http.query.find(name);
  return found != request.http.query.end() && (found->second == "1" || found->second == "true");
}

std::optional<ApiError> check_query(const ApiRequest& request, const std::vector<std::string>& known) {
  for (const auto& [name, value] : request.http.query)
    if (std::ranges::find(known, name) == known.end())
      return ApiError{400, "bad_request", fmt::format("{} is not known here{}", name, did_you_mean(name, known)), name};
  return std::nullopt;
}

struct Question {
  const roster::GameKind* kind = nullptr;
  std::shared_ptr<const roster::Game> game;
  std::string player;
  Limits limits;
};

// What both ask: a game, a player, limits.
Answer<Question> read(const ApiRequest& request, const ServerContext& context, const std::vector<std::string>& known) {
  const auto& query = request.http.query;
  if (auto error = check_query(request, known)) return *error;
  auto asked = read_game(query, context);
  if (!asked) return asked.error();
  const auto limits = read_limits(query, context);
  if (!limits) return limits.error();
  std::string player = query.contains("player") ? query.at("player") : std::string();
  if (player.empty()) player = roster::strongest_player(context.registry, asked->kind->name).name;
  if (auto error = check_player(player, *asked->game, context, "player")) return *error;
  return Question{asked->kind, std::move(asked->game), std::move(player), *limits};
}

ApiAnswer analyse(const ApiRequest& request, const ServerContext& context, EnginePool& pool) {
  auto asked =
      read(request, context, {"game", "start", "moves", "player", "time", "nodes", "depth", "exact", "threats"});
  if (!asked) return asked.error();
  auto stream = std::make_shared<EventStream>();
  const auto jobs = std::make_shared<StreamJobs>(stream, pool);
  jobs->bind_to_stream();
  if (asked->game->outcome() != Outcome::ongoing) {
    jobs->push("done", {{"reason", "over"}});
    stream->end();
    return stream;
  }
  const auto watch = std::make_shared<Watch>(jobs, context, asked->game, asked->player, asked->limits);
  std::vector<EnginePool::Work> works = {[watch](const StopToken& stop) { return watch->run(stop); }};
  if (is_on(request, "exact"))
    if (const auto solvers = solvers_for(*asked->game, context.registry, true); !solvers.empty())
      works.push_back(exact_work(jobs, *solvers.front(), asked->game));
  if (is_on(request, "threats"))
    if (auto solvers = solvers_for(*asked->game, context.registry, false); !solvers.empty())
      works.push_back(threat_work(jobs, std::move(solvers), asked->game));
  if (!jobs->add_all(std::move(works))) return api::busy("too many engines are waiting; try again later");
  return stream;
}

ApiAnswer report(const ApiRequest& request, const ServerContext& context, EnginePool& pool) {
  auto asked = read(request, context, {"game", "start", "moves", "player", "time", "nodes"});
  if (!asked) return asked.error();
  if (asked->limits.none())
    asked->limits.nodes = roster::strongest_player(context.registry, asked->kind->name).review_nodes;
  auto stream = std::make_shared<EventStream>();
  const auto jobs = std::make_shared<StreamJobs>(stream, pool);
  jobs->bind_to_stream();
  if (!jobs->add_all({review_work(jobs, context, asked->game, asked->player, asked->limits)}))
    return api::busy("too many engines are waiting; try again later");
  return stream;
}

}  // namespace

std::vector<Route> analysis_routes(const ServerContext& context, EnginePool& pool) {
  return {{"GET", "/api/analysis", [&](const ApiRequest& request) { return analyse(request, context, pool); }},
          {"GET", "/api/report", [&](const ApiRequest& request) { return report(request, context, pool); }}};
}

}  // namespace tengen::server
