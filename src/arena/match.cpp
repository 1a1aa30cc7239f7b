#include "arena/match.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>
#include <unordered_set>

#include "arena/play_game.hpp"
#include "core/hash.hpp"

namespace tengen {

namespace {

std::uint64_t hash_text(std::string_view text) {
  std::uint64_t h = text.size();
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return mix(h);
}

// Adds games up as they come in, in any order.
class Tally {
 public:
  explicit Tally(std::uint64_t games) : units_((games + 1) / 2) {}

  void add(const PlayedGame& game) {
    ++total_.games;
    const int half_points = game.half_points_of_a();
    if (half_points == 1) {
      ++total_.draws;
    } else {
      ++total_.wins[half_points == 2 ? 0 : 1];
      ++total_.wins_by_turn[game.outcome == Outcome::first_wins ? 0 : 1];
    }
    ++total_.terminations[std::string(name_of(game.termination))];
    const std::uint64_t print = hash_words(hash_text(game.moves), game.outcome, game.termination);
    if (distinct_games_.insert(print).second) ++total_.distinct_games;
    distinct_seats_.insert(hash_words(print, game.a_is_first));
    // The unit's fingerprint says who played which game, so a pair and its mirror image differ.
    Unit& unit = units_[game.number / 2];
    ++unit.games;
    unit.half_points += half_points;
    unit.print += hash_words(print, game.a_is_first);
  }

  MatchTally total() const {
    MatchTally tally = total_;
    std::unordered_set<std::uint64_t> distinct;
    for (const Unit& unit : units_) {
      if (unit.games == 0) continue;
      const auto points = static_cast<std::size_t>(unit.half_points);
      if (unit.games == 2)
        ++tally.counts.pairs[points];
      else
        ++tally.counts.singles[points];
      distinct.insert(unit.print);
    }
    // A game without its partner may still be a copy of one in a pair, so units cannot outnumber what the games allow.
    tally.counts.distinct_units = std::min<std::uint64_t>(distinct.size(), (distinct_seats_.size() + 1) / 2);
    return tally;
  }
  // Without the walk over all pairs, for a progress line.
  const MatchTally& running() const { return total_; }

 private:
  struct Unit {
    std::uint64_t print = 0;
    int games = 0;
    int half_points = 0;
  };
  MatchTally total_;
  std::vector<Unit> units_;
  std::unordered_set<std::uint64_t> distinct_games_;
  std::unordered_set<std::uint64_t> distinct_seats_;  // the same, told apart by who played which side
};

// Where workers hand in their games: counts them, stores them in batches, reports progress.
class Collector {
 public:
  Collector(Tally& tally, GameStore* store, const MatchProgress& progress)
      : tally_(tally), store_(store), progress_(progress) {}

  // False when the store failed and the match has to end.
  bool add(PlayedGame game) {
    const std::lock_guard lock(mutex_);
    tally_.add(game);
    ++played_;
    if (store_) waiting_.push_back(std::move(game));
    const auto now = Clock::now();
    // Quick games are written in batches; a slow one is written as soon as it is finished.
    constexpr auto batch = std::chrono::milliseconds(100);
    const bool wait = now - last_flush_ < batch && now - last_game_ < batch;
    last_game_ = now;
    if (wait) return !error_;
    last_flush_ = now;
    flush();
    if (progress_) progress_(tally_.running(), played_, seconds());
    return !error_;
  }
  void finish() {
    const std::lock_guard lock(mutex_);
    flush();
  }

  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  std::uint64_t played() const { return played_; }
  const std::optional<Error>& error() const { return error_; }

 private:
  void flush() {
    if (!store_ || waiting_.empty() || error_) return;
    if (const auto added = store_->add(waiting_); !added) error_ = added.error();
    waiting_.clear();
  }

