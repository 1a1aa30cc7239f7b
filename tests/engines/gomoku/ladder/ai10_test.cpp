// AI10 and AI11: counts by hand, values to the bit against the twin, the search against a search without pruning.

#include <gtest/gtest.h>

#include "engines/gomoku/deep_twins.hpp"
#include "engines/gomoku/ladder/ai10.hpp"
#include "engines/gomoku/ladder/ladder.hpp"
#include "engines/gomoku/ladder/ladder_games.hpp"
#include "support/property.hpp"

namespace tengen::engines::gomoku {
namespace {

using Memory = FaceMemory<Ai10Lines>;

template <class P>
Ai10Totals totals_of(const P& position, const Ai10Weights& weights = ai10_weights) {
  Memory memory(Ai10Lines{weights, position.rule()}, 9);
  auto board = std::make_unique<FaceBoard<Ai10Lines>>(memory);
  board->set(position);
  return board->totals();
}

struct Counted {
  const char* diagram;  // the side that has just moved is not the one named at the end
  int c1, c2, mine, theirs;
};

// Windows are numbered by their first column, a = 0.
constexpr std::array counted = {
    Counted{"9/9/9/9/3xxx3/9/9/9/9 o", 0, 0, 1, 0},                  // 1, 2, 3 hold three: one chain
    Counted{"9/9/9/9/3xxxx2/9/9/9/9 o", 1, 0, 1, 0},                 // 2 and 3 hold four; 1 to 4 are one chain
    Counted{"9/9/9/9/oxxx5/9/9/9/9 o", 0, 0, 0, 0},                  // only 1 holds three
    Counted{"9/9/9/9/oxxxx4/9/9/9/9 o", 0, 0, 1, 0},                 // 1 holds four, 2 three: one move from a five
    Counted{"9/9/9/9/2xx1x3/9/9/9/9 o", 0, 0, 1, 0},                 // 1 and 2 hold three
    Counted{"9/9/9/9/2xx1xx2/9/9/9/9 o", 0, 0, 1, 0},                // 1, 2, 3 hold three, four, three
    Counted{"3xxx3/9/9/9/9/9/9/9/3xxx3 o", 0, 0, 2, 0},              // two open threes
    Counted{"9/9/9/9/3ooo3/9/9/9/9 o", 0, 0, 0, 1},                  // theirs
    Counted{"9/9/9/9/3oooo2/9/9/9/9 o", 0, 1, 0, 1},                 //
    Counted{"3xxx3/9/9/9/9/9/9/9/3ooo3 o", 0, 0, 1, 1},              // one each
    Counted{"9/9/9/9/4x4/3x5/2x6/1x7/9 o", 1, 0, 1, 0},              // along a slant: 0 and 1 hold four, 2 three
    Counted{"9/9/9/9/xxx6/9/9/9/9 o", 0, 0, 0, 0},                   // at the edge only window 0 holds three
    Counted{"9/9/9/9/1xxx1o3/9/9/9/9 o", 0, 0, 0, 0},                // window 1 is mixed
    Counted{"9/9/9/3xxx3/4o4/3xxxx2/9/3oooo2/3ooo3 x", 1, 1, 2, 2},  // seen by White: two rows each
    Counted{"15/15/15/15/15/15/15/1xxx4xxx4/15/15/15/15/15/15/15 o", 0, 0, 2, 0},  // 0–1 and 6–8: two chains in a row
};

TEST(Ai10, CountsStructuresAsOneDoesByHand) {
  for (const Counted& c : counted) {
    const SmallPosition position = position_from(c.diagram);
    for (int symmetry = 0; symmetry < SmallPosition::symmetries; ++symmetry) {
      const Ai10Structure s = totals_of(position.transformed(symmetry)).structure(other(position.side_to_move()));
      EXPECT_EQ(s.own_open_fours, c.c1) << c.diagram;
      EXPECT_EQ(s.their_open_fours, c.c2) << c.diagram;
      EXPECT_EQ(s.own_chains, c.mine) << c.diagram;
      EXPECT_EQ(s.their_chains, c.theirs) << c.diagram;
    }
  }
}

TEST(Ai10, ValuesByHand) {
  const auto value = [](const char* diagram, const Ai10Weights& weights = ai10_weights) {
    const SmallPosition position = position_from(diagram);
    return totals_of(position, weights).value(other(position.side_to_move()));
  };
  EXPECT_EQ(value("9/9/9/9/4x4/9/9/9/9 o"), 20 * 10);  // five windows in each of four directions
  EXPECT_EQ(value("9/9/9/9/4x4/9/9/9/9 x"), 20 * -100);
  // On a 5×5 board a row is one window and each stone has its column and perhaps a slant.
  EXPECT_EQ(value("5/5/5/5/x4 o"), 3 * 10);
  EXPECT_EQ(value("5/5/5/5/xx3 o"), 20'000 + 10 + 10 + 10);
  EXPECT_EQ(value("5/5/5/5/xx3 x"), -49'990 - 100 - 100 - 100);
  EXPECT_EQ(value("5/5/5/5/xx3 x", ai11_weights), -29'990 - 300);
  EXPECT_EQ(value("5/5/5/5/xxxx1 o"), 900'000 + 4 * 10 + 10);
  EXPECT_EQ(value("5/5/5/5/xxxx1 o", ai11_weights), -10'100 + 4 * 10 + 10);
  EXPECT_EQ(value("5/5/5/5/xxxx1 x"), -1e40);
  EXPECT_EQ(value("9/9/9/9/3xxxx2/9/9/9/9 o"), 1e30);
  EXPECT_EQ(value("5/5/5/5/xxxxx o"), 1e100);
  EXPECT_EQ(value("5/5/5/5/xxxxx x"), -1e100);
}

// The value to the bit, from nothing and after every push and pop; and every point's value after a move there.
template <class P>
void check_games(int cases, bool ai11) {
  const Ai10Weights& weights = ai11 ? ai11_weights : ai10_weights;
  const twin::Ai10Numbers numbers = ai11 ? twin::Ai10Numbers{-10100, -29990} : twin::Ai10Numbers{};
  int positions = 0;
  check_property(cases, [&](std::uint64_t seed) {
    Rng rng(seed);
    const int size = std::min(5 + static_cast<int>(rng.below(18)), P::fits(22) ? 22 : 15);
    Memory memory(Ai10Lines{weights, Rule::freestyle}, 9);  // so small that some faces find no room
    auto model = std::make_unique<Ai10Model<P>>(memory, typename Ai10Model<P>::Width{{255, 255}, 22}, nullptr);
    const auto game = lively_game<P>(size, 12 + static_cast<int>(rng.below(40)), rng);
    const std::size_t start = game.size() > 10 ? game.size() - 10 : 1;
    model->set(game[start]);
    std::vector<int> played;
    for (std::size_t i = start; i < game.size(); ++i) {
      if (i > start) {
        int cell = -1;
        (game[i - 1].empty() & ~game[i].empty()).for_each([&](int c) { cell = c; });
        model->push(cell);
        played.push_back(cell);
      }
      const twin::Chars chars(game[i]);
      for (const Side me : {Side::first, Side::second})
        RC_ASSERT(model->board().totals().value(me) == twin::ai10(chars, twin::colour(me), numbers));
      RC_ASSERT(model->board().totals() == totals_of(game[i], weights));
      ++positions;
    }
    // A candidate's order is the value of the board after it.
    typename Ai10Model<P>::List list;
    model->expand(1, 40, list);
    for (const auto& candidate : list) {
      twin::Chars after(game.back());
      const Move move = game.back().move_at(candidate.cell);
      const char me = twin::colour(game.back().side_to_move());
      after.put(move.column, move.row, me);
      RC_ASSERT(candidate.order == twin::ai10(after, me, numbers));
    }
    while (!played.empty()) {
      model->pop(played.back());
      played.pop_back();
      RC_ASSERT(model->board().totals() == totals_of(game[start + played.size()], weights));
    }
  });
  EXPECT_GE(positions, slow_build ? 50 : 1000);
}

TEST(Ai10, ValuesToTheBitSmallBoards) { check_games<SmallPosition>(200, false); }
TEST(Ai10, ValuesToTheBitLargeBoards) { check_games<LargePosition>(150, false); }
TEST(Ai11, ValuesToTheBit) { check_games<SmallPosition>(150, true); }

// AI10 as its definition says: no pruning, no memory, every board valued anew.
struct SlowAi10 {
  static constexpr std::array<std::size_t, 5> widths = {5, 4, 3, 2, 1};
  struct Scored {
    double value;
    int column, row;
  };

  static std::vector<Scored> candidates(const twin::Chars& board, char me, std::size_t width) {
    int left = 99, right = -1, bottom = 99, top = -1;
    board.for_each_point([&](int column, int row) {
      if (board.at(column, row) == '.') return;
      left = std::min(left, column - 1), right = std::max(right, column + 1);
      bottom = std::min(bottom, row - 1), top = std::max(top, row + 1);
    });
    std::vector<Scored> list;
    board.for_each_point([&](int column, int row) {
      if (board.at(column, row) != '.' || column < left || column > right || row < bottom || row > top) return;
      twin::Chars next = board;
      next.put(column, row, me);
      list.push_back({twin::ai10(next, me), column, row});
    });
    std::ranges::stable_sort(list, std::greater{}, &Scored::value);
    if (list.size() > width) list.resize(width);
    return list;
  }

  // For the side to move.
  static double value(const twin::Chars& board, char me, std::size_t ply) {
    const double seen = twin::ai10(board, twin::enemy(me));
    if (seen == 1e100 || ply == widths.size()) return -seen;
    const auto list = candidates(board, me, widths[ply]);
    if (list.empty()) return -seen;
    double best = -1e100;
    for (const Scored& c : list) {
      twin::Chars next = board;
      next.put(c.column, c.row, me);
      best = std::max(best, -value(next, twin::enemy(me), ply + 1));
    }
    return best;
  }
};

TEST(Ai10, PlaysAsItsDefinitionSays) {
  Rng rng(10);
  auto engine = make_engine<Ai10, SmallPosition>();
  for (int i = 0; i < effort(30); ++i) {
    const auto game =
        lively_game<SmallPosition>(6 + static_cast<int>(rng.below(4)), 2 + static_cast<int>(rng.below(24)), rng);
    const SmallPosition& position = game.back();
    if (position.stone_count() == 0) continue;
    const char me = twin::colour(position.side_to_move());
    const twin::Chars board(position);
    double best = -2e100;
    Move move{};
    for (const auto& c : SlowAi10::candidates(board, me, 5)) {
      twin::Chars next = board;
      next.put(c.column, c.row, me);
      const double value = -SlowAi10::value(next, twin::enemy(me), 1);
      if (value <= best) continue;
      best = value;
      move = {static_cast<std::uint8_t>(c.column), static_cast<std::uint8_t>(c.row)};
    }
    const auto result = think(*engine, position);
    EXPECT_EQ(result.score, best) << position.to_string();
    EXPECT_EQ(result.best, move) << position.to_string();
  }
}

TEST(Ai10, AnOverlineWinsOnlyWhereTheRulesSaySo) {
  const char* six = "9/9/9/9/xxx1xx3/9/9/9/9 x";
  auto engine = make_engine<Ai10, SmallPosition>();
  EXPECT_EQ(think(*engine, position_from(six)).score, 1e100);
  EXPECT_LT(think(*engine, position_from(std::string("rule=standard ") + six)).score, 1e100);
  EXPECT_EQ(think(*engine, position_from(six)).score, 1e100);  // and the memory does not mix the rules up
}

TEST(Ai11, DeepensAndKeepsSeventyPercent) {
  auto engine = make_engine<Ai11, SmallPosition>();
  std::vector<std::pair<int, std::size_t>> rounds;
  const auto result = engine->search(position_from("h8i9h9h10i8g8"), {}, {},
                                     [&](const auto& r) { rounds.emplace_back(r.depth, r.candidates.size()); });
  ASSERT_LT(std::abs(result.score), 1e100);  // a quiet position: nothing ends the search early
  EXPECT_EQ(rounds, (std::vector<std::pair<int, std::size_t>>{{5, 15}, {7, 11}, {9, 8}, {11, 6}, {13, 5}}));
  EXPECT_EQ(result.depth, 13);
}

TEST(Ai11, OnTimeOutTheLastFinishedRoundDecides) {
  const SmallPosition position = position_from("h8i9h9h10i8g8");
  for (const std::uint64_t nodes : {400, 3000, 20000}) {
    auto engine = make_engine<Ai11, SmallPosition>();
    search::SearchResult<SmallPosition> last;
    Limits limits;
    limits.nodes = nodes;
    const auto result = engine->search(position, limits, {}, [&](const auto& r) { last = r; });
    EXPECT_EQ(result.best, last.best);
    EXPECT_EQ(result.depth, last.depth);
    EXPECT_LT(result.depth, 13);
  }
}

}  // namespace
}  // namespace tengen::engines::gomoku
