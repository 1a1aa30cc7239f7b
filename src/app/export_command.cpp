// tengen export: the games of a database in the formats of other programs.

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <ostream>

#include "app/command.hpp"
#include "arena/game_store.hpp"
#include "core/file.hpp"
#include "core/text.hpp"
#include "records/formats.hpp"

namespace tengen::app {

namespace {

struct Arguments {
  std::string db;
  std::string format = "jsonl";
  std::string output;
  std::string player;
  std::optional<std::uint64_t> number;
  std::optional<std::uint64_t> pair;

  bool chooses() const { return !player.empty() || number || pair; }
  bool wants(const records::Record& record) const {
    return (player.empty() || record.players[0] == player || record.players[1] == player) &&
           (!number || record.number == number) && (!pair || record.pair == pair);
  }
};

Error no_such_games(const arena::GameStore& store, const Arguments& args) {
  std::vector<std::string> names;
  for (const arena::Entrant& player : store.setup().players) names.push_back(player.name);
  if (!args.player.empty() && std::ranges::find(names, args.player) == names.end())
    return {fmt::format("there is no player {}{}; there are: {}", in_quotes(args.player),
                        did_you_mean(args.player, names), joined(names))};
  return {fmt::format("there is no such game among those in {}", in_quotes(args.db))};
}

// Writes all games that are wanted; the number of them.
Expected<std::uint64_t> write_games(const arena::GameStore& store, const records::RecordFormat& format,
                                    const Arguments& args, const roster::Registry& registry,
                                    const std::function<bool(std::string_view)>& write) {
  std::uint64_t games = 0;
  std::optional<Error> error;
  const auto put = [&](std::string_view text) {
    if (!write(text)) error = Error{"cannot write the output"};
    return !error;
  };
  const auto put_game = [&](const records::Record& record) {
    if (!args.wants(record)) return true;
    const auto text = format.write(record, registry);
    if (!text) {
      error = Error{fmt::format("game {}: {}", record.number.value_or(0), text.error().message)};
      return false;
    }
    if (games++ == 0 && !put(format.heading())) return false;
    return put(*text);
  };
  const auto read = args.number
                        ? store.game(registry, *args.number).map([&](const std::optional<records::Record>& game) {
                            if (game) put_game(*game);
                          })
                        : store.each_game(registry, put_game);
  if (error) return *error;
  if (!read) return read.error();
  if (games == 0 && args.chooses()) return no_such_games(store, args);
  if (games == 0 && !put(format.heading())) return *error;
  return games;
}

int to_file(const arena::GameStore& store, const records::RecordFormat& format, const Arguments& args,
            const roster::Registry& registry) {
  if (std::filesystem::exists(args.output))
    return complain(fmt::format("{} exists already and is left as it is", in_quotes(args.output)));
  std::uint64_t games = 0;
  const auto written = write_file(args.output, [&](std::ostream& file) {
    return write_games(store, format, args, registry,
                       [&](std::string_view text) { return static_cast<bool>(file << text); })
        .map([&](std::uint64_t count) { games = count; });
  });
  if (!written) return complain(written.error().message);
  fmt::print("{} games written to {}\n", games, args.output);
  return 0;
}

int run(const Arguments& args, const roster::Registry& registry) {
  const auto format = records::find_format(args.format);
  if (!format) return complain(format.error().message);
  const auto store = arena::GameStore::read_only(args.db);
  if (!store) return complain(store.error().message);
  if (!args.output.empty()) return to_file(*store, **format, args, registry);
  const auto games = write_games(*store, **format, args, registry, [](std::string_view text) {
    return std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  });
  return games ? 0 : complain(games.error().message);
}

}  // namespace

void add_export_command(Command app, const roster::Registry& registry) {
  Command command = app.add_command("export", "Write the games of a database for other programs");
  auto args = std::make_shared<Arguments>();
  std::vector<std::string> formats;
  for (const records::RecordFormat& format : records::record_formats())
    formats.push_back(fmt::format("{} ({})", format.name, format.summary));
  command.option("DB", args->db, "the database of a match, a tournament or an import").required();
  command.option("--format", args->format, joined(formats, "; ")).show_default();
  command.option("--output", args->output, "the file to write; without it the games go to the terminal");
  command.option("--player", args->player, "only games of this player");
  command.option("--number", args->number, "only the game with this number").whole_number();
  command.option("--pair", args->pair, "only the games of this pair").whole_number();
  command.runs([args, &registry] { return run(*args, registry); });
}

}  // namespace tengen::app
