#include "app/solution_text.hpp"

#include <fmt/format.h>

#include "core/text.hpp"

namespace tengen::app {

namespace {

std::string capitalised(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

// "3 threes", "1 three".
std::string counted(int n, const std::string& things) {
  return fmt::format("{} {}", n, n == 1 && things.ends_with('s') ? things.substr(0, things.size() - 1) : things);
}

std::string what_is_ruled_out(const search::SolverInfo& method, std::optional<int> within) {
  if (!within) return method.rules_out;
  if (method.depth_counts == method.wins_by) return "at most " + counted(*within, method.wins_by);
  return fmt::format("{} with at most {}", method.wins_by, counted(*within, method.depth_counts));
}

}  // namespace

std::string sentence(const roster::Game& game, const search::SolverInfo& method, const roster::AnySolution& solution,
                     const std::array<std::string, 2>& sides, bool interrupted) {
  const std::string attacker =
      solution.attacker ? capitalised(sides[static_cast<std::size_t>(*solution.attacker)]) : "";
  switch (solution.verdict) {
    case search::Verdict::win:
      if (attacker.empty()) return "win, proven";
      return fmt::format("{} wins by {} in {} plies: {}", attacker, method.wins_by, solution.line.size(),
                         line_text(game, solution.line));
    case search::Verdict::draw: return "draw, proven";
    case search::Verdict::loss: return "loss, proven";
    case search::Verdict::no_win:
      return fmt::format("{} has no win by {}", attacker, what_is_ruled_out(method, solution.within));
    case search::Verdict::unknown:
      return fmt::format("not decided {}: {} positions looked at",
                         interrupted ? "when interrupted" : "within the limits", solution.nodes);
  }
  return {};
}

std::string line_text(const roster::Game& game, const std::vector<roster::AnyMove>& line) {
  std::vector<std::string> names;
  for (const roster::AnyMove move : line) names.push_back(game.format(move));
  return joined(names, " ");
}

}  // namespace tengen::app
