#include <fmt/format.h>

#include "document/chart_svg.hpp"
#include "document/tables.hpp"

namespace tengen::document {

namespace {

// One line, in which nothing means more than it says.
std::string plain(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("\\`*_|<>[]#").find(c) != std::string_view::npos) out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

class Writer {
 public:
  Writer(const std::string& folder) : folder_(folder) {}

  Markdown operator()(const Document& document) {
    add("# {}\n\n", plain(document.title));
    if (!document.summary.empty()) add("{}\n\n", plain(document.summary));
    for (const Section& s : document.sections) {
      add("## {}\n\n", plain(s.title));
      section_ = s.id;
      for (const Block& block : s.blocks) std::visit([this](const auto& b) { put(b); }, block);
    }
    while (out_.text.ends_with("\n\n")) out_.text.pop_back();
    return std::move(out_);
  }

 private:
  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_.text), format, std::forward<Args>(args)...);
  }
  void heading(const std::string& title) {
    if (!title.empty()) add("**{}**\n\n", plain(title));
  }

  void put(const Words& words) { add("{}\n\n", plain(words.text)); }
  void put(const Listing& listing) {
    // A fence longer than any run of backticks inside.
    std::string fence = "```";
    while (listing.text.find(fence) != std::string::npos) fence += '`';
    add("{0}\n{1}{2}{0}\n\n", fence, listing.text, listing.text.ends_with('\n') ? "" : "\n");
  }
  void put(const Chart& chart) { picture(chart); }
  void put(const DotPlot& plot) { picture(plot); }
  template <class Picture>
  void picture(const Picture& chart) {
    const std::string name = fmt::format("{}-{}.svg", section_, ++images_[section_]);
    add("![{}]({}/{})\n\n", plain(chart.title), folder_, name);
    out_.images[name] = to_svg(chart, SvgHome::file);
  }
  void put(const HeatMap& map) { put(as_table(map)); }
  void put(const Table& table) {
    heading(table.title);
    const std::vector<bool> numbers = columns_of_numbers(table);
    add("|");
    for (const std::string& column : table.columns) add(" {} |", plain(column));
    add("\n|");
    for (const bool number : numbers) add("{}|", number ? "---:" : "---");
    add("\n");
    for (const auto& row : table.rows) {
      add("|");
      for (std::size_t c = 0; c < table.columns.size(); ++c) add(" {} |", c < row.size() ? plain(row[c]) : "");
      add("\n");
    }
    add("\n");
  }

  const std::string& folder_;
  std::string section_;
  std::map<std::string, int> images_;
  Markdown out_;
};

}  // namespace

Markdown to_markdown(const Document& document, const std::string& folder) { return Writer(folder)(document); }

}  // namespace tengen::document
