// Breakthrough: the twin, counts, what ends a game, texts.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "games/breakthrough/twin.hpp"
#include "games/twin_conformance.hpp"
#include "support/one_line.hpp"

namespace tengen::games {

INSTANTIATE_TYPED_TEST_SUITE_P(Breakthrough, TwinConformance, breakthrough::Conformer);

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

breakthrough::Position position_of(std::string_view text) {
  const auto position = breakthrough::Position::from_string(text);
  EXPECT_TRUE(position) << position.error().message;
  return *position;
}

std::set<std::string> moves_in(std::string_view text) {
  const auto position = position_of(text);
  return names_of(position, moves_of(position));
}

TEST(Breakthrough, Perft) {
  const std::vector<std::uint64_t> counts = {22, 484, 11132, 256036, 6182818};
  for (std::size_t i = 0; i < counts.size(); ++i)
    EXPECT_EQ(perft(breakthrough::Position(), static_cast<int>(i) + 1), counts[i]) << "depth " << i + 1;
  // The slow twin counts the same.
  EXPECT_EQ(twin_perft<breakthrough::Position>(breakthrough::Twin(), 4), counts[3]);
}

TEST(Breakthrough, CapturesOnTheDiagonalOnly) {
  EXPECT_THAT(moves_in("o7/8/8/8/3ooo2/4x3/8/x7 x"), UnorderedElementsAre("a1a2", "a1b2", "e3d4", "e3f4"));
  EXPECT_THAT(moves_in("o7/8/8/8/3ooo2/4x3/8/x7 o"),
              UnorderedElementsAre("a8a7", "a8b7", "d4c3", "d4d3", "d4e3", "e4d3", "e4f3", "f4e3", "f4f3", "f4g3"));
}

TEST(Breakthrough, PawnsOfTheEdgeStayOnTheBoard) {
  EXPECT_THAT(moves_in("8/8/8/o6o/8/8/x6x/8 x"), UnorderedElementsAre("a2a3", "a2b3", "h2h3", "h2g3"));
  EXPECT_THAT(moves_in("8/8/8/o6o/8/8/x6x/8 o"), UnorderedElementsAre("a5a4", "a5b4", "h5h4", "h5g4"));
}

TEST(Breakthrough, EndsOnTheLastRowOrWithTheLastPawn) {
  auto position = position_of("o7/3x4/8/8/8/8/8/8 x");
  position.play(*position.parse_move("d7e8"));
  EXPECT_EQ(position.outcome(), Outcome::first_wins);
  EXPECT_THAT(position.winning_line(), ElementsAre(4));
  EXPECT_TRUE(moves_of(position).empty());
  position = position_of("8/8/8/8/4o3/3x4/8/8 o");
  position.play(*position.parse_move("e4xd3"));
  EXPECT_EQ(position.outcome(), Outcome::second_wins);
  EXPECT_TRUE(position.winning_line().empty());
}

TEST(Breakthrough, ReadsMovesAsOthersWriteThem) {
  for (const char* text : {"a2a3", "A2-A3", "a2-a3", " a2a3 "})
    EXPECT_EQ(breakthrough::Position().parse_move(text), (breakthrough::Move{8, 16})) << text;
  EXPECT_EQ(position_of("a2a3, b7b6 a3a4").to_string(), position_of("a2a3b7b6a3a4").to_string());
}

TEST(Breakthrough, LikesPawnsThatAreAhead) {
  EXPECT_EQ(breakthrough::static_evaluation(breakthrough::Position()), 0);
  EXPECT_GT(breakthrough::static_evaluation(position_of("o7/8/x7/8/8/8/8/8 x")), 0);
  EXPECT_LT(breakthrough::static_evaluation(position_of("o7/8/x7/8/8/8/8/8 o")), 0);
}

TEST(Breakthrough, SaysWhatIsWrong) {
  const std::vector<std::pair<std::string, std::string>> table = {
      {"7/7 x", "the diagram has 2 rows and 7 columns; Breakthrough has 8 of each"},
      {"#o6/8/8/8/8/8/8/x7 x", "no blocked cells"},
      {"8/oooooooo/oooooooo/o7/8/8/8/x7 x", "17 pawns of one side"},
      {"x7/8/8/8/8/8/8/o6x x", "x is to move but has already won"},
      {"8/8/8/8/8/8/8/x7 x", "x is to move but has already won"},
      {"8/8/8/8/8/8/8/8 x", "x is to move but has already won"},
      {"a2a4", "move 1: 'a2a4' is no legal move; moves are written from-to, such as "},
      {"a2a3 a2", "move 2: 'a2' is no legal move"},
      {"nonsense", "move 1: 'nonsen' is no legal move"},
  };
  for (const auto& [text, part] : table) {
    const auto position = breakthrough::Position::from_string(text);
    ASSERT_FALSE(position) << text;
    EXPECT_THAT(position.error().message, HasSubstr(part)) << text;
    EXPECT_TRUE(is_one_line(position.error().message)) << text;
  }
}

}  // namespace
}  // namespace tengen::games
