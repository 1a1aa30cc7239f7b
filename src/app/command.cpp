#include "app/command.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/duration.hpp"
#include "core/text.hpp"

namespace tengen::app {

void GameArguments::add_to(Command command, const roster::Registry& registry) {
  std::vector<std::string> names;
  std::map<std::string, std::string> help;  // option → what it does, for each game that has it
  for (const roster::GameKind& kind : registry.games()) {
    names.push_back(kind.name);
    for (const Setting& s : kind.options) {
      std::string& text = help[s.name];
      text +=
          fmt::format("{}{}: {} ({}, default {})", text.empty() ? "" : "; ", kind.name, s.help, s.range(), s.standard);
    }
  }
  command.option("--game", game, "the game: " + joined(names)).required();
  command.option("--position", position, "start from here: moves (4453) or a diagram; see docs/notation.md");
  for (const auto& [name, text] : help)
    command.option(
        "--" + name, [this, key = name](const std::string& v) { options[key] = v; }, text);
}

void GameArguments::add_position_to(Command command) {
  command.option("POSITION", position, "the same as --position");
  command.exclude_each_other("POSITION", "--position");
}

Expected<std::unique_ptr<roster::Game>> GameArguments::start(const roster::Registry& registry) const {
  const auto kind = registry.find_game(game);
  if (!kind) return kind.error();
  // Options join the position's text, so that what contradicts it there is found by the one who reads it.
  std::string text;
  for (const auto& [name, value] : options) {
    Values checked((*kind)->options);
    if (const auto set = checked.set((*kind)->options, name, value, game); !set) return set.error();
    text += fmt::format("{}={} ", name, value);
  }
  return (*kind)->start(text + position);
}

void LimitArguments::add_to(Command command) {
  command.option("--time", time, "thinking time a move: 250ms, 1.5s, 2m");
  command.option("--nodes", nodes, "nodes or simulations a move").whole_number(1, 1'000'000'000'000'000);
  command.option("--depth", depth, "plies to look ahead").whole_number(1, 64);
}

Expected<Limits> LimitArguments::limits() const {
  Limits limits{std::nullopt, nodes, depth};
  if (!time.empty()) {
    const auto parsed = parse_duration(time);
    if (!parsed) return fail("--time: {}", parsed.error().message);
    limits.time = *parsed;
  }
  return limits;
}

}  // namespace tengen::app
