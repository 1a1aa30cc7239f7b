// BF(d) against a twin that looks at every leaf: what is decided must be the same, and the chances of every move.

#include "engines/generic/full_width.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "engines/gomoku/full_width.hpp"
#include "games/connect4/position.hpp"
#include "games/othello/position.hpp"
#include "support/effort.hpp"

namespace tengen::engines {
namespace {

using full_width::draw, full_width::loss, full_width::win;

// Plain minimax over random leaves, one draw each. Without a generator all leaves are ½: what is left are the ends.
template <class P>
double twin_value(const P& position, int plies, Rng* rng) {
  if (plies == 0) return rng ? rng->real() : 0.5;
  if (position.outcome() == Outcome::draw) return draw;
  if (position.outcome() != Outcome::ongoing)
    return position.outcome() == win_for(position.side_to_move()) ? win : loss;
  games::MoveList<P> moves;
  position.legal_moves(moves);
  double best = full_width::below_all;
  for (const auto move : moves) {
    P next = position;
    next.play(move);
    best = std::max(best, 1 - twin_value(next, plies - 1, rng));
  }
  return best;
}

template <class P>
P random_position(P start, int plies, Rng& rng) {
  for (;;) {
    P position = start;
    for (int i = 0; i < plies && position.outcome() == Outcome::ongoing; ++i)
      position.play(*games::random_move(position, rng));
    if (position.outcome() == Outcome::ongoing) return position;
  }
}

template <class P>
full_width::Best<typename P::Move> fast(const P& position, int depth, Rng& rng) {
  search::Stopper stopper({}, {});
  typename FullWidthOf<P>::Search search(rng, stopper);
  return search.search(position, depth);
}

// How often each move is chosen, as a share. Decided ties are broken at random in both.
template <class P>
std::map<std::string, double> twin_shares(const P& position, int depth, int times, Rng& rng) {
  std::map<std::string, double> shares;
  games::MoveList<P> moves;
  position.legal_moves(moves);
  for (int i = 0; i < times; ++i) {
    std::vector<std::string> best;
    double value = full_width::below_all;
    for (const auto move : moves) {
      P next = position;
      next.play(move);
      const double v = 1 - twin_value(next, depth - 1, &rng);
      if (v > value) best.clear();
      if (v >= value) best.push_back(position.format(move));
      value = std::max(value, v);
    }
    shares[best[rng.below(static_cast<std::uint32_t>(best.size()))]] += 1.0 / times;
  }
  return shares;
}

template <class P>
void expect_equal_chances(const P& position, int depth, int times) {
  Rng rng(7);
  const auto twin = twin_shares(position, depth, times, rng);
  std::map<std::string, double> shares;
  for (int i = 0; i < times; ++i) shares[position.format(fast(position, depth, rng).move)] += 1.0 / times;
  for (const auto& [move, share] : twin) {
    const double deviation = std::sqrt(2 * share * std::max(0.0, 1 - share) / times);
    EXPECT_NEAR(shares[move], share, 4.5 * deviation + 1.0 / times)
        << position.to_string() << " depth " << depth << " " << move;
  }
  for (const auto& [move, share] : shares)
    if (!twin.contains(move)) {
      EXPECT_LT(share, 20.0 / times) << position.to_string() << " depth " << depth << " " << move;
    }
}

// The largest gap between two distributions, in units that stay below about 1.9 in 999 of 1000 cases.
double gap(std::vector<double> a, std::vector<double> b) {
  std::ranges::sort(a);
  std::ranges::sort(b);
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto below = std::ranges::upper_bound(b, a[i]) - b.begin();
    most = std::max(most, std::abs(static_cast<double>(i + 1) / static_cast<double>(a.size()) -
                                   static_cast<double>(below) / static_cast<double>(b.size())));
  }
  return most * std::sqrt(static_cast<double>(a.size()) / 2);
}

TEST(FullWidth, gomoku_sees_every_end_that_the_twin_sees) {
  Rng rng(1);
  int decided = 0;
  for (int i = 0; i < effort(600); ++i) {
    const int size = 5 + i % 2, stones = 12 + static_cast<int>(rng.below(12));
    const auto position =
        random_position(games::gomoku::SmallPosition(size, games::gomoku::Rule::freestyle), stones, rng);
    for (int depth = 2; depth <= 4; ++depth) {
      const double twin = twin_value(position, depth, nullptr), ours = fast(position, depth, rng).value;
      const auto kind = [](double v) { return v >= win ? 1 : v <= loss ? -1 : 0; };
      EXPECT_EQ(kind(ours), kind(twin)) << position.to_string() << " depth " << depth;
      decided += kind(twin) != 0;
    }
  }
  EXPECT_GT(decided, effort(120));
}

TEST(FullWidth, gomoku_gives_every_move_its_chance) {
  Rng rng(2);
  for (const int empty : {4, 6, 8}) {
    for (int i = 0; i < 3; ++i) {
      const auto position =
          random_position(games::gomoku::SmallPosition(5, games::gomoku::Rule::freestyle), 25 - empty, rng);
      for (int depth = 2; depth <= 4; ++depth) expect_equal_chances(position, depth, effort(6000));
    }
  }
}

// Threats for both sides on a board with many dead points.
TEST(FullWidth, gomoku_gives_every_move_its_chance_among_threats) {
  const auto position = games::gomoku::SmallPosition::from_string("xxx3/1o4/1oo3/6/6/6 x");
  ASSERT_TRUE(position) << position.error().message;
  for (int depth = 2; depth <= 3; ++depth) expect_equal_chances(*position, depth, effort(6000));
}

TEST(FullWidth, quiet_values_are_distributed_like_searched_ones) {
  Rng rng(3);
  for (int plies = 1; plies <= 3; ++plies) {
    std::vector<double> drawn, searched;
    const games::gomoku::SmallPosition start(5, games::gomoku::Rule::freestyle);
    const auto position = random_position(start, 2, rng);  // 23 points are empty, and nobody can have five
    for (int i = 0; i < effort(4000); ++i) {
      drawn.push_back(full_width::quiet_value(plies, 23, rng.real()));
      searched.push_back(twin_value(position, plies, &rng));
    }
    EXPECT_LT(gap(drawn, searched), 2.2) << plies;
  }
}

TEST(FullWidth, every_game_gives_every_move_its_chance) {
  Rng rng(4);
  for (int i = 0; i < 3; ++i) {
    const auto connect = random_position(*games::connect4::SmallPosition::from_string(""), 20, rng);
    const auto disc = random_position(games::othello::Position(), 50, rng);
    for (int depth = 1; depth <= 4; ++depth) {
      expect_equal_chances(connect, depth, effort(4000));
      expect_equal_chances(disc, depth, effort(4000));
    }
  }
}

TEST(FullWidth, deep_searches_stop_when_told) {
  Rng rng(5);
  const auto position = random_position(games::gomoku::SmallPosition(15, games::gomoku::Rule::freestyle), 60, rng);
  Limits limits;
  limits.nodes = 1000;
  search::Stopper stopper(limits, {});
  gomoku::FullWidth<games::gomoku::SmallPosition> search(rng, stopper);
  search.search(position, 9);
  EXPECT_LT(search.nodes(), 20'000U);
}

}  // namespace
}  // namespace tengen::engines
