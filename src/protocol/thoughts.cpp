#include "protocol/thoughts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/text.hpp"
#include "roster/moves.hpp"

namespace tengen::protocol {

namespace {

// "120000", "+35", "120K", "1.5M", also what stands before a dash, as in "8-14".
std::optional<double> read_count(std::string_view text) {
  text = text.substr(0, text.find('-', 1));
  if (text.starts_with('+')) text.remove_prefix(1);
  double unit = 1;
  if (!text.empty()) {
    const char last = text.back();
    if (last == 'K' || last == 'k') unit = 1e3;
    if (last == 'M' || last == 'm') unit = 1e6;
    if (last == 'G' || last == 'g') unit = 1e9;
    if (unit != 1) text.remove_suffix(1);
  }
  const auto number = to_number<double>(text);
  if (!number || !std::isfinite(*number) || std::abs(*number) > 1e15) return std::nullopt;
  return *number * unit;
}

}  // namespace

std::string format_thoughts(const roster::Game& game, const roster::Choice& choice, std::optional<double> chance) {
  std::string text = fmt::format("depth {} score {:.10g}", choice.depth, choice.score);
  if (chance) text += fmt::format(" chance {:.0f}%", 100 * *chance);
  text += fmt::format(" nodes {} time {}", choice.nodes,
                      std::chrono::duration_cast<std::chrono::milliseconds>(choice.time).count());
  if (choice.end_in)
    text += fmt::format(" {} in {}{}", *choice.end_in > 0 ? "win" : "loss", choice.end_is_bound ? "at most " : "",
                        std::abs(*choice.end_in));
  if (!choice.pv.empty()) text += " pv " + joined(roster::names_of(game, choice.pv), " ");
  return text;
}

bool read_thoughts(std::string_view text, roster::Choice& choice) {
  bool any = false;
  // "Depth 8-14 | Eval 35", "depth 8, nodes 1200", "ev:35", "dep=8".
  std::string plain(text);
  std::ranges::replace_if(
      plain, [](char c) { return std::string_view("|,;:=").find(c) != std::string_view::npos; }, ' ');
  const auto pieces = words(plain);
  for (std::size_t i = 0; i + 1 < pieces.size(); ++i) {
    const std::string word = lower(pieces[i]);
    if (word == "pv") break;
    const auto number = read_count(pieces[i + 1]);
    if (!number) continue;
    if ((word == "depth" || word == "dep") && *number >= 0 && *number < 1000)
      choice.depth = static_cast<int>(*number);
    else if (word == "score" || word == "ev" || word == "eval")
      choice.score = *number;
    else if ((word == "nodes" || word == "node" || word == "nd" || word == "n") && *number >= 0)
      choice.nodes = static_cast<std::uint64_t>(*number);
    else
      continue;
    any = true;
  }
  return any;
}

}  // namespace tengen::protocol
