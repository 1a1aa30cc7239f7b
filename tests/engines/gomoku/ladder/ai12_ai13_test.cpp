// AI12 and AI13: point scores and board values against the twins, the search against plain recursion.

#include <gtest/gtest.h>

#include "engines/gomoku/deep_twins.hpp"
#include "engines/gomoku/ladder/ai12.hpp"
#include "engines/gomoku/ladder/ai13.hpp"
#include "engines/gomoku/ladder/ladder.hpp"
#include "engines/gomoku/ladder/ladder_games.hpp"
#include "support/property.hpp"

namespace tengen::engines::gomoku {
namespace {

// Plays the last moves of a lively game on a board, takes them back, and calls check(board, position) at every step.
template <class P, class Lines, class Check>
void walk(const Lines& lines, std::uint64_t seed, Check&& check) {
  Rng rng(seed);
  const int size = std::min(5 + static_cast<int>(rng.below(18)), P::fits(22) ? 22 : 15);
  FaceMemory<Lines> memory(lines, 9);  // so small that some faces find no room
  auto board = std::make_unique<FaceBoard<Lines>>(memory);
  const auto game = lively_game<P>(size, 5 + static_cast<int>(rng.below(60)), rng);
  const std::size_t start = game.size() > 8 ? game.size() - 8 : 0;
  board->set(game[start]);
  std::vector<int> played;
  for (std::size_t i = start + 1; i < game.size(); ++i) {
    check(*board, game[i - 1]);
    (game[i - 1].empty() & ~game[i].empty()).for_each([&](int cell) { played.push_back(cell); });
    board->push(played.back());
  }
  check(*board, game.back());
  while (!played.empty()) {
    board->pop(played.back());
    played.pop_back();
    check(*board, game[start + played.size()]);
  }
}

int edge_distance(int size, Move move) {
  return std::min({int{move.column}, int{move.row}, size - 1 - move.column, size - 1 - move.row});
}

template <class P>
void check_ai12(int cases) {
  check_property(cases, [](std::uint64_t seed) {
    walk<P>(Ai12Lines{}, seed, [](const FaceBoard<Ai12Lines>& board, const P& position) {
      const twin::Chars chars(position);
      for (const Side me : {Side::first, Side::second}) {
        const auto m = static_cast<std::size_t>(me);
        long long edges = 0;
        position.empty().for_each([&](int cell) {
          const Move move = position.move_at(cell);
          long long score = edge_distance(position.size(), move);
          edges += score;
          board.for_each_line(cell, [&](const Ai12Lines::Info& line, std::size_t i) { score += line.points[m][i]; });
          RC_ASSERT(score == twin::ai12_point(chars, move.column, move.row, twin::colour(me)));
        });
        RC_ASSERT(board.totals().values[m] + edges == twin::ai12_board(chars, twin::colour(me)));
      }
    });
  });
}
TEST(Ai12, PointScoresSmallBoards) { check_ai12<SmallPosition>(60); }
TEST(Ai12, PointScoresLargeBoards) { check_ai12<LargePosition>(30); }

TEST(Ai12, PointScoresByHand) {
  // What the lines of a point in row 1 add up to.
  const auto score = [](const char* diagram, int column, char me) {
    FaceMemory<Ai12Lines> memory({}, 9);
    auto board = std::make_unique<FaceBoard<Ai12Lines>>(memory);
    board->set(position_from(diagram));
    int sum = 0;
    board->for_each_line(column,
                         [&](const Ai12Lines::Info& line, std::size_t i) { sum += line.points[me == 'x' ? 0 : 1][i]; });
    return sum;
  };
  EXPECT_EQ(score("9/9/9/9/9/9/9/9/2xx5 o", 1, 'x'), 28);
  EXPECT_EQ(score("9/9/9/9/9/9/9/9/2xx5 o", 4, 'o'), -55);
  EXPECT_EQ(score("9/9/9/9/9/9/9/9/2xxx4 o", 1, 'x'), 4002 + 5 * 4002);
  EXPECT_EQ(score("9/9/9/9/9/9/9/9/1oxxx4 o", 5, 'x'), 4002);
  EXPECT_EQ(score("9/9/9/9/9/9/9/9/2xx1x3 o", 4, 'x'), 28 + 7 + 26473);
  EXPECT_EQ(score("9/9/9/9/9/9/9/9/2x1xx3 o", 3, 'o'), -55 - 8 - 5784);
  EXPECT_EQ(score("9/9/9/9/9/9/9/9/xx1x5 o", 2, 'x'), 28 + 7);  // the left end is not free
}

TEST(Ai12, WeightsAreSettings) {
  const auto weights = [](std::string_view text) {
    return Ai12Weights::from(*parse_values(Ai12::info().settings, text, "ai12"));
  };
  EXPECT_EQ(weights(""), Ai12Weights{});
  const Ai12Weights other = weights("mine2=100,theirs4=-9,mine5=1e6,theirs5=-2e6");
  EXPECT_EQ(other.mine, (std::array<int, 5>{0, 7, 100, 4002, 26473}));
  EXPECT_EQ(other.theirs, (std::array<int, 5>{0, -8, -55, -4828, -9}));
  EXPECT_EQ(std::pair(other.mine_five, other.theirs_five),
            (std::pair<std::int64_t, std::int64_t>{1'000'000, -2'000'000}));

  FaceMemory<Ai12Lines> memory({Rule::freestyle, other}, 9);
  auto board = std::make_unique<FaceBoard<Ai12Lines>>(memory);
  board->set(position_from("9/9/9/9/9/9/9/9/2xx5 o"));
  int sum = 0;
  board->for_each_line(1, [&](const Ai12Lines::Info& line, std::size_t i) { sum += line.points[0][i]; });
  EXPECT_EQ(sum, 100);

  // A game that can be won at once is worth what was said; one that is lost whatever is played, likewise.
  auto engine = make_engine<Ai12, SmallPosition>("mine5=1e9,theirs5=-3e9");
  EXPECT_EQ(engine->search(position_from("9/9/9/oooo5/9/9/9/9/2xxxx3 x"), {}, {}, {}).score, 1e9);
  EXPECT_EQ(engine->search(position_from("9/9/9/2oooo3/9/9/9/9/2xxx4 x"), {}, {}, {}).score, -3e9);
}

// What plain minimax makes of the twin's scores.
struct SlowAi12 {
  char me;
  std::vector<std::size_t> widths;

