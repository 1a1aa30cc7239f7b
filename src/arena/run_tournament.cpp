#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <list>
#include <map>
#include <mutex>
#include <thread>
#include <unordered_set>

#include "arena/play_game.hpp"
#include "arena/sprt_gate.hpp"
#include "arena/tournament.hpp"
#include "core/hash.hpp"
#include "core/text.hpp"

namespace tengen {

namespace {

std::int64_t now_in_milliseconds() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

// Takes the place of a player that could not be made.
class BrokenPlayer final : public Player {
 public:
  explicit BrokenPlayer(std::string why) : why_(std::move(why)) {}
  void new_game(std::uint64_t) override {}
  Chosen choose(const Game&, const Limits&, StopToken, const ChoiceSink&) override {
    return Failure{Fault::error, why_};
  }

 private:
  std::string why_;
};

// Everything the workers share, behind one lock: what to play next, what has been played, where it is kept.
class Desk {
 public:
  Desk(const Tournament& tournament, const RunOptions& options, const std::vector<GameSummary>& earlier,
       std::vector<Incident> incidents)
      : withdraw_after_(tournament.withdraw_after),
        options_(options),
        schedule_(tournament.kind, static_cast<int>(tournament.players.size()), tournament.games_per_pair),
        streaks_(tournament.players.size(), tournament.withdraw_after),
        points_(tournament.players.size()),
        incidents_(std::move(incidents)) {
    if (tournament.sprt) gate_.emplace(*tournament.sprt);
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

  // The next game; waits where it depends on games under way. Nothing when there are no more.
  std::optional<Slot> take() {
    const StopToken stop = enough_.get_token();
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
      if (auto slot = schedule_.next()) {
        ++under_way_;
        return slot;
      }
      if (schedule_.over() || under_way_ == 0) return std::nullopt;
      finished_one_.wait(lock, stop, [this, seen = added_] { return added_ != seen; });
    }
    if (!decided() && !schedule_.over()) cut_short_ = true;
    return std::nullopt;
  }

  // A game taken, with its result or without when it was stopped.
  void hand_in(std::optional<PlayedGame> game) {
    const std::lock_guard lock(mutex_);
    --under_way_;
    ++added_;
    finished_one_.notify_all();
    if (decided() || error_) return;
    if (!game) {
      cut_short_ = true;
      return;
    }
    // Under way when one of its players was withdrawn: it counts as little as those that were not begun.
    if (schedule_.is_withdrawn(game->players[0]) || schedule_.is_withdrawn(game->players[1])) return;
    game->finished = now_in_milliseconds();
    schedule_.add(summary_of(*game));
    if (gate_)
      release_in_order(std::move(*game));
    else
      accept(std::move(*game));
    const auto now = Clock::now();
    // Quick games are written in batches; a slow one is written as soon as it is finished.
    constexpr auto batch = std::chrono::milliseconds(100);
    const bool wait = now - last_flush_ < batch && now - last_game_ < batch;
    last_game_ = now;
    if (wait) return;
    last_flush_ = now;
    flush();
    if (options_.progress) options_.progress({games_.size(), played_now_, seconds(), points_});
  }

  // What went wrong outside of a game.
  void report(int player, const Failure& failure) {
    const std::lock_guard lock(mutex_);
    const bool killed = failure.fault == Fault::unstoppable;
    note(player, killed ? "unstoppable" : name_of(termination_of(failure.fault)), failure.message);
  }

  // Players whose files were changed while they played: their games are of both versions, and every report says so.
  void compare(const Tournament& tournament, const Registry& registry) {
    IngredientReader reader(registry);
    const std::lock_guard lock(mutex_);
    for (std::size_t p = 0; played_now_ > 0 && p < tournament.players.size(); ++p) {
      const Entrant& player = tournament.players[p];
      if (player.ingredients.empty()) continue;  // nobody asked
      const auto now = reader.read(player.spec, *tournament.start);
      const std::string what = now ? joined(changes(player.ingredients, *now), "; ") : now.error().message;
      if (!what.empty()) note(static_cast<int>(p), changed_kind, what);
    }
  }

