#include "arena/html_report.hpp"

#include <nlohmann/json.hpp>

#include "core/embedded.hpp"

namespace tengen {

namespace {

std::string escaped_markup(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  }
  return out;
}

// JSON text that cannot end the script element around it. In JSON, '<' stands only inside strings, where \u003c means
// the same; line breaks stand only between tokens.
void append_json_line(std::string& out, std::string_view json) {
  for (const char c : json) {
    if (c == '<')
      out += "\\u003c";
    else
      out += c == '\n' || c == '\r' ? ' ' : c;
  }
}

// All parts whose names end in `tail`, in the order of the build.
void append_parts(std::string& out, std::string_view tail) {
  for (const EmbeddedFile& file : embedded::report())
    if (file.name.ends_with(tail)) out += file.bytes;
}

void append_slot(std::string& out, std::string_view slot, const nlohmann::ordered_json& report,
                 std::span<const std::string> games) {
  using Json = nlohmann::ordered_json;
  const auto replace = Json::error_handler_t::replace;  // a name may hold bytes that are no UTF-8
  if (slot == "title") {
    const auto title = report.find("title");
    const bool named = title != report.end() && title->is_string() && *title != "";
    // Through JSON and back, so that the title is UTF-8 as well.
    out += escaped_markup(named ? Json::parse(title->dump(-1, ' ', false, replace)).get<std::string>() : "Report");
  } else if (slot == "style") {
    append_parts(out, ".css");
  } else if (slot == "script") {
    append_parts(out, ".js");
  } else if (slot == "report") {
    append_json_line(out, report.dump(-1, ' ', false, replace));
  } else if (slot == "games") {
    for (const std::string& game : games) {
      append_json_line(out, game);
      out += '\n';
    }
  }
}

}  // namespace

std::string html_report(const nlohmann::ordered_json& report, std::span<const std::string> games) {
  std::string page;
  append_parts(page, ".html");
  std::size_t size = 200'000;
  for (const std::string& game : games) size += game.size() + 1;
  std::string out;
  out.reserve(size);
  // One pass over the template, so that braces in the data stay what they are.
  std::string_view rest = page;
  for (auto open = rest.find("{{"); open != std::string_view::npos; open = rest.find("{{")) {
    const auto close = rest.find("}}", open);
    out += rest.substr(0, open);
    append_slot(out, rest.substr(open + 2, close - open - 2), report, games);
    rest.remove_prefix(close + 2);
  }
  out += rest;
  return out;
}

}  // namespace tengen
