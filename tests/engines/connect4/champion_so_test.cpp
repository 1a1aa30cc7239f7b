// The shared object as the course's judge uses it: loaded at run time, asked through its two functions, freed.

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "games/connect4/position.hpp"
#include "support/effort.hpp"
#include "support/places.hpp"

namespace tengen::engines::connect4 {
namespace {

struct Point {
  int x;
  int y;
};

class ChampionSo : public testing::Test {
 protected:
  using GetPoint = Point*(int, int, const int*, const int*, int, int, int, int);
  using ClearPoint = void(Point*);

  void SetUp() override {
    setenv("TENGEN_CONNECT4_SECONDS", "0.002", 1);
    library_ = dlopen(tool("connect4_champion.so").c_str(), RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(library_, nullptr) << dlerror();
    get_point_ = reinterpret_cast<GetPoint*>(dlsym(library_, "getPoint"));
    clear_point_ = reinterpret_cast<ClearPoint*>(dlsym(library_, "clearPoint"));
    ASSERT_NE(get_point_, nullptr);
    ASSERT_NE(clear_point_, nullptr);
  }
  void TearDown() override {
    if (library_) dlclose(library_);
  }

  // The question as the judge puts it: rows from the top, the blocked cell counted as filled in `top`.
  Point ask(const games::connect4::LargePosition& position, Point last) const {
    const games::connect4::Geometry g = position.geometry();
    std::vector<int> top, board;
    for (int column = 0; column < g.columns; ++column) top.push_back(g.rows - height(position, column));
    for (int x = 0; x < g.rows; ++x)
      for (int y = 0; y < g.columns; ++y) {
        const int bit = y * position.stride() + g.rows - 1 - x;
        board.push_back(test_bit(position.mine(), bit) ? 2 : test_bit(position.theirs(), bit) ? 1 : 0);
      }
    const int no_x = g.has_blocked() ? g.rows - 1 - g.blocked_row : -1;
    Point* point = get_point_(g.rows, g.columns, top.data(), board.data(), last.x, last.y, no_x, g.blocked_column);
    const Point answer = *point;
    clear_point_(point);
    return answer;
  }

  static int height(const games::connect4::LargePosition& position, int column) {
    int row = 0;
    while (row < position.geometry().rows && test_bit(position.filled(), column * position.stride() + row)) ++row;
    return row;
  }

  void* library_ = nullptr;
  GetPoint* get_point_ = nullptr;
  ClearPoint* clear_point_ = nullptr;
};

TEST_F(ChampionSo, PlaysLegalGamesOnRandomBoards) {
  int won = 0;
  const int games = std::max(4, effort(16));
  for (int game = 0; game < games; ++game) {
    Rng rng(static_cast<std::uint64_t>(game));
    games::connect4::Geometry g{9 + static_cast<int>(rng.below(4)), 9 + static_cast<int>(rng.below(4)), -1, -1};
    if (game % 4 > 0) {
      g.blocked_column = static_cast<int>(rng.below(static_cast<std::uint32_t>(g.columns)));
      g.blocked_row = game % 4 == 1 ? 0 : static_cast<int>(rng.below(static_cast<std::uint32_t>(g.rows)));
    }
    games::connect4::LargePosition position(g);
    const Side us = game % 2 == 0 ? Side::first : Side::second;
    Point last{-1, -1};
    while (position.outcome() == Outcome::ongoing) {
      games::connect4::Move move = *games::random_move(position, rng);
      if (position.side_to_move() == us) {
        const Point point = ask(position, last);
        ASSERT_GE(point.y, 0);
        ASSERT_LT(point.y, g.columns);
        ASSERT_TRUE(position.is_open(point.y)) << position.to_string();
        ASSERT_EQ(point.x, g.rows - 1 - height(position, point.y)) << position.to_string();
        move = {static_cast<std::uint8_t>(point.y)};
      }
      last = {g.rows - 1 - height(position, move.column), move.column};
      position.play(move);
    }
    won += position.outcome() == win_for(us);
  }
  EXPECT_EQ(won, games);  // against random moves
}

TEST_F(ChampionSo, TakesAWin) {
  const auto position = *games::connect4::LargePosition::from_string("rows=9 columns=9 112233");
  EXPECT_EQ(ask(position, {7, 2}).y, 3);
}

}  // namespace
}  // namespace tengen::engines::connect4