  std::mutex mutex_;
  Tally& tally_;
  GameStore* store_;
  const MatchProgress& progress_;
  std::vector<PlayedGame> waiting_;
  std::uint64_t played_ = 0;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_flush_ = start_;
  Clock::time_point last_game_ = start_;
  std::optional<Error> error_;
};

// The pair's opening: random moves that do not end the game; none where every try does.
void play_opening(Game& game, int plies, std::uint64_t seed) {
  Rng rng(seed);
  for (int tries = 0; tries < 100; ++tries) {
    game.restart();
    for (int ply = 0; ply < plies && game.outcome() == Outcome::ongoing; ++ply) {
      const auto moves = game.legal_moves();
      game.play(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    if (game.outcome() == Outcome::ongoing) return;
  }
  game.restart();
}

// Plays numbers from the shared counter until there are none left.
void work(const MatchSetup& setup, std::array<Player*, 2> players, std::atomic<std::uint64_t>& next,
          const std::vector<bool>& done, Collector& collector, const StopToken& stop) {
  const auto game = setup.start->clone();
  for (std::uint64_t number = next++; number < setup.games && !stop.stop_requested(); number = next++) {
    if (done[number]) continue;
    const std::uint64_t pair = number / 2, turn = number % 2;
    game->restart();
    if (setup.opening_plies > 0) play_opening(*game, setup.opening_plies, hash_words(setup.seed, pair));
    for (std::uint64_t p = 0; p < 2; ++p) players[p]->new_game(hash_words(setup.seed, pair, turn, p));
    // Game 2k: A moves first. Game 2k + 1: B does. After a setup with the second side to move, "first" is still the
    // side called first.
    const bool a_first = turn == 0;
    const std::array<Player*, 2> by_turn = {players[a_first ? 0 : 1], players[a_first ? 1 : 0]};
    auto played = play_game(*game, by_turn, setup.limits, stop);
    if (!played) return;
    played->number = number;
    played->a_is_first = a_first;
    if (!collector.add(std::move(*played))) return;
  }
}

std::string describe(const Limits& limits) {
  std::string text;
  if (limits.time) text += fmt::format("time {} ns ", limits.time->count());
  if (limits.nodes) text += fmt::format("nodes {} ", *limits.nodes);
  if (limits.depth) text += fmt::format("depth {} ", *limits.depth);
  return text.empty() ? "none" : text.substr(0, text.size() - 1);
}

}  // namespace

std::map<std::string, std::string> MatchSetup::identity() const {
  return {{"game", game},
          {"start", start->to_string()},
          {"player a", players[0]},
          {"player b", players[1]},
          {"opening plies", std::to_string(opening_plies)},
          {"limits", describe(limits)},
          {"seed", std::to_string(seed)}};
}

Expected<MatchReport> play_match(const MatchSetup& setup, const Registry& registry, GameStore* store, StopToken stop,
                                 const MatchProgress& progress) {
  Tally tally(setup.games);
  std::vector<bool> done(setup.games, false);
  if (store) {
    auto stored = store->load();
    if (!stored) return tl::unexpected(stored.error());
    for (const PlayedGame& game : *stored) {
      if (game.number >= setup.games) continue;  // a longer match went before this one
      tally.add(game);
      done[game.number] = true;
    }
  }

  // Each worker has players of its own, made before any thread starts so that errors come back from here.
  const auto thread_count =
      static_cast<std::size_t>(std::clamp<std::uint64_t>(static_cast<std::uint64_t>(setup.threads), 1, setup.games));
  std::vector<std::array<std::unique_ptr<Player>, 2>> players(thread_count);
  for (auto& pair : players)
    for (std::size_t p = 0; p < 2; ++p) {
      auto player = registry.make_player(setup.players[p], *setup.start);
      if (!player) return tl::unexpected(player.error());
      pair[p] = std::move(*player);
    }

  Collector collector(tally, store, progress);
  std::atomic<std::uint64_t> next = 0;
  {
    std::vector<std::jthread> threads;
    try {
      for (auto& pair : players)
        threads.emplace_back([&setup, &next, &done, &collector, &stop, a = pair[0].get(), b = pair[1].get()] {
          work(setup, {a, b}, next, done, collector, stop);
        });
    } catch (const std::system_error& e) {
      // Fewer threads play the same games, only later.
      if (threads.empty()) return fail("cannot start a thread: {}", e.what());
    }
  }
  collector.finish();
  if (collector.error()) return tl::unexpected(*collector.error());
  MatchReport report{tally.total(), collector.seconds(), collector.played(), false};
  report.interrupted = report.tally.games < setup.games;
  return report;
}

}  // namespace tengen
