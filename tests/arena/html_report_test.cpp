// The report page: complete in itself, faithful to its data, and deaf to whatever a name tries to say to the browser.

#include "arena/html_report.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

namespace tengen {
namespace {

using Json = nlohmann::ordered_json;

Json fixture() {
  std::ifstream file(test_data("report.json"));
  return Json::parse(file);
}

// What stands in the script element with this id.
std::string embedded_in(const std::string& page, const std::string& id) {
  const std::string open = "id=\"" + id + "\">";
  const auto begin = page.find(open);
  if (begin == std::string::npos) return {};
  const auto end = page.find("</script>", begin);
  return page.substr(begin + open.size(), end - begin - open.size());
}

int count_of(const std::string& text, std::string_view part) {
  int count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

const std::string evil = "</script><script>alert(1)</script><!--<img src=x onerror=\"alert('2')\">{{games}}{{script}}";

TEST(HtmlReport, HoldsReportAndGamesUnchanged) {
  const std::vector<std::string> games = {R"({"n":0,"m":"h8 i9"})", "{\"n\":1,\n \"d\":\"a\\nb\"}"};
  const std::string page = html_report(fixture(), games);
  EXPECT_EQ(Json::parse(embedded_in(page, "report-data")), fixture());
  std::istringstream lines(embedded_in(page, "games-data"));
  std::vector<Json> found;
  for (std::string line; std::getline(lines, line);)
    if (!line.empty()) found.push_back(Json::parse(line));
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0], Json::parse(games[0]));
  EXPECT_EQ(found[1], Json::parse(games[1]));
}

TEST(HtmlReport, IsCompleteInItself) {
  const std::string page = html_report(fixture(), {});
  EXPECT_NE(page.find("<title>The ladder, second edition</title>"), std::string::npos);
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
  EXPECT_EQ(page.find("{{"), std::string::npos) << "a slot of the template was left";
  // The only address is the name of the SVG namespace.
  std::string rest = page;
  const std::string_view svg = "http://www.w3.org/2000/svg";
  ASSERT_EQ(count_of(rest, svg), 1);
  rest.erase(rest.find(svg), svg.size());
  for (const char* word : {"http:", "https:", "@import", "url(http", " src=", "fetch(", "XMLHttpRequest", "innerHTML",
                           "insertAdjacentHTML", "document.write", "eval("})
    EXPECT_EQ(rest.find(word), std::string::npos) << word;
}

TEST(HtmlReport, NamesCannotBecomeMarkup) {
  const int scripts = count_of(html_report(fixture(), {}), "<script");
  Json report = fixture();
  report["title"] = evil;
  report["players"][0]["name"] = evil;
  report["incidents"][0]["detail"] = evil;
  report[evil] = evil;
  const std::string page = html_report(report, std::vector{Json{{"n", 0}, {"d", evil}}.dump()});
  EXPECT_EQ(count_of(page, "<script"), scripts);
  EXPECT_EQ(page.find("<img"), std::string::npos);
  EXPECT_EQ(page.find("alert(1)</script>"), std::string::npos);
  EXPECT_EQ(Json::parse(embedded_in(page, "report-data")), report);
  const std::string game = embedded_in(page, "games-data");
  EXPECT_EQ(Json::parse(game)["d"], evil);
}

TEST(HtmlReport, SurvivesWhatIsNoUnicodeAndNoNumber) {
  Json report = fixture();
  report["title"] = "bad \xff\xfe bytes";
  report["players"][0]["name"] = "\xc3(";
  report["draw_rate"] = std::numeric_limits<double>::quiet_NaN();
  report["first_advantage"]["high"] = std::numeric_limits<double>::infinity();
  const Json read = Json::parse(embedded_in(html_report(report, {}), "report-data"));
  EXPECT_TRUE(read["draw_rate"].is_null());
  EXPECT_TRUE(read["first_advantage"]["high"].is_null());
  EXPECT_EQ(read["players"][0]["name"], "\xEF\xBF\xBD(");
}

TEST(HtmlReport, NeedsNothing) {
  for (const Json& report : {Json(nullptr), Json::object(), Json{{"title", nullptr}}, Json{{"title", 7}}}) {
    const std::string page = html_report(report, {});
    EXPECT_NE(page.find("<title>Report</title>"), std::string::npos);
    EXPECT_EQ(Json::parse(embedded_in(page, "report-data")), report);
  }
}

// Ten thousand Gomoku games of 45 moves with times, scores and depths.
TEST(HtmlReport, TenThousandGamesStayUnderTenMegabytes) {
  Json game = {{"n", 9999}, {"f", 11}, {"s", 12}, {"o", "second"}, {"t", "win"}, {"d", ""}, {"k", 4}, {"m", ""}};
  std::string moves;
  for (int i = 0; i < 45; ++i) {
    moves += i % 3 == 0 ? "h8 " : "k12 ";
    if (i < 4) continue;
    game["c"].push_back(-1234);
    game["u"].push_back(123456);
    game["p"].push_back(12);
  }
  game["m"] = moves;
  const std::vector<std::string> games(10'000, game.dump());
  EXPECT_LT(html_report(fixture(), games).size(), 10'000'000U);
}

}  // namespace
}  // namespace tengen
