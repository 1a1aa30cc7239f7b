// Reports say what the rows say: against counts made by hand from the records.

#include "arena/report.hpp"

#include <map>
#include <nlohmann/json.hpp>

#include "arena_fixture.hpp"
#include "core/text.hpp"

namespace tengen::arena {
namespace {

Report report_in(const std::string& path) {
  const auto store = GameStore::read_only(path);
  auto report = make_report(*store, app::builtins());
  EXPECT_TRUE(report) << (report ? "" : report.error().message);
  return std::move(*report);
}

void expect_fits(const std::string& text) {
  for (const std::string_view line : split(text, '\n')) {
    const auto shown =
        std::ranges::count_if(line, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
    EXPECT_LE(shown, 100) << line;
  }
}

// No figure of a report may be infinite or no number; nlohmann writes such as null, so look before that.
void expect_finite(const nlohmann::ordered_json& json) {
  if (json.is_number_float()) {
    EXPECT_TRUE(std::isfinite(json.get<double>()));
  }
  if (json.is_structured())
    for (const auto& item : json) expect_finite(item);
}

TEST(Report, AddsUpTheRecords) {
  const TemporaryFile file("report");
  Tournament t = tournament_of({"random", "uct:simulations=30", "alphabeta:depth=1", "random"}, 9,
                               TournamentKind::round_robin, "gomoku", "size=7");
  t.title = "A name that is long enough to be cut somewhere, surely";
  t.players[0].name = "ünïcode näme that is much too long for any column of a table";
  set_openings(t, "random:plies=2");
  play_into(t, file.path);

  std::map<std::string, std::array<int, 3>> by_name;
  const auto records = records_in(file.path);
  for (const records::Record& r : records)
    for (std::size_t side = 0; side < 2; ++side) {
      const bool won = r.outcome == (side == 0 ? Outcome::first_wins : Outcome::second_wins);
      ++by_name[r.players[side]][r.outcome == Outcome::draw ? 1 : won ? 0 : 2];
    }
  const Report report = report_in(file.path);
  EXPECT_EQ(report.games.size(), records.size());
  EXPECT_EQ(report.planned, 54U);
  for (std::size_t p = 0; p < 4; ++p) {
    const auto all = report.totals[p].all();
    const auto& expected = by_name[report.setup.players[p].name];
    EXPECT_EQ(all.wins, static_cast<std::uint64_t>(expected[0]));
    EXPECT_EQ(all.draws, static_cast<std::uint64_t>(expected[1]));
    EXPECT_EQ(all.losses, static_cast<std::uint64_t>(expected[2]));
    EXPECT_EQ(all.games(), 27U);
  }
  const auto json = to_json(report);
  expect_finite(json);
  EXPECT_EQ(json["standings"].size(), 4U);
  for (const auto& row : json["standings"]) {
    EXPECT_EQ(row["cpu_games"], 27);
    EXPECT_GT(row["cpu_seconds"].get<double>(), 0);
    EXPECT_LT(row["cpu_seconds"].get<double>(), 600);
  }
  EXPECT_EQ(json["standings"][0]["player"], report.order[0]);
  for (std::size_t a = 0; a < 4; ++a)
    for (std::size_t b = 0; b < 4; ++b)
      if (a != b) {
        EXPECT_EQ(json["matrix"][a][b]["games"], 9);
        EXPECT_EQ(json["matrix"][a][b]["wins"], json["matrix"][b][a]["losses"]);
        EXPECT_NEAR(json["matrix"][a][b]["score"].get<double>() + json["matrix"][b][a]["score"].get<double>(), 1, 1e-9);
      }
  std::uint64_t endings = 0;
  for (const auto& row : json["terminations"])
    for (const auto& count : row["by_player"]) endings += count.get<std::uint64_t>() * (row["kind"] == "draw" ? 1 : 2);
  EXPECT_EQ(endings, 2 * records.size());
  EXPECT_EQ(json["timeline"].back()["games"], records.size());
  expect_fits(to_text(report));
}

TEST(Report, EveryKindAndStageCanBeShown) {
  for (const TournamentKind kind :
       {TournamentKind::match, TournamentKind::round_robin, TournamentKind::gauntlet, TournamentKind::knockout})
    for (const int players : {2, 3, 9})
      for (const bool played : {false, true}) {
        if (kind == TournamentKind::match && players != 2) continue;
        const TemporaryFile file("stages");
        Tournament t = tournament_of(std::vector<std::string>(static_cast<std::size_t>(players), "random"), 2, kind);
        if (kind == TournamentKind::match) t.sprt = stats::SprtTest{};
        if (played)
          play_into(t, file.path);
        else
          ASSERT_TRUE(GameStore::open(file.path, t));
        const Report report = report_in(file.path);
        expect_fits(to_text(report));
        expect_finite(to_json(report));
        if (played && kind == TournamentKind::knockout) {
          EXPECT_TRUE(report.bracket.back()[0].winner);
          EXPECT_EQ(report.order[0], report.bracket.back()[0].winner);
        }
      }
}

TEST(Report, WorksOnImportedGames) {
  const TemporaryFile file("imported");
  {
    auto store = *GameStore::open(file.path, imported_setup("othello"));
    records::Record game{"othello", "", {"f5", "d6"}, {"Anna", "Ben"}, Outcome::first_wins};
    records::Record unfinished = game;
    unfinished.outcome = Outcome::ongoing;
    ASSERT_TRUE(store.import({game, game, unfinished}));
  }
  const Report report = report_in(file.path);
  EXPECT_EQ(report.games.size(), 2U);
  EXPECT_EQ(report.distinct_games, 1U);
  EXPECT_EQ(report.totals[0].all().wins, 2U);
  // What they did not say is not made up.
  for (const records::Record& record : records_in(file.path)) EXPECT_FALSE(record.termination);
  expect_fits(to_text(report));
  expect_finite(to_json(report));
}

}  // namespace
}  // namespace tengen::arena
