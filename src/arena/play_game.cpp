#include "arena/play_game.hpp"

#include "core/text.hpp"

namespace tengen::arena {

namespace {

using std::chrono::nanoseconds;

// What the two seats spend: a program outside from here to the end of the game, whoever's turn it is; a player of ours
// while it is asked, in this thread.
class CpuMeter {
 public:
  explicit CpuMeter(const std::array<Seat, 2>& seats) : seats_(seats) {
    for (std::size_t i = 0; i < 2; ++i) before_[i] = seats_[i].player->cpu_time();
  }

  void asked(std::size_t turn, nanoseconds spent) { asked_[turn] += spent; }

  records::CpuMicros spent() const {
    records::CpuMicros micros{};
    for (std::size_t i = 0; i < 2; ++i) {
      nanoseconds own = asked_[i];
      if (before_[i]) {
        own = std::max(seats_[i].player->cpu_time().value_or(*before_[i]) - *before_[i], nanoseconds(0));
        if (seats_[0].player == seats_[1].player) own /= 2;  // one program on both sides
      }
      micros[i] = std::chrono::duration_cast<std::chrono::microseconds>(own).count();
    }
    return micros;
  }

 private:
  const std::array<Seat, 2>& seats_;
  std::array<std::optional<nanoseconds>, 2> before_;
  std::array<nanoseconds, 2> asked_{};
};

// Takes the time of a move off the seat's limits; says so when there was not enough.
std::optional<std::string> overstepped(Limits& limits, nanoseconds taken, nanoseconds grace) {
  const auto milliseconds = [](nanoseconds time) { return static_cast<double>(time.count()) / 1e6; };
  if (limits.time && taken > *limits.time + grace)
    return fmt::format("took {:.1f} ms of {:.1f}", milliseconds(taken), milliseconds(*limits.time));
  if (!limits.clock) return std::nullopt;
  if (taken > limits.clock->left + grace)
    return fmt::format("took {:.1f} ms with {:.1f} left", milliseconds(taken), milliseconds(limits.clock->left));
  limits.clock->left = std::max(limits.clock->left - taken, nanoseconds(0)) + limits.clock->increment;
  return std::nullopt;
}

// Until the game is over, or somebody stops it; then the outcome stays open.
void play_on(records::Record& record, roster::Game& game, const std::array<Seat, 2>& by_turn, nanoseconds grace,
             const StopToken& stop, const GameWatch& watch) {
  std::array<Limits, 2> limits = {by_turn[0].limits, by_turn[1].limits};
  for (Limits& own : limits) own.grace = grace;
  const auto forfeit = [&record](Side loser, records::Termination termination, std::string detail) {
    record.outcome = win_for(other(loser));
    record.termination = termination;
    record.detail = std::move(detail);
  };
  for (const Seat& seat : by_turn)
    seat.player->begin(game, seat.seed, stop);  // what goes wrong is told when it is asked
  CpuMeter meter(by_turn);
  while (record.outcome == Outcome::ongoing && game.outcome() == Outcome::ongoing) {
    if (stop.stop_requested()) return;
    const Side side = game.side_to_move();
    const auto turn = static_cast<std::size_t>(side);
    const roster::Chosen choice = by_turn[turn].player->ask(game, limits[turn], stop);
    meter.asked(turn, choice ? choice->cpu : choice.error().cpu);
    if (stop.stop_requested()) return;  // a choice made in haste does not count
    if (!choice) {
      const roster::Failure& failure = choice.error();
      forfeit(side, termination_of(failure.fault), failure.fault == roster::Fault::resign ? "" : failure.message);
      break;
    }
    if (auto late = overstepped(limits[turn], choice->time, grace)) {
      forfeit(side, records::Termination::time, std::move(*late));
      break;
    }
    record.notes.push_back({std::chrono::duration_cast<std::chrono::microseconds>(choice->time).count(), choice->score,
                            choice->depth, choice->nodes});
    game.play(choice->move);
    if (watch) watch(GameEvent::moved, record, game);
  }
  if (record.outcome == Outcome::ongoing) {
    record.outcome = game.outcome();
    record.termination = record.outcome == Outcome::draw ? records::Termination::draw : records::Termination::win;
  }
  record.cpu = meter.spent();
  record.moves = game.move_names();
}

}  // namespace

records::Termination termination_of(roster::Fault fault) {
  switch (fault) {
    case roster::Fault::resign: return records::Termination::resign;
    case roster::Fault::error: return records::Termination::player_error;
    case roster::Fault::illegal_move: return records::Termination::illegal_move;
    case roster::Fault::crash: return records::Termination::crash;
    case roster::Fault::garbage: return records::Termination::garbage;
    case roster::Fault::flood: return records::Termination::flood;
    case roster::Fault::slow_start: return records::Termination::slow_start;
    case roster::Fault::hang:
    case roster::Fault::unstoppable: return records::Termination::hang;
  }
  return records::Termination::player_error;
}

std::optional<records::Record> play_game(roster::Game& game, const std::array<Seat, 2>& by_turn, nanoseconds grace,
                                         const StopToken& stop, records::Record record, const GameWatch& watch) {
  record.opening = static_cast<int>(game.moves().size());
  if (watch) watch(GameEvent::begun, record, game);
  play_on(record, game, by_turn, grace, stop, watch);
  if (watch) watch(GameEvent::ended, record, game);
  if (record.outcome == Outcome::ongoing) return std::nullopt;
  return record;
}

}  // namespace tengen::arena