  std::vector<std::pair<int, int>> candidates(const twin::Chars& board, std::size_t ply) const {
    std::vector<std::pair<long long, std::pair<int, int>>> list;
    board.for_each_point([&](int column, int row) {
      if (board.at(column, row) == '.')
        list.push_back({std::abs(twin::ai12_point(board, column, row, me)), {column, row}});
    });
    std::ranges::stable_sort(list, std::greater{}, [](const auto& e) { return e.first; });
    std::vector<std::pair<int, int>> points;
    for (std::size_t i = 0; i < std::min(list.size(), widths[ply]); ++i) points.push_back(list[i].second);
    return points;
  }
  bool has_five(const twin::Chars& board, char c) const {
    bool found = false;
    for (const auto& step : twin::four_steps)
      board.for_each_point(
          [&](int column, int row) { found = found || board.text(column, row, step, 5) == std::string(5, c); });
    return found;
  }
  // For my side.
  long long value(const twin::Chars& board, char mover, std::size_t ply) const {
    if (has_five(board, me)) return 10'000'000'000;
    if (has_five(board, twin::enemy(me))) return -10'000'000'000;
    if (ply == widths.size()) return twin::ai12_board(board, me);
    std::vector<long long> values;
    for (const auto& [column, row] : candidates(board, ply)) {
      twin::Chars next = board;
      next.put(column, row, mover);
      values.push_back(value(next, twin::enemy(mover), ply + 1));
    }
    if (values.empty()) return twin::ai12_board(board, me);
    return mover == me ? *std::ranges::max_element(values) : *std::ranges::min_element(values);
  }
};

TEST(Ai12, SearchesAsItsDefinitionSays) {
  Rng rng(12);
  auto paper = make_engine<Ai12, SmallPosition>(), program = make_engine<Ai12, SmallPosition>("variant=program");
  for (int i = 0; i < effort(16); ++i) {
    const auto game =
        lively_game<SmallPosition>(5 + static_cast<int>(rng.below(5)), 2 + static_cast<int>(rng.below(20)), rng);
    const SmallPosition& position = game.back();
    if (position.stone_count() == 0) continue;
    const char me = twin::colour(position.side_to_move());
    Limits limits;
    limits.depth = 3;
    EXPECT_EQ(paper->search(position, limits, {}, {}).score,
              static_cast<double>((SlowAi12{me, {6, 5, 5}}.value(twin::Chars(position), me, 0))));
    EXPECT_EQ(program->search(position, limits, {}, {}).score,
              static_cast<double>((SlowAi12{me, {8, 8, 8}}.value(twin::Chars(position), me, 0))));
  }
}

TEST(Ai12, KeepsWithinItsLeaves) {
  EXPECT_EQ(ai12_paper_shape.plies(), 7);
  EXPECT_LE(ai12_paper_shape.leaves(), 100'000u);
  EXPECT_EQ(ai12_program_shape.plies(), 6);
  EXPECT_EQ(ai12_program_shape.leaves(), 262'144u);
  EXPECT_EQ(ai13_shape.plies(), 8);
  EXPECT_EQ(ai13_shape.leaves(), 94'500u);
}

template <class P>
void check_ai13(int cases, const std::array<Nums, 2>& nums) {
  check_property(cases, [&](std::uint64_t seed) {
    walk<P>(Ai13Lines(nums, Rule::freestyle), seed, [&](const FaceBoard<Ai13Lines>& board, const P& position) {
      const twin::Chars chars(position);
      for (const Side me : {Side::first, Side::second}) {
        const auto m = static_cast<std::size_t>(me);
        long long value = 0;
        int mixed = 0, empty = 0;
        position.empty().for_each([&](int cell) {
          const Move move = position.move_at(cell);
          const auto expected = twin::ai13_point(chars, move.column, move.row, twin::colour(me), nums[m]);
          twin::WindowSum sum;
          board.for_each_line(cell, [&](const Ai13Lines::Info& line, std::size_t i) {
            sum.order += line.orders[m][i];
            sum.mixed += line.mixed[i];
            sum.empty += line.empty[i];
          });
          RC_ASSERT(sum.order == expected.order);
          RC_ASSERT(sum.mixed == expected.mixed);
          RC_ASSERT(sum.empty == expected.empty);
          value += expected.value;
          mixed += expected.mixed;
          empty += expected.empty;
        });
        RC_ASSERT(board.totals().values[m] == value);
        RC_ASSERT(board.totals().draws.mixed == mixed);
        RC_ASSERT(board.totals().draws.empty == empty);
        RC_ASSERT(board.totals().draws.empty_squares == 5 * empty);
      }
    });
  });
}
TEST(Ai13, PointScoresOfTheHandMadeNumbers) { check_ai13<SmallPosition>(40, {ai7_nums, ai7_nums}); }
TEST(Ai13, PointScoresOfEvolvedNumbers) { check_ai13<SmallPosition>(40, ai8_nums_120); }
TEST(Ai13, PointScoresLargeBoards) { check_ai13<LargePosition>(20, ai8_nums_40); }

TEST(Ai13, ValuesAreOrderedByDepthWhereTheGameIsOver) {
  constexpr double inf = Ai13Value::infinity;
  const std::array rising = {Ai13Value{-inf, 1}, Ai13Value{-inf, 4}, Ai13Value{-3, 8},
                             Ai13Value{7, 8},    Ai13Value{inf, 5},  Ai13Value{inf, 2}};
  for (std::size_t i = 0; i < rising.size(); ++i)
    for (std::size_t j = 0; j < rising.size(); ++j) {
      EXPECT_EQ(rising[i] < rising[j], i < j);
      EXPECT_EQ(-rising[j] < -rising[i], i < j);
    }
}

TEST(Ai13, TakesTheShortestWin) {
  // Black may complete a five at once or make an open four first.
  const SmallPosition position = position_from("9/2xxx4/9/9/1oxxxx3/9/2o1o4/o6o1/9 x");
  const auto result = think(*make_engine<Ai13, SmallPosition>(), position);
  EXPECT_EQ(position.format(result.best), "g5");
  EXPECT_EQ(result.pv.size(), 1u);
}

TEST(Ai13, LosesAsLateAsItCan) {
  // White has an open three and a four is on the board: Black must block the four though all is lost.
  const SmallPosition position = position_from("9/9/2ooo4/9/1xoooo3/9/2x1x4/x6x1/9 x");
  const auto result = think(*make_engine<Ai13, SmallPosition>(), position);
  EXPECT_EQ(position.format(result.best), "g5");
}

}  // namespace
}  // namespace tengen::engines::gomoku
