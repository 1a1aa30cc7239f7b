#include "records/replay.hpp"

#include <gtest/gtest.h>

#include "records/notes.hpp"
#include "records/random_records.hpp"
#include "support/property.hpp"

namespace tengen::records {
namespace {

std::string written(const std::vector<std::string>& moves, std::string_view between, bool with_passes) {
  std::string text;
  for (const std::string& move : moves) {
    if (!with_passes && move == "pass") continue;
    text += move;
    text += between;
  }
  return text;
}

TEST(Replay, ReadsMovesHoweverTheyAreWritten) {
  check_property(300, [] {
    Rng rng = generated_rng();
    const Record record = random_game(rng);
    for (const std::string_view between : {"", " ", ", ", "\n"})
      for (const bool with_passes : {true, false}) {
        const auto game = std::move(*start_game(record.game, record.start, app::builtins()));
        const auto played = play_all(*game, written(record.moves, between, with_passes));
        RC_ASSERT(played.has_value());
        auto expected = record.moves;
        // What was forced at the very end is not there to be put back.
        while (!with_passes && !expected.empty() && expected.back() == "pass") expected.pop_back();
        RC_ASSERT(game->move_names() == expected);
      }
  });
}

TEST(Replay, ChecksRecords) {
  check_property(300, [] {
    Rng rng = generated_rng();
    Record record = random_record(rng);
    RC_ASSERT(Replay(app::builtins()).check(record).has_value());
    if (record.moves.empty()) return;
    record.moves.push_back(record.moves.back());  // taken, full or over; a second pass in a row ends the game first
    RC_ASSERT(!Replay(app::builtins()).check(record).has_value() || record.game == "connect4");
  });
}

std::string error_of(const Record& record) {
  const auto checked = Replay(app::builtins()).check(record);
  return checked ? "accepted" : checked.error().message;
}

TEST(Replay, SaysWhatIsWrongWithARecord) {
  const Record good{"connect4", "", {"1", "2", "1", "2", "1", "2", "1"}, {"a", "b"}, Outcome::first_wins};
  EXPECT_EQ(error_of(good), "accepted");
  Record bad = good;
  bad.game = "checkers";
  EXPECT_NE(error_of(bad).find("no game 'checkers'"), std::string::npos);
  bad = good;
  bad.start = "rows=99";
  EXPECT_NE(error_of(bad).find("rows"), std::string::npos);
  bad = good;
  bad.moves[2] = "9";
  EXPECT_NE(error_of(bad).find("move 3: '9' is no column"), std::string::npos);
  bad = good;
  bad.outcome = Outcome::draw;
  EXPECT_EQ(error_of(bad), "the result is draw, but by the rules of the game it is first");
  bad.outcome = Outcome::ongoing;
  EXPECT_EQ(error_of(bad), "the result is ongoing, but by the rules of the game it is first");
  bad = good;
  bad.moves.pop_back();
  bad.outcome = Outcome::second_wins;  // by time, perhaps
  EXPECT_EQ(error_of(bad), "accepted");
}

TEST(Replay, NotesRoundTrip) {
  check_property(1000, [] {
    Rng rng = generated_rng();
    MoveNote note{static_cast<std::int64_t>(rng() >> 20), std::nullopt, static_cast<int>(rng.below(100)), rng()};
    if (rng.below(3) != 0) note.score = (rng.real() - 0.5) * 1e6;
    RC_ASSERT(note_from(to_text(note)) == note);
  });
  EXPECT_EQ(to_text(MoveNote{15'000, 0.25, 8, 1200}), "+0.25/8 0.015000s n=1200");
  EXPECT_EQ(to_text(MoveNote{2'000'001, std::nullopt, 0, 0}), "?/0 2.000001s n=0");
  EXPECT_EQ(note_from("-1.5/12 0.31s"), (MoveNote{310'000, -1.5, 12, 0}));  // as cutechess writes
  for (const char* other :
       {"", "book", "a good move", "+1/2", "+x/2 1s", "+1/2 1", "+1/2 -1s", "+1/2 1s x=2", "1/2 nans"})
    EXPECT_FALSE(note_from(other)) << other;
}

TEST(Replay, TimesRoundTrip) {
  EXPECT_EQ(time_text(0), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(time_text(1'700'000'000'123), "2023-11-14T22:13:20.123Z");
  check_property(1000, [] {
    Rng rng = generated_rng();
    const auto at = static_cast<std::int64_t>(rng.below(250'000)) * 1'000'000'000 + rng.below(1'000'000'000);
    RC_ASSERT(time_from(time_text(at)) == at);
  });
  for (const char* bad : {"", "2023-11-14", "2023-13-14T22:13:20.123Z", "2023-11-31T22:13:20.123Z",
                          "2023-11-14T24:13:20.123Z", "2023-11-14 22:13:20.123Z", "2o23-11-14T22:13:20.123Z"})
    EXPECT_FALSE(time_from(bad)) << bad;
}

}  // namespace
}  // namespace tengen::records
