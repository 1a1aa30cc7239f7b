// A player of ours that had no processor was not thinking; one that slept or thought on is late.

#include <gtest/gtest.h>

#include <fstream>
#include <thread>

#include "games/othello/position.hpp"
#include "roster/engine_player.hpp"
#include "support/rival.hpp"
#include "support/start_of.hpp"

namespace tengen::roster {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using Position = games::othello::Position;

enum class Delay { waits, sleeps, thinks };

constexpr milliseconds limit{10}, delay{200};

nanoseconds thought() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + nanoseconds(now.tv_nsec);
}

// Answers when it has waited, slept or thought for so long, whatever its limits.
class LateEngine final : public search::Engine<Position> {
 public:
  explicit LateEngine(Delay reason) : reason_(reason) {}
  void new_game(std::uint64_t) override {}
  search::SearchResult<Position> search(const Position& position, const Limits&, StopToken,
                                        const search::InfoSink<Position>&) override {
    const nanoseconds waited = processor_wait(), spent = thought();
    if (reason_ == Delay::sleeps) std::this_thread::sleep_for(delay);
    while (reason_ == Delay::waits && processor_wait() - waited < delay) {
    }
    while (reason_ == Delay::thinks && thought() - spent < delay) {
    }
    games::MoveList<Position> legal;
    position.legal_moves(legal);
    search::SearchResult<Position> result;
    result.best = legal[0];
    return result;
  }

 private:
  Delay reason_;
};

TEST(Lateness, IsExcusedAsFarAsThereWasNoProcessor) {
  if (!std::ifstream("/proc/self/schedstat")) GTEST_SKIP() << "this kernel does not say how long threads wait";
  const auto game = start_of("othello");
  const Rival rival;
  Limits a_move, a_clock;
  a_move.time = limit;
  a_clock.clock = GameClock{limit, {}};
  for (const Limits& limits : {a_move, a_clock})
    for (const Delay reason : {Delay::waits, Delay::sleeps, Delay::thinks}) {
      EnginePlayer<Position> player(std::make_unique<LateEngine>(reason));
      player.begin(*game, 1);
      const auto choice = player.ask(*game, limits);
      ASSERT_TRUE(choice) << choice.error().message;
      EXPECT_GE(choice->time, limit) << "what is in time is never excused";
      EXPECT_GE(reason == Delay::waits ? choice->uncounted : choice->time, delay - limit);
    }
}

TEST(Lateness, IsNobodysBusinessWithoutALimitInTime) {
  const auto game = start_of("othello");
  EnginePlayer<Position> player(std::make_unique<LateEngine>(Delay::sleeps));
  player.begin(*game, 1);
  const auto choice = player.ask(*game, Limits{{}, 100, {}});
  ASSERT_TRUE(choice) << choice.error().message;
  EXPECT_GE(choice->time, delay);
}

}  // namespace
}  // namespace tengen::roster
