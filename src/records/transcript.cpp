#include "records/transcript.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text.hpp"
#include "records/builder.hpp"

namespace tengen::records {

namespace {

// The options that make this start, or nothing where it takes more than options.
std::optional<std::string> options_for(const Record& record, const roster::Game& start,
                                       const roster::Registry& registry) {
  std::string options;
  const auto& settings = (*registry.find_game(record.game))->options;
  for (const auto& [name, value] : start.option_values())
    if (std::ranges::find(settings, name, &Setting::name)->standard != value)
      options += fmt::format("{}={} ", name, value);
  options = trim(options);
  const auto made = start_game(record.game, options, registry);
  if (!made || (*made)->to_string() != start.to_string()) return std::nullopt;
  return options;
}

Expected<Record> read_line(std::string_view line, const roster::Registry& registry) {
  const auto parts = words(line);
  std::string_view game = parts.front(), rest = line.substr(game.size());
  if (const auto named = registry.find_game(game); !named) {
    const auto meant = std::ranges::find_if(registry.games(), [line](const roster::GameKind& kind) {
      return kind.bare_transcript.find(lower(line.substr(0, 1))) != std::string_view::npos;
    });
    if (meant == registry.games().end()) return named.error();
    game = meant->name;
    rest = line;
  }
  std::string options;
  for (auto word = words(rest); !word.empty() && word.front().find('=') != std::string_view::npos; word = words(rest)) {
    options += std::string(word.front()) + " ";
    rest = trim(rest);
    rest.remove_prefix(word.front().size());
  }
  const auto start = start_game(game, options, registry);
  if (!start) return start.error();
  const auto played = (*start)->clone();
  if (const auto all = play_all(*played, rest); !all) return all.error();
  Record record;
  record.game = game;
  name_players(record.players, game, registry);
  return finished_record(std::move(record), **start, *played);
}

}  // namespace

Expected<std::string> to_transcript(const Record& record, const roster::Registry& registry) {
  const auto start = start_game(record.game, record.start, registry);
  if (!start) return start.error();
  const auto options = options_for(record, **start, registry);
  if (!options) return fail("a transcript holds games from the start only, not from another position");
  std::string line;
  if ((*registry.find_game(record.game))->bare_transcript.empty() || !options->empty())
    line = record.game + " " + *options + (options->empty() ? "" : " ");
  for (const std::string& move : record.moves)
    if (move != "pass") line += move;
  return std::string(trim(line)) + "\n";
}

Expected<std::vector<Record>> records_from_transcript(std::string_view text, const roster::Registry& registry) {
  std::vector<Record> records;
  int number = 0;
  for (const std::string_view whole : split(text, '\n')) {
    ++number;
    const std::string_view line = trim(whole.substr(0, whole.find('#')));
    if (line.empty()) continue;
    auto record = read_line(line, registry);
    if (!record) return fail("line {}: {}", number, record.error().message);
    records.push_back(std::move(*record));
  }
  return records;
}

}  // namespace tengen::records
