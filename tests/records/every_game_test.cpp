// Formats that hold any game hold every built-in one.

#include <gtest/gtest.h>

#include "app/builtins.hpp"
#include "records/formats.hpp"
#include "records/replay.hpp"

namespace tengen::records {
namespace {

// From the usual start, with the smallest values of all numbers, and with the largest.
std::vector<std::string> starts_of(const roster::GameKind& kind) {
  std::string low, high;
  for (const Setting& s : kind.options)
    if (s.kind == Setting::Kind::integer) {
      low += fmt::format("{}={} ", s.name, s.low);
      high += fmt::format("{}={} ", s.name, s.high);
    }
  return {"", low, high};
}

Record random_game(const roster::GameKind& kind, std::string_view start, Rng& rng) {
  const auto game = std::move(*start_game(kind.name, start, app::builtins()));
  Record record;
  record.game = kind.name;
  record.start = game->to_string();
  while (game->outcome() == Outcome::ongoing) {
    const auto moves = game->legal_moves();
    game->play(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
  }
  record.moves = game->move_names();
  record.outcome = game->outcome();
  record.players = {"a", "b"};
  return record;
}

TEST(EveryGame, HasItsRecords) {
  Rng rng(1);
  for (const roster::GameKind& kind : app::builtins().games())
    for (const std::string& start : starts_of(kind)) {
      const Record record = random_game(kind, start, rng);
      for (const char* name : {"jsonl", "pgn", "csv", "txt"}) {
        SCOPED_TRACE(kind.name + " " + start + name);
        const RecordFormat& format = **find_format(name);
        const auto written = format.write(record, app::builtins());
        ASSERT_TRUE(written) << written.error().message;
        const auto back = format.read(format.heading() + *written, app::builtins());
        ASSERT_TRUE(back) << back.error().message;
        ASSERT_EQ(back->size(), 1U);
        EXPECT_EQ(back->front().game, record.game);
        EXPECT_EQ(back->front().start, record.start);
        EXPECT_EQ(back->front().moves, record.moves);
        EXPECT_EQ(back->front().outcome, record.outcome);
      }
    }
}

}  // namespace
}  // namespace tengen::records
