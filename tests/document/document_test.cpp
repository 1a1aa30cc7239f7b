#include "document/document.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "document/axis.hpp"
#include "document/chart_svg.hpp"
#include "document/tables.hpp"
#include "support/property.hpp"

namespace tengen::document {
namespace {

Document sample() {
  const Series measured{"AI4 <b>", {{1, 0.2, 0.1, 0.3}, {2, 0.8, {}, {}}}, true, false};
  const Series printed{"printed", {{1, 0.5, {}, {}}}, false, true};
  const Chart chart{"win & depth", "depth", "score", {measured, printed}, false, false, 0.5};
  const DotPlot dots{"depths", "plies", {{"AI2", 4.5, 4.3, 4.8}, {"AI10", {}, 8.0, {}}, {"none", {}, {}, 1.0}}, 1.0};
  const HeatMap map{"matrix", "Black ↓", {"A"}, {"A", "B"}, {{{0.9, "90%"}, {std::nullopt, "–"}}}};
  return {"A <script>",
          "in *short*",
          {{"first",
            "One | two",
            {Words{"a_b"}, Listing{"```\ncode\n"}, Table{"t", {"n", "name"}, {{"1", "x|y"}, {"-2"}}}}},
           {"second", "Two", {chart, dots, map}}}};
}

TEST(Document, html_shows_everything_and_executes_nothing) {
  const std::string html = to_html(sample());
  EXPECT_EQ(html.find("<script"), std::string::npos);
  EXPECT_EQ(html.find("<b>"), std::string::npos);
  for (const char* part : {"A &lt;script&gt;", "AI4 &lt;b&gt;", "win &amp; depth", "<a href=\"#second\">Two</a>",
                           "<td class=\"number\">-2</td>", "<td>x|y</td>", "90%", "--much:0.80", "<svg"})
    EXPECT_NE(html.find(part), std::string::npos) << part;
  EXPECT_EQ(html.find("http:"), html.find("http://www.w3.org/2000/svg"));  // nothing is fetched
}

TEST(Document, markdown_escapes_and_names_its_pictures) {
  const Markdown markdown = to_markdown(sample(), "results");
  for (const char* part : {"# A \\<script\\>", "in \\*short\\*", "a\\_b", "````\n```\ncode\n````", "| 1 | x\\|y |",
                           "| -2 |  |", "---:|---|", "![win & depth](results/second-1.svg)", "| A | 90% | – |"})
    EXPECT_NE(markdown.text.find(part), std::string::npos) << part << "\n" << markdown.text;
  ASSERT_EQ(markdown.images.size(), 2U);
  EXPECT_TRUE(markdown.images.at("second-1.svg").starts_with("<svg"));
  EXPECT_FALSE(markdown.text.ends_with("\n\n"));
}

TEST(Document, text_lines_up_columns_and_wraps_words) {
  const Section section{"s",
                        "Title",
                        {Table{"t", {"n", "name"}, {{"1", "x"}, {"-20", "longer"}}},
                         Words{std::string(30, 'a') + " " + std::string(90, 'b')}}};
  EXPECT_EQ(to_text(section), "Title\n=====\n\nt\n  n  name\n  1  x\n-20  longer\n\n" + std::string(30, 'a') + "\n" +
                                  std::string(90, 'b') + "\n");
}

TEST(Document, sections_survive_json) {
  for (const Section& section : sample().sections) {
    const auto back = section_from_json(to_json(section));
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(*back, section);
  }
  EXPECT_FALSE(section_from_json(nlohmann::ordered_json{{"id", "x"}}));
  EXPECT_FALSE(section_from_json(
      nlohmann::ordered_json{{"id", "x"}, {"title", 3}, {"blocks", nlohmann::ordered_json::array()}}));
}

TEST(Axis, holds_every_value_between_its_ends_and_few_marks) {
  check_property(500, [](bool logarithmic) {
    const double a = *rc::gen::inRange(1, 1'000'000) / 1e3, b = *rc::gen::inRange(1, 1'000'000) / 1e3;
    const Axis axis(std::min(a, b), std::max(a, b), logarithmic);
    for (const double value : {a, b}) {
      RC_ASSERT(axis.place(value) >= -1e-9);
      RC_ASSERT(axis.place(value) <= 1 + 1e-9);
    }
    RC_ASSERT(axis.marks().size() <= 12U);
    for (const double mark : axis.marks()) RC_ASSERT(axis.place(mark) >= -1e-9 && axis.place(mark) <= 1 + 1e-9);
    if (!logarithmic) RC_ASSERT(axis.marks().size() >= 2U);
  });
}

TEST(ChartSvg, is_drawn_without_points_and_leaves_out_what_no_axis_can_hold) {
  EXPECT_NE(to_svg({"empty", "x", "y", {}, false, false, 1.0}, SvgHome::page).find("nothing to show"),
            std::string::npos);
  const Chart logarithmic{
      "log", "x", "y", {{"s", {{0, 5, {}, {}}, {1, 10, -1.0, 20.0}, {2, -3, {}, {}}}, true, false}}, true, true, {}};
  const std::string svg = to_svg(logarithmic, SvgHome::file);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.find("inf"), std::string::npos);
  EXPECT_NE(svg.find("<circle"), std::string::npos);
}

TEST(DotPlotSvg, shows_what_is_known_of_each_row) {
  const DotPlot plot{
      "depths", "plies", {{"known <i>", 4.5, 4.3, 4.8}, {"at least", {}, 8.0, {}}, {"nothing", {}, {}, {}}}, {}};
  const std::string svg = to_svg(plot, SvgHome::file);
  const auto count = [&](const std::string& part) {
    int n = 0;
    for (std::size_t at = svg.find(part); at != std::string::npos; at = svg.find(part, at + 1)) ++n;
    return n;
  };
  EXPECT_EQ(count("<circle"), 1);
  EXPECT_EQ(count("<path"), 1);  // an arrow for what is open
  EXPECT_EQ(count("<i>"), 0);
  EXPECT_NE(to_svg(DotPlot{"none", "x", {}, {}}, SvgHome::page).find("</svg>"), std::string::npos);
}

TEST(ReadableNumber, is_short_at_every_size) {
  for (const auto& [value, text] : {std::pair(0.0, "0"),
                                    {0.25, "0.25"},
                                    {1500.0, "1500"},
                                    {12'345.0, "12.3 k"},
                                    {345'678.0, "345.7 k"},
                                    {2.5e6, "2.5 M"},
                                    {1e-5, "1e-05"},
                                    {-3e9, "-3 G"}})
    EXPECT_EQ(readable_number(value), text);
}

TEST(Tables, columns_of_numbers_stand_apart) {
  const Table table{"", {"a", "b", "c"}, {{"1 [0, 2]", "one", ""}, {"−3", "2", "–"}}};
  EXPECT_EQ(columns_of_numbers(table), (std::vector<bool>{true, false, false}));
}

}  // namespace
}  // namespace tengen::document
