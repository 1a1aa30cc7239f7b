// The champion's board sees at a glance what its twin finds by trying moves.

#include "engines/connect4/champion_board.hpp"

#include <gtest/gtest.h>

#include <map>

#include "engines/connect4/champion_rollout.hpp"
#include "engines/connect4/champion_twins.hpp"

namespace tengen::engines::connect4 {
namespace {

template <class P>
class ChampionBoard : public testing::Test {};
using Positions = testing::Types<SmallPosition, LargePosition>;
TYPED_TEST_SUITE(ChampionBoard, Positions);

// Larger boards for the wide layout; the small one takes what fits.
template <class P>
Geometry fitting_geometry() {
  Geometry g = any_geometry(4, 12);
  while (!P::fits(g)) {
    --g.columns;
    if (g.columns < 4) g = {6, 7, 2, 3};
    g.blocked_column = std::min(g.blocked_column, g.columns - 1);
  }
  return g;
}

template <class P, class Bits>
std::vector<int> columns_of(const Shape<Bits>& shape, const Bits& cells, const P& position) {
  std::vector<int> columns;
  for (int column = 0; column < position.geometry().columns; ++column)
    if (static_cast<bool>(cells & shape.column(column))) columns.push_back(column);
  return columns;
}

// The kind of position and its cells, found by playing moves.
template <class P>
std::pair<int, std::vector<int>> slow_look(const P& position) {
  using Kind = typename Sight<ChampionBits<P>>::Kind;
  std::vector<int> winning, blocking, safe, legal;
  games::MoveList<P> moves;
  position.legal_moves(moves);
  for (const Move move : moves) {
    legal.push_back(move.column);
    if (wins(position, move)) winning.push_back(move.column);
    if (wins(exchanged(position), move)) blocking.push_back(move.column);
    P next = position;
    next.play(move);
    if (next.outcome() != Outcome::ongoing) {
      safe.push_back(move.column);  // the last cell
      continue;
    }
    // The opponent's answer on top of it.
    if (!next.is_open(move.column) || !wins(next, move)) safe.push_back(move.column);
  }
  const auto kind = [](Kind k) { return static_cast<int>(k); };
  if (!winning.empty()) return {kind(Kind::win), winning};
  if (!blocking.empty()) return {kind(blocking.size() > 1 ? Kind::loss : Kind::forced), blocking};
  if (safe.empty()) return {kind(Kind::loss), legal};
  return {kind(safe.size() > 1 ? Kind::choice : Kind::forced), safe};
}

TYPED_TEST(ChampionBoard, LooksLikeItsTwinAllAlongAGame) {
  using P = TypeParam;
  using Bits = ChampionBits<P>;
  using Kind = typename Sight<Bits>::Kind;
  std::map<Kind, int> seen;
  check_property(3000, [&] {
    const Geometry g = fitting_geometry<P>();
    const Shape<Bits> shape(g);
    Rng rng(*rc::gen::arbitrary<std::uint64_t>());
    Board<Bits> board(shape);
    P position(g);
    // Half of the games are played as roll-outs are: these go on longer and hold more threats.
    const bool smart = *rc::gen::arbitrary<bool>();
    while (position.outcome() == Outcome::ongoing) {
      const Sight<Bits> sight = look(shape, board);
      const auto [kind, columns] = slow_look(position);
      RC_ASSERT(static_cast<int>(sight.kind) == kind);
      RC_ASSERT(columns_of(shape, sight.cells, position) == columns);
      ++seen[sight.kind];
      // A board made at once is the board that grew move by move.
      const Board<Bits> made = champion_board(shape, position);
      RC_ASSERT(made.key() == board.key());
      RC_ASSERT(made.mine == board.mine);
      RC_ASSERT(made.theirs == board.theirs);
      RC_ASSERT(made.tops == board.tops);
      RC_ASSERT(made.plies == board.plies);
      const Bits free = shape.cells() & ~(board.mine | board.theirs);
      RC_ASSERT((made.my_wins & free) == (board.my_wins & free));
      RC_ASSERT((made.their_wins & free) == (board.their_wins & free));

      const Bits cell = random_cell(shape, smart ? sight.cells : board.landing(shape), rng);
      const int column = columns_of(shape, cell, position).front();
      RC_ASSERT(cell == (board.landing(shape) & shape.column(column)));
      board.play(shape, cell);
      position.play({static_cast<std::uint8_t>(column)});
    }
    RC_ASSERT(shape.has_four(board.theirs) == winner(position.outcome()).has_value());
  });
  for (const Kind kind : {Kind::win, Kind::loss, Kind::forced, Kind::choice}) EXPECT_GT(seen[kind], 50);
}

TYPED_TEST(ChampionBoard, DrawsEveryCellEquallyOften) {
  using Bits = ChampionBits<TypeParam>;
  const Geometry g{4, 12, -1, -1};
  const Shape<Bits> shape(g);
  const Board<Bits> board(shape);
  Bits cells = board.landing(shape) & ~shape.column(0) & ~shape.column(5);
  std::map<int, int> counts;
  Rng rng(5);
  for (int i = 0; i < 10'000; ++i) ++counts[columns_of(shape, random_cell(shape, cells, rng), TypeParam(g)).front()];
  EXPECT_EQ(counts.size(), 10U);
  for (const auto& [column, count] : counts) EXPECT_NEAR(count, 1000, 150) << column;
}

// A roll-out is the game that looking and drawing cells play, and it never contradicts what is certain.
TYPED_TEST(ChampionBoard, RollsOutWhatItsPolicySays) {
  using P = TypeParam;
  using Bits = ChampionBits<P>;
  using Kind = typename Sight<Bits>::Kind;
  check_property(3000, [] {
    const Geometry g = fitting_geometry<P>();
    const Shape<Bits> shape(g);
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    Rng rng(seed), twin_rng(seed), start(seed + 1);
    P position = random_position<P>(g, *rc::gen::inRange(0, g.rows * g.columns / 2), start);
    const int result = roll_out(shape, champion_board(shape, position), rng);
    const Side mover = position.side_to_move();
    while (position.outcome() == Outcome::ongoing) {
      const auto [kind, columns] = slow_look(position);
      int column = columns.front();
      if (kind == static_cast<int>(Kind::choice)) {
        // Cells under a win of one's own are left alone while there are others.
        std::vector<int> kept;
        for (const int c : columns) {
          P next = exchanged(position);  // were the opponent's disc there, would the cell above win?
          next.play({static_cast<std::uint8_t>(c)});
          if (!next.is_open(c) || !wins(next, {static_cast<std::uint8_t>(c)})) kept.push_back(c);
        }
        Bits cells{};
        for (const int c : kept.empty() ? columns : kept)
          cells |= shape.column(c) & champion_board(shape, position).tops;
        column = columns_of(shape, random_cell(shape, cells, twin_rng), position).front();
      }
      position.play({static_cast<std::uint8_t>(column)});
    }
    const auto victor = winner(position.outcome());
    RC_ASSERT(result == (!victor ? 0 : *victor == mover ? 1 : -1));
  });
}

TEST(ChampionLanes, AreOneLongRowOfBits) {
  check_property(500, [] {
    const auto words = *rc::gen::container<std::array<std::uint64_t, 3>>(rc::gen::arbitrary<std::uint64_t>());
    const Lanes lanes{words[0], words[1], words[2]};
    const int n = *rc::gen::inRange(1, 64);
    const auto bit = [](const Lanes& l, int i) { return i >= 0 && i < 192 && static_cast<bool>(l & Lanes::single(i)); };
    int count = 0;
    for (int i = 0; i < 192; ++i) {
      RC_ASSERT(bit(lanes, i) == ((words[static_cast<std::size_t>(i / 64)] >> (i % 64) & 1) != 0));
      RC_ASSERT(bit(lanes << n, i) == bit(lanes, i - n));
      RC_ASSERT(bit(lanes >> n, i) == bit(lanes, i + n));
      RC_ASSERT(bit(~lanes, i) != bit(lanes, i));
      count += bit(lanes, i);
    }
    RC_ASSERT(several(lanes) == (count > 1));
    const int a = *rc::gen::inRange(0, 192), b = *rc::gen::inRange(0, 192);
    RC_ASSERT(several(Lanes::single(a) | Lanes::single(b)) == (a != b));
    RC_ASSERT(!several(Lanes{}));
  });
}

}  // namespace
}  // namespace tengen::engines::connect4
