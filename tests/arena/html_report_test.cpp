// A tournament's HTML report: faithful to its data, and deaf to whatever a name tries to say to the browser.

#include "arena/html_report.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "app/builtins.hpp"
#include "arena/report.hpp"
#include "records/replay.hpp"
#include "server/http/page.hpp"
#include "support/places.hpp"

namespace tengen::arena {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view file =
    "<title>Tengen</title><script id=\"report\">{{report}}</script><script>run()</script>";

Json fixture() {
  std::ifstream report(test_data("report.json"));
  return Json::parse(report);
}

// What the browser finds in the script element.
Json embedded_in(const std::string& page) {
  const std::string_view open = "id=\"report\">";
  const auto begin = page.find(open) + open.size();
  return Json::parse(page.substr(begin, page.find("</script>", begin) - begin));
}

int count_of(const std::string& text, std::string_view part) {
  int count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(HtmlReport, HoldsItsContentUnchanged) { EXPECT_EQ(embedded_in(html_report(file, fixture())), fixture()); }

TEST(HtmlReport, NamesCannotBecomeMarkup) {
  const std::string evil =
      "</script><script>alert(1)</script><!--<img src=x onerror=\"alert('2')\">{{report}}\u2028]]>";
  Json report = fixture();
  report["title"] = evil;
  report["players"][0]["name"] = evil;
  report[evil] = evil;
  const std::string page = html_report(file, report);
  EXPECT_EQ(count_of(page, "<script"), 2);
  EXPECT_EQ(count_of(page, "</script>"), 2);
  for (const char* part : {"<img", "<!--", "\u2028"}) EXPECT_EQ(page.find(part), std::string::npos) << part;
  EXPECT_EQ(embedded_in(page), report);
}

TEST(HtmlReport, SurvivesWhatIsNoUnicodeAndNoNumber) {
  Json report = fixture();
  report["title"] = "bad \xff\xfe bytes";
  report["players"][0]["name"] = "\xc3(";
  report["draw_rate"] = std::numeric_limits<double>::quiet_NaN();
  report["first_advantage"]["high"] = std::numeric_limits<double>::infinity();
  const Json read = embedded_in(html_report(file, report));
  EXPECT_TRUE(read["draw_rate"].is_null());
  EXPECT_TRUE(read["first_advantage"]["high"].is_null());
  EXPECT_EQ(read["players"][0]["name"], "\xEF\xBF\xBD(");
}

TEST(HtmlReport, IsTheFileWhereThatHasNoPlaceForIt) {
  EXPECT_EQ(html_report("no slot", fixture()).substr(0, 7), "no slot");
}

TEST(HtmlReport, AProgramWithoutThePageSaysWhy) {
  const auto none = server::text_of(server::Page{{}, "node and npm are not installed"}, "report.html");
  ASSERT_FALSE(none.has_value());
  EXPECT_EQ(none.error().message,
            "report.html comes with the page, and this program was built without its page: node and npm are not "
            "installed");
}

Json game_of(const char* game, const char* start, std::vector<std::string> moves) {
  records::Record record{game, start, std::move(moves), {"A", "B"}};
  const auto played = records::replayed(record, app::builtins());
  EXPECT_TRUE(played.has_value());
  record.outcome = (*played)->outcome();
  return game_for_report(record, **played, "another start");
}

TEST(HtmlReport, GamesCanBeDrawnWithoutRules) {
  const Json game = game_of("othello", "", {"f5", "d6"});
  EXPECT_EQ(game["changes"], "37x36x 43o35o");
  EXPECT_EQ(game["start"]["cells"].get<std::string>().size(), 64U);
  EXPECT_FALSE(game.contains("line"));
  EXPECT_EQ(game_of("mnk", "", {"a3", "b2", "b3", "a1", "c3"})["line"], Json::parse("[0,1,2]"));
}

// A Gomoku game of 45 moves with times, scores and depths.
TEST(HtmlReport, TenThousandGamesFitIntoElevenMegabytes) {
  records::Record record{"gomoku", "", {}, {"A", "B"}};
  record.opening = 4;
  record.number = 9999;
  record.ids = {11, 12};
  record.outcome = Outcome::second_wins;
  record.termination = records::Termination::resign;
  for (int i = 0; i < 45; ++i) {
    const int cell = i * 5;
    record.moves.push_back(std::string(1, static_cast<char>('a' + cell % 15)) + std::to_string(15 - cell / 15));
    if (i >= 4) record.notes.push_back({123'456, -1234.0, 12});
  }
  const auto played = records::replayed(record, app::builtins());
  ASSERT_TRUE(played.has_value()) << played.error().message;
  EXPECT_LT(game_for_report(record, **played, "").dump().size(), 1'100U);
}

}  // namespace
}  // namespace tengen::arena
