// The champion as a player: legal on every board, under every limit, alone, in company and while the opponent thinks.

#include "engines/connect4/champion_player.hpp"

#include <gtest/gtest.h>

#include <ctime>
#include <thread>

#include "engines/connect4/champion_twins.hpp"

namespace tengen::engines::connect4 {
namespace {

using namespace std::chrono_literals;

Limits simulations(std::uint64_t n) { return {std::nullopt, n, std::nullopt}; }

template <class P>
std::unique_ptr<search::Engine<P>> champion(std::string_view settings = "") {
  return ChampionPlayer::make<P>(*parse_values(ChampionPlayer::info().settings, settings, "champion"));
}

template <class P>
void check(const P& position, const search::SearchResult<P>& result) {
  games::MoveList<P> legal;
  position.legal_moves(legal);
  ASSERT_NE(std::ranges::find(legal, result.best), legal.end()) << position.to_string();
  ASSERT_FALSE(result.candidates.empty());
  EXPECT_EQ(result.candidates.front().move, result.best);
  EXPECT_LE(std::abs(result.score), 1.0);
  ASSERT_FALSE(result.pv.empty());
  EXPECT_EQ(result.pv.front(), result.best);
  P line = position;
  for (const Move move : result.pv) {
    line.legal_moves(legal);
    ASSERT_NE(std::ranges::find(legal, move), legal.end()) << position.to_string();
    line.play(move);
  }
  if (result.end_in) EXPECT_EQ(result.score, *result.end_in > 0 ? 1 : -1);
}

template <class P>
class ChampionPlays : public testing::Test {};
using Positions = testing::Types<SmallPosition, LargePosition>;
TYPED_TEST_SUITE(ChampionPlays, Positions);

TYPED_TEST(ChampionPlays, PlaysWholeGamesOnAnyBoard) {
  using P = TypeParam;
  const auto engine = champion<P>("memory=1");
  for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(effort(40)); ++seed) {
    Rng rng(seed);
    Geometry g{4 + static_cast<int>(rng.below(9)), 4 + static_cast<int>(rng.below(9)), -1, -1};
    if (!P::fits(g)) g = {7, 8, -1, -1};
    if (seed % 4 > 0) {
      g.blocked_column = static_cast<int>(rng.below(static_cast<std::uint32_t>(g.columns)));
      g.blocked_row = static_cast<int>(rng.below(static_cast<std::uint32_t>(g.rows)));
    }
    engine->new_game(seed);
    P position(g);
    std::optional<int> promise;  // plies to a proven end, seen from the champion
    while (position.outcome() == Outcome::ongoing) {
      if ((position.plies() % 2 == 0) == (seed % 2 == 0)) {
        const auto result = engine->search(position, simulations(200), {}, {});
        check(position, result);
        // What was proven stays proven, and its end comes no later than it said.
        if (promise && *promise > 0) {
          ASSERT_TRUE(result.end_in) << position.to_string();
          EXPECT_LE(*result.end_in, *promise - 2);
          EXPECT_GT(*result.end_in, 0);
        }
        promise = result.end_in;
        position.play(result.best);
      } else {
        position.play(*games::random_move(position, rng));
      }
    }
  }
}

TYPED_TEST(ChampionPlays, SameSeedSameGame) {
  using P = TypeParam;
  std::vector<std::string> games;
  for (int round = 0; round < 2; ++round) {
    const auto engine = champion<P>("memory=4");
    engine->new_game(9);
    P position(Geometry{6, 7, 3, 3});
    while (position.outcome() == Outcome::ongoing)
      position.play(engine->search(position, simulations(500), {}, {}).best);
    games.push_back(position.to_string());
  }
  EXPECT_EQ(games[0], games[1]);
}

TYPED_TEST(ChampionPlays, WinsAndDefends) {
  using P = TypeParam;
  const auto engine = champion<P>();
  engine->new_game(1);
  const auto column = [&](std::string_view moves) {
    return engine->search(*P::from_string(moves), simulations(300), {}, {});
  };
  EXPECT_EQ(column("112233").best.column, 3);
  EXPECT_EQ(column("112233").end_in, 1);
  EXPECT_EQ(column("11223").best.column, 3);
  EXPECT_EQ(column("4455").end_in, 3);
}

TYPED_TEST(ChampionPlays, KeepsToTimeAndToken) {
  using P = TypeParam;
  for (const char* settings : {"", "threads=2"}) {
    const auto engine = champion<P>(settings);
    engine->new_game(1);
    const P position(Geometry{6, 8, 1, 1});
    auto begin = Clock::now();
    check(position, engine->search(position, {20ms, std::nullopt, std::nullopt}, {}, {}));
    EXPECT_LT(Clock::now() - begin, 20s);  // generous: the machine may be busy
    std::stop_source source;
    std::jthread later([&source] {
      std::this_thread::sleep_for(30ms);
      source.request_stop();
    });
    begin = Clock::now();
    check(position, engine->search(position, {60s, std::nullopt, std::nullopt}, source.get_token(), {}));
    EXPECT_LT(Clock::now() - begin, 20s);
    begin = Clock::now();
    check(position, engine->search(position, {}, source.get_token(), {}));
    EXPECT_LT(Clock::now() - begin, 20s);
  }
}

TYPED_TEST(ChampionPlays, ThreadsShareTheWork) {
  using P = TypeParam;
  const auto engine = champion<P>("threads=3,memory=12");
  engine->new_game(1);
  const P position(Geometry{6, 8, 1, 1});
  const auto result = engine->search(position, simulations(9000), {}, {});
  check(position, result);
  EXPECT_EQ(result.nodes, 9000U);
  std::uint64_t visits = 0;
  for (const auto& candidate : result.candidates) visits += candidate.visits;
  EXPECT_EQ(visits, 9000U);
  // All of them prove the same.
  BruteForce<P> brute;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng(seed);
    const auto small = random_position<P>({5, 4, 1, 1}, 8, rng);
    const auto proof = engine->search(small, simulations(3000), {}, {});
    if (proof.end_in) EXPECT_EQ(*proof.end_in > 0, brute(small) > 0);
  }
}

TYPED_TEST(ChampionPlays, PonderingEndsAtOnce) {
  using P = TypeParam;
  const auto engine = champion<P>("ponder=on,memory=8");
  const auto begin = Clock::now();
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    engine->new_game(seed);
    P position(Geometry{6, 8, 1, 1});
    Rng rng(seed);
    for (int i = 0; i < 5 && position.outcome() == Outcome::ongoing; ++i) {
      const auto result = engine->search(position, simulations(500), {}, {});
      check(position, result);
      position.play(result.best);
      std::this_thread::sleep_for(2ms);
      if (position.outcome() == Outcome::ongoing) position.play(*games::random_move(position, rng));
    }
  }
  EXPECT_LT(Clock::now() - begin, 40s);
}

TYPED_TEST(ChampionPlays, ReportsWhileItThinks) {
  using P = TypeParam;
  const auto engine = champion<P>();
  engine->new_game(1);
  const P position(Geometry{6, 8, 1, 1});
  int reports = 0;
  engine->search(position, simulations(20'000), {}, [&](const search::SearchResult<P>& result) {
    ++reports;
    check(position, result);
  });
  EXPECT_GE(reports, 2);
}

}  // namespace
}  // namespace tengen::engines::connect4
