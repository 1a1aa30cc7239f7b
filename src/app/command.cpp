#include "app/command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "core/duration.hpp"
#include "core/text.hpp"

namespace tengen {

int complain(std::string_view message) {
  fmt::print(stderr, "tengen: {}\n", message);
  return bad_input;
}

CLI::Validator whole_number(std::uint64_t low, std::uint64_t high) {
  return CLI::Validator(
      [low, high](std::string& text) {
        const auto number = to_number<std::uint64_t>(text);
        if (!number || *number < low || *number > high)
          return fmt::format("a whole number from {} to {}, not {}", low, high, in_quotes(text));
        text = std::to_string(*number);
        return std::string();
      },
      high == ~std::uint64_t{0} ? "" : fmt::format("{} to {}", low, high));
}

void GameArguments::add_to(CLI::App& command, const Registry& registry) {
  std::vector<std::string> names;
  std::map<std::string, std::string> help;  // option → what it does, for each game that has it
  for (const GameKind& kind : registry.games()) {
    names.push_back(kind.name);
    for (const Setting& s : kind.options) {
      std::string& text = help[s.name];
      text +=
          fmt::format("{}{}: {} ({}, default {})", text.empty() ? "" : "; ", kind.name, s.help, s.range(), s.standard);
    }
  }
  command.add_option("--game", game, "the game: " + joined(names))->required();
  command.add_option("--position", position, "start from here: moves (4453) or a diagram; see docs/notation.md");
  for (const auto& [name, text] : help)
    command.add_option_function<std::string>(
        "--" + name, [this, key = name](const std::string& v) { options[key] = v; }, text);
}

void GameArguments::add_position_to(CLI::App& command) {
  command.add_option("POSITION", position, "the same as --position");
  command.parse_complete_callback([&command] {
    if (command.count("POSITION") > 0 && command.count("--position") > 0)
      throw CLI::ValidationError("POSITION and --position contradict each other; give one of them");
  });
}

Expected<std::unique_ptr<Game>> GameArguments::start(const Registry& registry) const {
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

void LimitArguments::add_to(CLI::App& command) {
  command.add_option("--time", time, "thinking time a move: 250ms, 1.5s, 2m");
  command.add_option("--nodes", nodes, "nodes or simulations a move")
      ->transform(whole_number(1, 1'000'000'000'000'000));
  command.add_option("--depth", depth, "plies to look ahead")->transform(whole_number(1, 64));
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

}  // namespace tengen