  // Writes what waits, ten times a second, so that a kill costs no more however long the next game takes.
  void keep_writing(const StopToken& done) {
    std::unique_lock lock(mutex_);
    while (!done.stop_requested()) {
      never_.wait_for(lock, done, std::chrono::milliseconds(100), [] { return false; });
      flush();
    }
  }

  // Ends the run: nothing new is begun, and games under way are stopped.
  void stop() { enough_.request_stop(); }
  StopToken token() const { return enough_.get_token(); }

  RunResult finish() {
    const std::lock_guard lock(mutex_);
    flush();
    if (error_) forget_unkept();
    RunResult result;
    result.interrupted = cut_short_ || error_;
    result.games = std::move(games_);
    std::ranges::sort(result.games, {}, &GameSummary::number);
    result.incidents = std::move(incidents_);
    result.failures = std::move(failures_);
    result.played_now = played_now_;
    result.seconds = seconds();
    result.store_error = error_;
    return result;
  }

 private:
  bool decided() const { return gate_ && gate_->state() != stats::SprtState::running; }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  void count(const GameSummary& game) {
    if (gate_) {
      // Pairs come complete and in order here.
      if (game.number % 2 == 1 && !games_.empty() && games_.back().number + 1 == game.number)
        gate_->add(games_.back(), game);
      if (decided()) stop();
    }
    games_.push_back(game);
    for (std::size_t side = 0; side < 2; ++side)
      points_[static_cast<std::size_t>(game.players[side])] += game.half_points(side) / 2.0;
  }

  // Under a sequential test a game counts once all games before it are in.
  void release_in_order(PlayedGame game) {
    held_.emplace(game.number, std::move(game));
    while (!decided() && !held_.empty() && held_.begin()->first == games_.size()) {
      accept(std::move(held_.begin()->second));
      held_.erase(held_.begin());
    }
  }

  void accept(PlayedGame game) {
    const GameSummary summary = summary_of(game);
    count(summary);
    ++played_now_;
    if (!game.detail.empty() && summary.outcome != Outcome::draw) {
      const auto same = [&](const FailureDetail& f) {
        return f.player == summary.loser() && f.termination == summary.termination;
      };
      if (std::ranges::none_of(failures_, same))
        failures_.push_back({summary.loser(), summary.termination, game.detail});
    }
    if (options_.store) waiting_.push_back(std::move(game));
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
    flush();  // the games that led to it come first
    schedule_.withdraw(player);
    note(player, withdrawn_kind, fmt::format("failed in {} games in a row", withdraw_after_));
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

  void flush() {
    if (!options_.store || waiting_.empty() || error_) return;
    const auto added = options_.store->add(waiting_);
    if (!added) return give_up(added.error());
    waiting_.clear();
  }

  // The store failed: the games that it did not take count for nothing.
  void forget_unkept() {
    std::unordered_set<std::uint64_t> unkept;
    for (const PlayedGame& game : waiting_) unkept.insert(game.number);
    played_now_ -= std::erase_if(games_, [&](const GameSummary& game) { return unkept.contains(game.number); });
  }

  std::mutex mutex_;
  std::condition_variable_any finished_one_;
  std::condition_variable_any never_;
  int withdraw_after_;
  const RunOptions& options_;
  Schedule schedule_;
  FailureStreaks streaks_;
  std::optional<SprtGate> gate_;
  std::map<std::uint64_t, PlayedGame> held_;
  std::vector<GameSummary> games_;
  std::vector<double> points_;
  std::vector<Incident> incidents_;
  std::vector<FailureDetail> failures_;
  std::vector<PlayedGame> waiting_;
  std::uint64_t played_now_ = 0;
  std::uint64_t under_way_ = 0;
  std::uint64_t added_ = 0;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_flush_ = start_;
  Clock::time_point last_game_ = start_;
  std::optional<Error> error_;
  bool cut_short_ = false;
  std::stop_source enough_;
};

// One worker's own players, made when first needed. A few stay; in a large field the one unused for longest goes.
class Bench {
 public:
  Bench(const Tournament& tournament, const Registry& registry, Desk& desk)
      : tournament_(tournament), registry_(registry), desk_(desk) {}
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;
  ~Bench() {
    while (!seated_.empty()) dismiss_last();
  }

