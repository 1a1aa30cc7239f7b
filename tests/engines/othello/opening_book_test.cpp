// The champion's opening book: any turn of the board, values carried back, a file that can be gone on with.

#include "engines/othello/opening_book.hpp"

#include <gtest/gtest.h>

#include "core/embedded.hpp"
#include "core/rng.hpp"
#include "engines/othello/champion_player.hpp"
#include "engines/othello/opening_book_maker.hpp"
#include "engines/othello/pattern_weights.hpp"

namespace tengen::engines::othello {
namespace {

Position after(Position position, std::string_view move) {
  position.play(position.parse_move(move).value());
  return position;
}

OpeningBook small_book(int plies) {
  OpeningBook book;
  EXPECT_TRUE(
      fill_book(book, {plies, 3, 1, 1}, PatternWeights::built_in(), {}, [](const OpeningBook&, std::size_t) {}));
  return book;
}

TEST(OthelloBook, KnowsEveryTurnOfABoard) {
  const OpeningBook book = small_book(3);
  // The four first moves are one move, turned.
  const auto first = book.find(Position());
  ASSERT_EQ(first.size(), 4u);
  for (const BookMove& move : first) EXPECT_EQ(move.value, first.front().value);
  const Position position = after(Position(), "f5");
  const auto moves = book.find(position);
  ASSERT_EQ(moves.size(), 3u);
  for (int symmetry = 0; symmetry < Position::symmetries; ++symmetry) {
    const Position turned = position.transformed(symmetry);
    const auto found = book.find(turned);
    ASSERT_EQ(found.size(), moves.size());
    for (const BookMove& move : moves)
      EXPECT_NE(std::ranges::find(found, BookMove{position.transformed(move.move, symmetry), move.value}), found.end());
  }
  EXPECT_TRUE(book.find(Position(1, 2, Side::first)).empty());
}

TEST(OthelloBook, CarriesValuesBack) {
  OpeningBook book;
  const Position start, one = after(start, "f5");
  book.add(start, {{start.parse_move("f5").value(), 3}});
  book.add(one, {{one.parse_move("f6").value(), -8}, {one.parse_move("d6").value(), 5}});
  book.back_up();
  EXPECT_EQ(book.find(start).front().value, -5);
  EXPECT_EQ(one.format(book.find(one).front().move), "d6");
}

TEST(OthelloBook, SurvivesTheFileAndGoesOn) {
  OpeningBook book = small_book(2);
  const auto read = OpeningBook::from_bytes(book.to_bytes());
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, book);
  OpeningBook more = *read;
  std::size_t searched = 0;
  fill_book(more, {3, 3, 1, 1}, PatternWeights::built_in(), {}, [&](const OpeningBook&, std::size_t) { ++searched; });
  EXPECT_EQ(more, small_book(3));
  EXPECT_EQ(searched, more.size() - book.size());
  std::string damaged = book.to_bytes();
  damaged[20] ^= 1;
  EXPECT_FALSE(OpeningBook::from_bytes(damaged));
  EXPECT_FALSE(OpeningBook::from_bytes("TGOTBOOK"));
  EXPECT_FALSE(OpeningBook::from_bytes("another file"));
  std::stop_source stop;
  stop.request_stop();
  OpeningBook none;
  EXPECT_FALSE(fill_book(none, {3, 3, 1, 1}, PatternWeights::built_in(), stop.get_token(), {}));
}

TEST(OthelloBook, ComesWithTheProgramAndIsPlayed) {
  const auto read = OpeningBook::from_bytes(embedded::othello_book().front().bytes);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_GT(read->size(), 100u);
  const auto nodes_of = [](std::string_view book) {
    Values settings(ChampionPlayer::info().settings);
    EXPECT_TRUE(settings.set(ChampionPlayer::info().settings, "book", book, "player"));
    const auto engine = ChampionPlayer::make<Position>(settings);
    Limits limits;
    limits.depth = 4;
    return (*engine)->search(Position(), limits, {}, {}).nodes;
  };
  EXPECT_EQ(nodes_of("on"), 0u);
  EXPECT_GT(nodes_of("off"), 0u);
}

}  // namespace
}  // namespace tengen::engines::othello
