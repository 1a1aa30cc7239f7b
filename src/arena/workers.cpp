#include "arena/workers.hpp"

#include <algorithm>
#include <list>

#include "core/hash.hpp"

namespace tengen::arena {

namespace {

// Takes the place of a player that could not be made.
class BrokenPlayer final : public roster::Player {
 public:
  explicit BrokenPlayer(std::string why) : why_(std::move(why)) {}
  void new_game(std::uint64_t) override {}
  roster::Chosen choose(const roster::Game&, const Limits&, StopToken, const roster::ChoiceSink&) override {
    return roster::Failure{roster::Fault::error, why_};
  }

 private:
  std::string why_;
};

// One worker's own players, made when first needed. A few stay; where there are many, the one unused for longest goes.
class OwnPlayers {
 public:
  OwnPlayers(const roster::Registry& registry, const roster::Game& start, GameSource& source)
      : registry_(registry), start_(start), source_(source) {}
  OwnPlayers(const OwnPlayers&) = delete;
  OwnPlayers& operator=(const OwnPlayers&) = delete;
  ~OwnPlayers() {
    while (!players_.empty()) dismiss_last();
  }

  roster::Player& get(int id, const std::string& spec) {
    const auto found = std::ranges::find_if(players_, [&](const Own& own) { return own.id == id && own.spec == spec; });
    if (found != players_.end()) {
      players_.splice(players_.begin(), players_, found);
    } else {
      constexpr std::size_t most = 16;
      if (players_.size() >= most) dismiss_last();
      players_.push_front({id, spec, make(spec)});
    }
    return *players_.front().player;
  }

 private:
  struct Own {
    int id = 0;
    std::string spec;
    std::unique_ptr<roster::Player> player;
  };
  std::unique_ptr<roster::Player> make(const std::string& spec) const {
    auto player = registry_.make_player(spec, start_);
    if (player) return *std::move(player);
    return std::make_unique<BrokenPlayer>(player.error().message);
  }
  void dismiss_last() {
    if (const auto failure = players_.back().player->finish()) source_.failed(players_.back().id, *failure);
    players_.pop_back();
  }

  const roster::Registry& registry_;
  const roster::Game& start_;
  GameSource& source_;
  std::list<Own> players_;  // the last one used comes first
};

void work(const Tournament& t, const roster::Registry& registry, GameSource& source, const GameWatch& watch) {
  OwnPlayers own(registry, *t.start, source);
  const auto board = t.start->clone();
  while (const auto plan = source.next()) {
    t.openings.play(*board, plan->opening, t.seed);
    records::Record record;
    record.game = t.game;
    record.start = t.position;
    record.event = t.title;
    record.number = plan->number;
    record.pair = plan->number / 2;
    record.seed = plan->seed;
    record.ids = plan->ids;
    std::array<Seat, 2> seats;
    for (std::size_t side = 0; side < 2; ++side) {
      const Entrant& player = *plan->players[side];
      record.players[side] = player.name;
      seats[side] = {&own.get(plan->ids[side], player.spec), player.limits, hash_words(plan->seed, side)};
    }
    source.finished(*plan, play_game(*board, seats, t.grace, source.stop_token(), std::move(record), watch), *board);
  }
}

}  // namespace

Expected<std::vector<std::jthread>> start_workers(const Tournament& tournament, const roster::Registry& registry,
                                                  GameSource& source, const GameWatch& watch) {
  std::vector<std::jthread> threads;
  try {
    for (int i = 0; i < tournament.games_at_once(); ++i)
      threads.emplace_back([&, watch] { work(tournament, registry, source, watch); });
  } catch (const std::system_error& e) {
    if (threads.empty()) return fail("cannot start a thread: {}", e.what());
  }
  return threads;
}

}  // namespace tengen::arena
