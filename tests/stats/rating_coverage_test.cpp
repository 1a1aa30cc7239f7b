// Simulated tournaments of players whose true strength is known: do the intervals hold it as often as they say?

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/rng.hpp"
#include "stats/ratings.hpp"
#include "support/effort.hpp"

namespace tengen::stats {
namespace {

struct Tournament {
  const char* name;
  int players;
  int pairs;          // for each pairing
  double spread;      // Elo from the weakest to the strongest
  double first_move;  // Elo
  double draw_rate;   // between equals
  bool gauntlet;      // only the first player meets the others
  bool paired;        // pairs with colours swapped, or single games with a drawn colour
};

// A game of Davidson's model.
Outcome play(Rng& rng, double elo_difference, double draw_rate) {
  const double nu = 2 * draw_rate / (1 - draw_rate), x = elo_difference / elo_unit * (2 + nu) / 2;
  const double up = std::exp(x / 2), r = rng.real() * (up + 1 / up + nu);
  return r < up ? Outcome::first_wins : r < up + nu ? Outcome::draw : Outcome::second_wins;
}

std::vector<GameResult> play(Rng& rng, const Tournament& t, const std::vector<double>& elo) {
  std::vector<GameResult> games;
  std::uint64_t id = 0;
  for (int a = 0; a < (t.gauntlet ? 1 : t.players); ++a)
    for (int b = a + 1; b < t.players; ++b)
      for (int i = 0; i < t.pairs * (t.paired ? 1 : 2); ++i, ++id)
        for (std::uint32_t turn = t.paired ? 0 : rng.below(2), end = t.paired ? 2 : turn + 1; turn < end; ++turn) {
          const int first = turn ? b : a, second = turn ? a : b;
          const double difference =
              elo[static_cast<std::size_t>(first)] - elo[static_cast<std::size_t>(second)] + t.first_move;
          games.push_back({id, rng(), first, second, play(rng, difference, t.draw_rate)});
        }
  return games;
}

bool holds(const std::optional<double>& low, const std::optional<double>& high, double truth) {
  return (!low || *low <= truth) && (!high || *high >= truth);
}

class SimulatedRatings : public testing::TestWithParam<Tournament> {};

// Ratings of one tournament go up and down together, so the tolerance is that of one yes or no for each tournament.
TEST_P(SimulatedRatings, HoldTheTruth) {
  const Tournament t = GetParam();
  std::vector<double> elo(static_cast<std::size_t>(t.players));
  for (int i = 0; i < t.players; ++i)
    elo[static_cast<std::size_t>(i)] = t.spread * (static_cast<double>(i) / (t.players - 1) - 0.5);
  Rng rng(2026);
  const int rounds = effort(1000);
  double held = 0, bounded = 0;
  int first_move = 0, draws = 0;
  for (int round = 0; round < rounds; ++round) {
    const RatingList list =
        rate_players(t.players, make_pairings(play(rng, t, elo)), {1500, 199, static_cast<std::uint64_t>(round)});
    for (std::size_t i = 0; i < elo.size(); ++i) {
      held += holds(list.players[i].low, list.players[i].high, elo[i]);
      bounded += list.players[i].low && list.players[i].high;
    }
    first_move += holds(list.first_move_elo.low, list.first_move_elo.high, t.first_move);
    draws += holds(list.draw_rate.low, list.draw_rate.high, t.draw_rate);
  }
  // Long runs can see that a bootstrap from few units is not exact to the last half percent.
  const double tolerance = std::max(0.015, 3 * std::sqrt(0.95 * 0.05 / rounds));
  const double share = held / (rounds * t.players);
  EXPECT_NEAR(share, 0.95, tolerance);
  EXPECT_GE(bounded / (rounds * t.players), 0.99);
  EXPECT_NEAR(static_cast<double>(first_move) / rounds, 0.95, tolerance);
  if (t.draw_rate > 0) EXPECT_NEAR(static_cast<double>(draws) / rounds, 0.95, tolerance);
  RecordProperty("held_percent", std::to_string(100 * share));
  RecordProperty("first_move_held_percent", std::to_string(100.0 * first_move / rounds));
  RecordProperty("draw_rate_held_percent", std::to_string(100.0 * draws / rounds));
}

INSTANTIATE_TEST_SUITE_P(Of, SimulatedRatings,
                         testing::Values(Tournament{"TwoPlayers", 2, 50, 100, 50, 0.2, false, true},
                                         Tournament{"FourPlayers", 4, 12, 200, 30, 0.1, false, true},
                                         Tournament{"EightPlayers", 8, 25, 600, 60, 0.3, false, true},
                                         Tournament{"NoDraws", 6, 10, 300, 100, 0, false, true},
                                         Tournament{"Gauntlet", 6, 40, 200, 40, 0.2, true, true},
                                         Tournament{"SingleGames", 5, 15, 250, 80, 0.2, false, false}),
                         [](const auto& tested) { return std::string(tested.param.name); });

// A giant among three equals: it often wins every game, and then the lower end alone has to hold.
TEST(RatingCoverage, OfAGiant) {
  const Tournament t{"Giant", 4, 10, 0, 40, 0.1, false, true};
  const std::vector<double> elo = {0, 0, 0, 800};
  Rng rng(99);
  const int rounds = effort(1000);
  int held = 0, shut_out = 0;
  for (int round = 0; round < rounds; ++round) {
    const RatingList list =
        rate_players(4, make_pairings(play(rng, t, elo)), {1500, 199, static_cast<std::uint64_t>(round)});
    shut_out += list.players[3].standing == Standing::at_least;
    // While it is out of the core, the core is the three; once in it, the mean is that of all four.
    const double truth = list.players[3].standing == Standing::at_least ? 800 : 600;
    held += holds(list.players[3].low, list.players[3].high, truth);
  }
  EXPECT_GT(shut_out, rounds / 5);
  EXPECT_GE(held, rounds * (0.95 - 3 * std::sqrt(0.95 * 0.05 / rounds)));
  RecordProperty("held_percent", std::to_string(100.0 * held / rounds));
  RecordProperty("shut_out_percent", std::to_string(100.0 * shut_out / rounds));
}

// Two players, or one against two, so far apart that often there is no core: the lead over the opponents has to hold.
TEST(RatingCoverage, OfShutOuts) {
  constexpr double gap = 700;
  for (const int players : {2, 3}) {
    const Tournament t{"ShutOut", players, 10, 0, 40, 0.1, true, true};
    std::vector<double> elo(static_cast<std::size_t>(players));
    elo[0] = gap;
    Rng rng(7);
    const int rounds = effort(1000);
    int held = 0, shut_out = 0;
    for (int round = 0; round < rounds; ++round) {
      const RatingList list =
          rate_players(players, make_pairings(play(rng, t, elo)), {1500, 199, static_cast<std::uint64_t>(round)});
      const Rating& best = list.players[0];
      const auto core = std::ranges::count(list.players, Standing::known, &Rating::standing);
      shut_out += core == 0;
      // The rating counts from the mean of the core, which is its own in part; the lead from the mean of the others.
      held += core == 0 ? best.lead && *best.lead <= gap
                        : holds(best.low, best.high, gap - gap / static_cast<double>(core));
    }
    EXPECT_GT(shut_out, rounds / 20);
    EXPECT_GE(held, rounds * (0.95 - 3 * std::sqrt(0.95 * 0.05 / rounds)));
    RecordProperty("held_percent_" + std::to_string(players), std::to_string(100.0 * held / rounds));
    RecordProperty("shut_out_percent_" + std::to_string(players), std::to_string(100.0 * shut_out / rounds));
  }
}

// Among equals the superiority matrix may be sure of someone's lead no oftener than it says.
TEST(Superiority, IsRarelySureAmongEquals) {
  const Tournament t{"Equals", 4, 15, 0, 40, 0.2, false, true};
  const std::vector<double> elo(4);
  Rng rng(12);
  const int rounds = effort(1000);
  double sure = 0, fairly_sure = 0;
  for (int round = 0; round < rounds; ++round) {
    const RatingList list =
        rate_players(4, make_pairings(play(rng, t, elo)), {1500, 199, static_cast<std::uint64_t>(round)});
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < 4; ++b) {
        sure += a != b && list.is_better(a, b) > 0.975;
        fairly_sure += a != b && list.is_better(a, b) > 0.8;
      }
  }
  // Twelve ordered pairs a tournament; they hang together, so each tournament counts as two at the most.
  const auto tolerance = [&](double p) { return std::max(0.15 * p, 3 * std::sqrt(p * (1 - p) / (2 * rounds))); };
  EXPECT_NEAR(sure / (12 * rounds), 0.025, tolerance(0.025));
  EXPECT_NEAR(fairly_sure / (12 * rounds), 0.2, tolerance(0.2));
  RecordProperty("sure_percent", std::to_string(100 * sure / (12 * rounds)));
}

}  // namespace
}  // namespace tengen::stats
