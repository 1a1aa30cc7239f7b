// AI6 against the plain double loop of its formula.

#include <gtest/gtest.h>

#include <limits>
#include <map>

#include "engines/gomoku/ladder/ladder.hpp"
#include "engines/gomoku/ladder/ladder_games.hpp"
#include "engines/gomoku/ladder/twins.hpp"
#include "support/effort.hpp"

namespace tengen::engines::gomoku {
namespace {

long long value_of(const twin::Grid& grid, bool program) {
  long long sum = 0;
  const int size = static_cast<int>(grid.size());
  twin::for_each_window(grid,
                        [&](const twin::Five& s, const auto& points) { sum += twin::ai6(s, points, size, program); });
  return sum;
}

// min over replies of the board's value with both stones, for every point of mine in row-major order.
std::vector<std::pair<Move, long long>> minima(twin::Grid grid, bool program) {
  std::vector<std::pair<Move, long long>> result;
  const std::size_t n = grid.size();
  for (std::size_t row = 0; row < n; ++row)
    for (std::size_t column = 0; column < n; ++column) {
      if (grid[row][column] != 0) continue;
      grid[row][column] = 1;
      long long lowest = std::numeric_limits<long long>::max();
      for (std::size_t y = 0; y < n; ++y)
        for (std::size_t x = 0; x < n; ++x) {
          if (grid[y][x] != 0) continue;
          grid[y][x] = -1;
          lowest = std::min(lowest, value_of(grid, program));
          grid[y][x] = 0;
        }
      if (lowest == std::numeric_limits<long long>::max()) lowest = value_of(grid, program);  // the last point
      grid[row][column] = 0;
      result.push_back({{static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)}, lowest});
    }
  return result;
}

template <class P>
void expect_as_plain(search::Engine<P>& engine, const P& position, bool program) {
  const auto plain = minima(twin::grid_of(position), program);
  const auto best = std::ranges::max_element(plain, {}, [](const auto& entry) { return entry.second; });  // the first
  const auto result = think(engine, position);
  ASSERT_EQ(result.best, best->first) << position.to_string();
  ASSERT_EQ(result.score, static_cast<double>(best->second)) << position.to_string();
  ASSERT_EQ(result.candidates.front().move, result.best);
  const std::map<Move, long long> truth(plain.begin(), plain.end());
  ASSERT_EQ(result.candidates.size(), truth.size());
  for (const auto& candidate : result.candidates) {
    const auto value = static_cast<double>(truth.at(candidate.move));
    if (candidate.exact)
      ASSERT_EQ(candidate.value, value);
    else
      ASSERT_GE(candidate.value, value);  // an upper bound
  }
  // The reply that it expects is one that reaches the value.
  if (result.pv.size() < 2) return;
  twin::Grid grid = twin::grid_of(position);
  grid[result.pv[0].row][result.pv[0].column] = 1;
  grid[result.pv[1].row][result.pv[1].column] = -1;
  ASSERT_EQ(static_cast<double>(value_of(grid, program)), result.score);
}

TEST(Ai6, FindsTheMoveOfThePlainDoubleLoop) {
  Rng rng(11);
  for (const bool program : {false, true}) {
    auto engine = make_engine<Ai6, SmallPosition>(program ? "variant=program" : "");
    for (int game = 0; game < effort(25); ++game) {
      const int size = 5 + static_cast<int>(rng.below(4));
      const auto positions = lively_game<SmallPosition>(size, size * size - 1, rng);
      for (std::size_t i = 0; i < positions.size(); i += 1 + rng.below(6))
        ASSERT_NO_FATAL_FAILURE(expect_as_plain(*engine, positions[i], program));
      const auto& earlier = positions[positions.size() / 2];  // moves taken back
      ASSERT_NO_FATAL_FAILURE(expect_as_plain(*engine, earlier, program));
    }
  }
}

TEST(Ai6, FindsTheMoveOfThePlainDoubleLoopOnLargerBoards) {
  Rng rng(12);
  for (int game = 0; game < effort(3); ++game)
    for (const bool program : {false, true}) {
      auto engine = make_engine<Ai6, SmallPosition>(program ? "variant=program" : "");
      const auto positions = lively_game<SmallPosition>(12, 70, rng);
      for (std::size_t i = 10; i < positions.size(); i += 30)
        ASSERT_NO_FATAL_FAILURE(expect_as_plain(*engine, positions[i], program));
    }
  auto large = make_engine<Ai6, LargePosition>();
  const auto positions = lively_game<LargePosition>(16, 130, rng);
  if (slow_build) return;  // half a minute there
  ASSERT_NO_FATAL_FAILURE(expect_as_plain(*large, positions.back(), false));
}

// An engine that has followed the game says the same as one that sees only this position.
TEST(Ai6, FollowsAGameBitForBit) {
  Rng rng(13);
  auto follower = make_engine<Ai6, LargePosition>();
  for (int game = 0; game < effort(20); ++game) {
    const int size = 10 + static_cast<int>(rng.below(13));
    const auto positions = lively_game<LargePosition>(size, 60, rng);
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const auto& position = positions[rng.below(6) == 0 ? rng.below(static_cast<std::uint32_t>(i + 1)) : i];
      const auto a = think(*follower, position);
      const auto b = think(*make_engine<Ai6, LargePosition>(), position);
      ASSERT_EQ(a.best, b.best);
      ASSERT_EQ(a.score, b.score);
      ASSERT_EQ(a.nodes, b.nodes);
      ASSERT_EQ(a.candidates.size(), b.candidates.size());
      for (std::size_t k = 0; k < a.candidates.size(); ++k) {
        ASSERT_EQ(a.candidates[k].move, b.candidates[k].move);
        ASSERT_EQ(a.candidates[k].value, b.candidates[k].value);
      }
    }
  }
}

TEST(Ai6, AnswersAtOnceWhenStopped) {
  std::stop_source source;
  source.request_stop();
  Rng rng(14);
  const auto position = lively_game<SmallPosition>(15, 30, rng).back();
  const auto stopped = make_engine<Ai6, SmallPosition>()->search(position, {}, source.get_token(), {});
  const auto full = think(*make_engine<Ai6, SmallPosition>(), position);
  EXPECT_TRUE(position.empty().test(position.cell_of(stopped.best)));
  EXPECT_LE(stopped.score, full.score);
  EXPECT_LE(stopped.nodes, full.nodes);
  EXPECT_EQ(stopped.candidates.front().move, stopped.best);
}

}  // namespace
}  // namespace tengen::engines::gomoku
