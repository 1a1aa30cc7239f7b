#include "records/record.hpp"

#include <gtest/gtest.h>

namespace tengen {
namespace {

TEST(Record, RoundTrip) {
  const Record record{"gomoku", "rule=renju 5/5/5/5/5 x", {"a1", "b2"}, {"human", "uct:c=0.7"}, Outcome::draw};
  const auto back = record_from_json(to_json(record));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(*back, record);
}

TEST(Record, RoundTripOfEverythingAnArenaKnows) {
  Record record{"gomoku", "", {"h8", "i8", "g7"}, {"a", "b"}, Outcome::first_wins};
  record.opening = 1;
  record.notes = {{1500, 0.25, 4, 1000}, {20, std::nullopt, 0, 0}};
  record.termination = "time";
  record.detail = "took 2 s \"or\" more";
  record.event = "Cup";
  record.number = 7;
  record.pair = 3;
  record.seed = ~std::uint64_t{0};
  record.finished = 1'700'000'000'000;
  const auto back = record_from_json(to_json(record));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(*back, record);
}

TEST(Record, SaysWhatIsWrong) {
  const auto message = [](std::string_view text) {
    const auto record = record_from_json(text);
    return record ? std::string("accepted") : record.error().message;
  };
  EXPECT_NE(message("").find("one JSON object"), std::string::npos);
  EXPECT_NE(message("[1,2]").find("one JSON object"), std::string::npos);
  EXPECT_NE(message(R"({"game":"gomoku"})").find("'start' is missing"), std::string::npos);
  EXPECT_NE(message(R"({"game":7})").find("'game' has the wrong form"), std::string::npos);
  EXPECT_NE(message(R"({"game":"g","start":"","players":["a"],"outcome":"draw","moves":[]})").find("'players'"),
            std::string::npos);
  EXPECT_NE(message(R"({"game":"g","start":"","players":["a","b","c"],"outcome":"draw","moves":[]})").find("3 names"),
            std::string::npos);
  EXPECT_NE(message(R"({"game":"g","start":"","players":["a","b"],"outcome":"won","moves":[]})").find("'won'"),
            std::string::npos);
  const std::string start = R"({"game":"g","start":"","players":["a","b"],"outcome":"draw","moves":["h8"],)";
  EXPECT_NE(message(start + R"("opening":2})").find("'opening' is 2"), std::string::npos);
  EXPECT_NE(message(start + R"("seed":"x"})").find("'seed' has the wrong form"), std::string::npos);
  EXPECT_NE(message(start + R"("notes":{"score":[1]}})").find("'notes' has the wrong form"), std::string::npos);
  EXPECT_NE(message(start + R"("opening":1,"notes":{"micros":[1],"score":[1],"depth":[1],"nodes":[1]}})")
                .find("1 notes for 0 moves"),
            std::string::npos);
}

}  // namespace
}  // namespace tengen
