#include "arena/run_tournament.hpp"

#include <algorithm>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>
#include <unordered_set>

#include "arena/sequential_test.hpp"
#include "arena/workers.hpp"
#include "core/hash.hpp"
#include "core/text.hpp"

namespace tengen::arena {

namespace {

std::int64_t now_in_milliseconds() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

// What the workers share, behind one lock: the schedule, what has been played, and where it is kept.
class Run final : public GameSource {
 public:
  Run(const Tournament& tournament, const RunOptions& options, const std::vector<GameSummary>& earlier,
      std::vector<Incident> incidents)
      : tournament_(tournament),
        options_(options),
        schedule_(tournament.schedule()),
        streaks_(tournament.players.size(), tournament.withdraw_after),
        points_(tournament.players.size()),
        incidents_(std::move(incidents)) {
    if (tournament.sprt) test_.emplace(*tournament.sprt);
    std::vector<GameSummary> in_time;
    for (const GameSummary& game : earlier) {
      if (!schedule_.holds(game.number)) continue;  // a longer run went before; its rows stay and do not count
      schedule_.add(game);
      count(game);
      in_time.push_back(game);
    }
    std::ranges::stable_sort(in_time, {}, &GameSummary::finished);
    restore(withdrawn(tournament.players.size(), incidents_), in_time);
  }

  // Waits where the next game depends on games under way.
  std::optional<GamePlan> next() override {
    const StopToken stop = stop_token();
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
      if (const auto slot = schedule_.next()) {
        ++under_way_;
        const auto player = [&](int id) { return &tournament_.players[static_cast<std::size_t>(id)]; };
        return GamePlan{slot->number,
                        slot->players,
                        {player(slot->players[0]), player(slot->players[1])},
                        slot->round,
                        hash_words(tournament_.seed, slot->pairing, slot->round, slot->number % 2)};
      }
      if (schedule_.over() || under_way_ == 0) return std::nullopt;
      finished_one_.wait(lock, stop, [this, seen = finished_] { return finished_ != seen; });
    }
    if (!decided() && !schedule_.over()) cut_short_ = true;
    return std::nullopt;
  }

  void finished(const GamePlan&, std::optional<records::Record> game, const roster::Game&) override {
    const std::lock_guard lock(mutex_);
    --under_way_;
    ++finished_;
    finished_one_.notify_all();
    if (decided() || error_) return;
    if (!game) {
      cut_short_ = true;
      return;
    }
    // Under way when one of its players was withdrawn: it counts as little as those that were not begun.
    if (schedule_.is_withdrawn(game->ids[0]) || schedule_.is_withdrawn(game->ids[1])) return;
    game->finished = now_in_milliseconds();
    const GameSummary summary = summary_of(*game);
    schedule_.add(summary);
    if (test_)
      accept_in_order(summary, *std::move(game));
    else
      accept(summary, *std::move(game));
    write_in_batches();
  }

  void failed(int player, const roster::Failure& failure) override {
    const std::lock_guard lock(mutex_);
    const bool killed = failure.fault == roster::Fault::unstoppable;
    note(player, killed ? "unstoppable" : records::name_of(termination_of(failure.fault)), failure.message);
  }

  StopToken stop_token() const override { return enough_.get_token(); }
  // Nothing new is begun, and games under way are stopped.
  void stop() { enough_.request_stop(); }

  // Players whose files were changed while they played: their games are of both versions, and every report says so.
  void compare_players(const roster::Registry& registry) {
    roster::IngredientReader reader(registry);
    const std::lock_guard lock(mutex_);
    for (std::size_t p = 0; played_now_ > 0 && p < tournament_.players.size(); ++p) {
      const Entrant& player = tournament_.players[p];
      const auto now = reader.read(player.spec, *tournament_.start);
      const std::string what = now ? joined(roster::changes(player.ingredients, *now), "; ") : now.error().message;
      if (!what.empty()) note(static_cast<int>(p), changed_kind, what);
    }
  }

  // Writes what waits, ten times a second, so that a kill costs no more however long the next game takes.
  void keep_writing(const StopToken& done) {
    std::unique_lock lock(mutex_);
    while (!done.stop_requested()) {
      never_.wait_for(lock, done, std::chrono::milliseconds(100), [] { return false; });
      write();
    }
  }

  RunResult result() {
    const std::lock_guard lock(mutex_);
    write();
    if (error_) forget_unkept();
    std::ranges::sort(games_, {}, &GameSummary::number);
    return {std::move(games_),
            std::move(incidents_),
            std::move(failures_),
            played_now_,
            seconds(),
            cut_short_ || error_.has_value(),
            error_};
  }

 private:
  bool decided() const { return test_ && test_->decided(); }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  void count(const GameSummary& game) {
    if (test_) {
      // Pairs come complete and in order here.
      if (game.number % 2 == 1 && !games_.empty() && games_.back().number + 1 == game.number)
        test_->add(games_.back(), game);
      if (decided()) stop();
    }
    games_.push_back(game);
    for (std::size_t side = 0; side < 2; ++side)
      points_[static_cast<std::size_t>(game.players[side])] += game.half_points(side) / 2.0;
  }

  // Under a sequential test a game counts once all games before it are in.
  void accept_in_order(const GameSummary& summary, records::Record game) {
    early_.emplace(summary.number, std::pair(summary, std::move(game)));
    while (!decided() && !early_.empty() && early_.begin()->first == games_.size()) {
      auto& [first, record] = early_.begin()->second;
      accept(first, std::move(record));
      early_.erase(early_.begin());
    }
  }

