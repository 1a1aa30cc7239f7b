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
}

}  // namespace
}  // namespace tengen
