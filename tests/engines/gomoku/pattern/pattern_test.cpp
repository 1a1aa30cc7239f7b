// The pattern players: the table, the evaluation against the twin, and minimax against alpha-beta.

#include <gtest/gtest.h>

#include "engines/gomoku/deep_twins.hpp"
#include "engines/gomoku/ladder/ladder_games.hpp"
#include "engines/gomoku/pattern/model.hpp"
#include "engines/gomoku/pattern/players.hpp"
#include "support/property.hpp"

namespace tengen::engines::gomoku {
namespace {

// The pattern of a stone of x on the point marked '*'; '|' stands for the board's end and is not part of the line.
Pattern pattern_of(std::string_view line, Rule rule = Rule::freestyle) {
  LineFace face;
  int point = -1;
  for (const char c : line) {
    if (c == '|') continue;
    if (c == 'x') face.stones[0] |= 1u << face.length;
    if (c == 'o') face.stones[1] |= 1u << face.length;
    if (c == '*') point = face.length;
    ++face.length;
  }
  return pattern_at(face, Side::first, point, rule);
}

TEST(Patterns, AreNamedAsDrawn) {
  EXPECT_EQ(pattern_of("..xxxx*.."), Pattern::five);
  EXPECT_EQ(pattern_of("oxx*xxo"), Pattern::five);
  EXPECT_EQ(pattern_of(".xxx*."), Pattern::open_four);
  EXPECT_EQ(pattern_of(".xxx*|"), Pattern::four);  // the paper's 0111x
  EXPECT_EQ(pattern_of("o.xxx*o"), Pattern::four);
  EXPECT_EQ(pattern_of(".xx.x*."), Pattern::four);
  EXPECT_EQ(pattern_of("..xx*.."), Pattern::open_three);
  EXPECT_EQ(pattern_of(".x.x*.."), Pattern::open_three);
  EXPECT_EQ(pattern_of("|.xx*.o"), Pattern::three);  // five free points only: the four can be closed
  EXPECT_EQ(pattern_of("oxx*..."), Pattern::three);
  EXPECT_EQ(pattern_of("...x*..."), Pattern::open_two);
  EXPECT_EQ(pattern_of("ox*..."), Pattern::two);
  EXPECT_EQ(pattern_of("....*...."), Pattern::none);
  EXPECT_EQ(pattern_of("ox*.o"), Pattern::none);  // no room for five
  EXPECT_EQ(pattern_of(".xxx*xx."), Pattern::five);
  EXPECT_NE(pattern_of(".xxx*xx.", Rule::standard), Pattern::five);
}

TEST(Patterns, AreWorthWhatTheTableSays) {
  for (std::size_t i = 0; i < pattern_values.size(); ++i) {
    EXPECT_EQ(static_cast<std::size_t>(pattern_values[i].pattern), i);
    if (i == 0) continue;
    EXPECT_LT(pattern_values[i].against, pattern_values[i].mine);
    EXPECT_GT(pattern_values[i].against, pattern_values[i - 1].mine);
  }
  EXPECT_EQ(pattern_values[static_cast<std::size_t>(Pattern::four)].mine, 300'000);
  EXPECT_EQ(pattern_values[static_cast<std::size_t>(Pattern::four)].against, 299'500);
}

TEST(PairCounts, TakeTwoOfEightDirections) {
  PairCounts pairs;
  pairs.set(LineMap::of(9));
  const auto cell = [](int column, int row) { return row * stride_of(9) + column; };
  for (const auto& [column, row] : {std::pair{5, 4}, {6, 4}, {4, 5}}) pairs.put(cell(column, row), Side::first);
  EXPECT_EQ(pairs.points(Side::first), 0);  // d5 and h5 have one pair each, e5 one more to come
  pairs.put(cell(4, 6), Side::first);
  EXPECT_TRUE(pairs.enough(Side::first, cell(4, 4)));
  EXPECT_EQ(pairs.points(Side::first), 1);
  EXPECT_EQ(pairs.points(Side::second), 0);
  pairs.put(cell(4, 4), Side::second);  // a taken point counts for nobody
  EXPECT_EQ(pairs.points(Side::first), 0);
  pairs.take(cell(4, 4), Side::second);
  EXPECT_EQ(pairs.points(Side::first), 1);
}

template <class P>
void check_values(int cases) {
  check_property(cases, [](std::uint64_t seed) {
    Rng rng(seed);
    const int size = std::min(5 + static_cast<int>(rng.below(18)), P::fits(22) ? 22 : 15);
    const auto game = lively_game<P>(size, 6 + static_cast<int>(rng.below(50)), rng);
    const std::size_t start = game.size() > 8 ? game.size() - 8 : 1;
    FaceMemory<PatternLines> memory({}, 9);
    auto model = std::make_unique<PatternModel<P>>(memory);
    model->set(game[start]);
    const char me = twin::colour(game[start].side_to_move());
    std::vector<int> played;
    const auto check = [&](const P& position) {
      RC_ASSERT(model->value() == twin::pattern_value(twin::Chars(position), me));
      typename PatternModel<P>::List list;
      model->expand(1, 0, list);
      std::size_t near = 0;
      const twin::Chars chars(position);
      chars.for_each_point([&](int column, int row) {
        bool found = false;
        for (int dy = -1; dy <= 1; ++dy)
          for (int dx = -1; dx <= 1; ++dx)
            for (const char c : chars.text(column + dx, row + dy, {dx, dy}, dx != 0 || dy != 0 ? 3 : 0))
              found = found || c == 'x' || c == 'o';
        near += chars.at(column, row) == '.' && found;
      });
      RC_ASSERT(list.size() == near);
    };
    check(game[start]);
    for (std::size_t i = start + 1; i < game.size(); ++i) {
      (game[i - 1].empty() & ~game[i].empty()).for_each([&](int cell) { played.push_back(cell); });
      model->push(played.back());
      check(game[i]);
    }
    while (!played.empty()) {
      model->pop(played.back());
      played.pop_back();
      check(game[start + played.size()]);
    }
  });
}
TEST(PatternModel, ValuesSmallBoards) { check_values<SmallPosition>(60); }
TEST(PatternModel, ValuesLargeBoards) { check_values<LargePosition>(30); }

TEST(PatternPlayers, MinimaxAndAlphaBetaAgree) {
  check_property(40, [](std::uint64_t seed) {
    Rng rng(seed);
    const int size = 5 + static_cast<int>(rng.below(6)), depth = 2 + static_cast<int>(rng.below(2));
    const auto rule = static_cast<Rule>(rng.below(3));
    const auto game = lively_game<SmallPosition>(size, 1 + static_cast<int>(rng.below(20)), rng, rule);
    const SmallPosition& position = game.back();
    const std::string setting = "depth=" + std::to_string(depth);
    const auto plain = think(*make_engine<PatternMinimaxPlayer, SmallPosition>(setting), position);
    const auto pruned = think(*make_engine<PatternAlphaBetaPlayer, SmallPosition>(setting), position);
    RC_ASSERT(pruned.score == plain.score);
    RC_ASSERT(pruned.best == plain.best);
    RC_ASSERT(pruned.nodes <= plain.nodes);
    RC_ASSERT(pruned.candidates.size() == plain.candidates.size());
    // What alpha-beta could not know exactly is bounded from above.
    for (const auto& c : pruned.candidates)
      for (const auto& other : plain.candidates)
        if (other.move == c.move) RC_ASSERT((c.exact ? c.value == other.value : c.value >= other.value));
  });
}

TEST(PatternPlayers, AgreeAtDepthFour) {
  Rng rng(4);
  for (int i = 0; i < effort(4); ++i) {
    const auto game = lively_game<SmallPosition>(5, 6 + static_cast<int>(rng.below(8)), rng);
    const auto plain = think(*make_engine<PatternMinimaxPlayer, SmallPosition>("depth=4"), game.back());
    const auto pruned = think(*make_engine<PatternAlphaBetaPlayer, SmallPosition>("depth=4"), game.back());
    EXPECT_EQ(pruned.score, plain.score);
    EXPECT_EQ(pruned.best, plain.best);
  }
}

}  // namespace
}  // namespace tengen::engines::gomoku