  void accept(const GameSummary& summary, records::Record game) {
    count(summary);
    ++played_now_;
    const auto same = [&](const records::Record& f) {
      return f.termination == game.termination && loser_of(f) == summary.loser();
    };
    if (!game.detail.empty() && summary.outcome != Outcome::draw && std::ranges::none_of(failures_, same))
      failures_.push_back(game);
    if (options_.store) unwritten_.push_back(std::move(game));
    if (const auto player = streaks_.add(summary)) withdraw(*player);
  }

  // Where an earlier run left off: who was out, and who was about to be.
  void restore(const std::vector<bool>& gone, const std::vector<GameSummary>& in_time) {
    std::size_t next = 0;  // incident; a withdrawal adds one to the list
    for (const GameSummary& game : in_time) {
      for (; next < incidents_.size() && incidents_[next].at <= game.finished; ++next)
        if (incidents_[next].kind == readmitted_kind) streaks_.forget(incidents_[next].player);
      if (const auto player = streaks_.add(game); player && !gone[static_cast<std::size_t>(*player)])
        if (!options_.readmit && !schedule_.is_withdrawn(*player)) withdraw(*player);
    }
    for (std::size_t p = 0; p < gone.size(); ++p) {
      const int player = static_cast<int>(p);
      if (options_.readmit) streaks_.forget(player);
      if (!gone[p]) continue;
      if (options_.readmit)
        note(player, readmitted_kind, "may try again");
      else
        schedule_.withdraw(player);
    }
  }

  void withdraw(int player) {
    write();  // the games that led to it come first
    schedule_.withdraw(player);
    note(player, withdrawn_kind, fmt::format("failed in {} games in a row", tournament_.withdraw_after));
  }

  void note(int player, std::string_view kind, std::string detail) {
    if (error_) return;
    Incident incident{player, std::string(kind), std::move(detail), now_in_milliseconds()};
    if (options_.store)
      if (const auto added = options_.store->add(incident); !added) return give_up(added.error());
    incidents_.push_back(std::move(incident));
  }

  void give_up(const Error& error) {
    error_ = error;
    stop();
  }

  // Quick games are written together; a slow one is written as soon as it is finished.
  void write_in_batches() {
    constexpr auto batch = std::chrono::milliseconds(100);
    const auto now = Clock::now();
    const bool wait = now - last_write_ < batch && now - last_game_ < batch;
    last_game_ = now;
    if (wait) return;
    last_write_ = now;
    write();
    if (options_.progress) options_.progress({games_.size(), played_now_, seconds(), points_});
  }

  void write() {
    if (!options_.store || unwritten_.empty() || error_) return;
    const auto added = options_.store->add(unwritten_);
    if (!added) return give_up(added.error());
    unwritten_.clear();
  }

  // The store failed: the games that it did not take count for nothing.
  void forget_unkept() {
    std::unordered_set<std::uint64_t> unkept;
    for (const records::Record& game : unwritten_) unkept.insert(*game.number);
    played_now_ -= std::erase_if(games_, [&](const GameSummary& game) { return unkept.contains(game.number); });
  }

  std::mutex mutex_;
  std::condition_variable_any finished_one_;
  std::condition_variable_any never_;
  const Tournament& tournament_;
  const RunOptions& options_;
  Schedule schedule_;
  FailureStreaks streaks_;
  std::optional<SequentialTest> test_;
  std::map<std::uint64_t, std::pair<GameSummary, records::Record>> early_;  // by number; games before them are missing
  std::vector<GameSummary> games_;
  std::vector<double> points_;
  std::vector<Incident> incidents_;
  std::vector<records::Record> failures_;
  std::vector<records::Record> unwritten_;
  std::uint64_t played_now_ = 0;
  std::uint64_t under_way_ = 0;
  std::uint64_t finished_ = 0;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_write_ = start_;
  Clock::time_point last_game_ = start_;
  std::optional<Error> error_;
  bool cut_short_ = false;
  std::stop_source enough_;
};

}  // namespace

std::optional<int> FailureStreaks::add(const GameSummary& game) {
  std::optional<int> failing;
  for (const int player : game.players) {
    int& streak = in_a_row_[static_cast<std::size_t>(player)];
    streak = records::is_failure(game.termination) && game.loser() == player ? streak + 1 : 0;
    if (limit_ > 0 && streak >= limit_) failing = player;
  }
  return failing;
}

std::vector<bool> withdrawn(std::size_t players, const std::vector<Incident>& incidents) {
  std::vector<bool> gone(players);
  for (const Incident& incident : incidents) {
    if (incident.kind == withdrawn_kind) gone[static_cast<std::size_t>(incident.player)] = true;
    if (incident.kind == readmitted_kind) gone[static_cast<std::size_t>(incident.player)] = false;
  }
  return gone;
}

Expected<RunResult> run_tournament(const Tournament& tournament, const roster::Registry& registry,
                                   const RunOptions& options, const StopToken& stop) {
  std::vector<GameSummary> earlier;
  std::vector<Incident> incidents;
  if (options.store) {
    auto stored = options.store->summaries(registry);
    if (!stored) return stored.error();
    earlier = counted(tournament.sprt, *std::move(stored));
    auto noted = options.store->incidents();
    if (!noted) return noted.error();
    incidents = *std::move(noted);
  }
  Run run(tournament, options, earlier, std::move(incidents));
  const std::stop_callback forward(stop, [&run] { run.stop(); });
  {
    const std::jthread writer([&run](const StopToken& done) { run.keep_writing(done); });
    const auto workers = start_workers(tournament, registry, run, options.watch);
    if (!workers) return workers.error();
  }
  if (options.store) run.compare_players(registry);
  return run.result();
}

}  // namespace tengen::arena