  Player& get(int id) {
    const auto found = std::ranges::find(seated_, id, &Seated::id);
    if (found != seated_.end()) {
      seated_.splice(seated_.begin(), seated_, found);
    } else {
      constexpr std::size_t most = 16;
      if (seated_.size() >= most) dismiss_last();
      seated_.push_front({id, make(tournament_.players[static_cast<std::size_t>(id)].spec)});
    }
    return *seated_.front().player;
  }

 private:
  struct Seated {
    int id = 0;
    std::unique_ptr<Player> player;
  };
  std::unique_ptr<Player> make(const std::string& spec) const {
    auto player = registry_.make_player(spec, *tournament_.start);
    if (player) return std::move(*player);
    return std::make_unique<BrokenPlayer>(player.error().message);
  }
  void dismiss_last() {
    if (const auto failure = seated_.back().player->finish()) desk_.report(seated_.back().id, *failure);
    seated_.pop_back();
  }

  const Tournament& tournament_;
  const Registry& registry_;
  Desk& desk_;
  std::list<Seated> seated_;  // the last one used comes first
};

void work(const Tournament& tournament, const Registry& registry, Desk& desk) {
  Bench bench(tournament, registry, desk);
  const auto game = tournament.start->clone();
  while (const auto slot = desk.take()) {
    tournament.openings.play(*game, slot->round, tournament.seed);
    const std::uint64_t seed = hash_words(tournament.seed, slot->pairing, slot->round, slot->number % 2);
    std::array<Seat, 2> seats;
    for (std::size_t side = 0; side < 2; ++side)
      seats[side] = {&bench.get(slot->players[side]),
                     tournament.players[static_cast<std::size_t>(slot->players[side])].limits, hash_words(seed, side)};
    auto played = play_game(*game, seats, tournament.grace, desk.token());
    if (played) {
      played->number = slot->number;
      played->players = slot->players;
      played->seed = seed;
    }
    desk.hand_in(std::move(played));
  }
}

}  // namespace

Expected<RunResult> run_tournament(const Tournament& tournament, const Registry& registry, const RunOptions& options,
                                   const StopToken& stop) {
  std::vector<GameSummary> earlier;
  std::vector<Incident> incidents;
  if (options.store) {
    auto stored = options.store->summaries(registry);
    if (!stored) return stored.error();
    earlier = counted(tournament, std::move(*stored));
    auto noted = options.store->incidents();
    if (!noted) return noted.error();
    incidents = std::move(*noted);
  }
  // Made once before any thread starts, so that a mistake in a spec comes back from here.
  for (const Entrant& player : tournament.players)
    if (const auto made = registry.make_player(player.spec, *tournament.start); !made) return made.error();

  Desk desk(tournament, options, earlier, std::move(incidents));
  const std::stop_callback forward(stop, [&desk] { desk.stop(); });
  {
    const std::jthread writer([&desk](const StopToken& done) { desk.keep_writing(done); });
    std::vector<std::jthread> threads;
    try {
      for (int i = 0; i < std::max(1, tournament.threads); ++i)
        threads.emplace_back([&] { work(tournament, registry, desk); });
    } catch (const std::system_error& e) {
      // Fewer threads play the same games, only later.
      if (threads.empty()) return fail("cannot start a thread: {}", e.what());
    }
  }
  if (options.store) desk.compare(tournament, registry);
  return desk.finish();
}

}  // namespace tengen
