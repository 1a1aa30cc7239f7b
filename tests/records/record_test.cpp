#include "records/record.hpp"

#include <gtest/gtest.h>

namespace tengen::records {
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
  record.termination = Termination::time;
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

TEST(Record, TakesWholeNumbersWithinBoundsOnly) {
  const auto accepts = [](const std::string& field) {
    const auto record = record_from_json(
        R"({"game":"g","start":"","players":["a","b"],"outcome":"draw","moves":["h8","i9"],)" + field + "}");
    if (!record) EXPECT_NE(record.error().message.find("game record: "), std::string::npos);
    return record.has_value();
  };
  for (const std::string field : {"opening", "number", "pair", "seed", "finished"}) {
    for (const char* good : {"0", "1", "2"}) EXPECT_TRUE(accepts("\"" + field + "\":" + good)) << field << good;
    for (const char* bad :
         {"true", "1.9", "1.0", "1e300", "-1e300", "\"1\"", "null", "[1]", "99999999999999999999", "-1e-300"})
      EXPECT_FALSE(accepts("\"" + field + "\":" + bad)) << field << bad;
    EXPECT_EQ(accepts("\"" + field + "\":-1"), field == "finished") << field;
    EXPECT_EQ(accepts("\"" + field + "\":4611686018427387905"), field == "seed") << field;  // 2^62 + 1
    EXPECT_EQ(accepts("\"" + field + "\":18446744073709551615"), field == "seed") << field;
    EXPECT_FALSE(accepts("\"" + field + "\":-9223372036854775808")) << field;
  }
  EXPECT_FALSE(accepts(R"("opening":4294967297)")) << "as an int it would be 1";
  EXPECT_TRUE(accepts(R"("number":4611686018427387904,"pair":4611686018427387904)"));
  const auto notes = [&](const std::string& micros, const std::string& score, const std::string& depth,
                         const std::string& nodes) {
    return accepts(R"("opening":1,"notes":{"micros":[)" + micros + R"(],"score":[)" + score + R"(],"depth":[)" + depth +
                   R"(],"nodes":[)" + nodes + "]}");
  };
  EXPECT_TRUE(notes("1", "0.5", "1", "1"));
  EXPECT_TRUE(notes("1", "null", "-1", "18446744073709551615"));
  for (const char* bad : {"1.5", "true", "1e300", "\"1\"", "99999999999999999999"}) {
    EXPECT_FALSE(notes(bad, "1", "1", "1")) << bad;
    EXPECT_FALSE(notes("1", "1", bad, "1")) << bad;
    EXPECT_FALSE(notes("1", "1", "1", bad)) << bad;
  }
  for (const char* bad : {"true", "\"1\"", "[]"}) EXPECT_FALSE(notes("1", bad, "1", "1")) << bad;
  EXPECT_FALSE(notes("-1", "1", "1", "1"));
  EXPECT_FALSE(notes("1", "1", "1", "-1"));
}

TEST(Record, OutcomeAndTerminationAgree) {
  const auto accepts = [](const std::string& outcome, const std::string& termination) {
    return record_from_json(R"({"game":"g","start":"","players":["a","b"],"moves":[],"outcome":")" + outcome +
                            R"(","termination":")" + termination + "\"}")
        .has_value();
  };
  for (const char* outcome : {"first", "second", "draw", "ongoing"}) {
    const bool draw = std::string_view(outcome) == "draw", ongoing = std::string_view(outcome) == "ongoing";
    EXPECT_TRUE(accepts(outcome, "")) << outcome;
    EXPECT_EQ(accepts(outcome, "draw"), draw) << outcome;
    EXPECT_EQ(accepts(outcome, "win"), !draw && !ongoing) << outcome;
    for (const char* failure : {"time", "crash", "illegal move"})
      EXPECT_EQ(accepts(outcome, failure), !draw) << outcome;
  }
}

}  // namespace
}  // namespace tengen::records
