// tengen import: games of other programs into a database.

#include <fmt/format.h>

#include "app/command.hpp"
#include "arena/game_store.hpp"
#include "core/file.hpp"
#include "core/text.hpp"
#include "records/formats.hpp"

namespace tengen::app {

namespace {

struct Arguments {
  std::vector<std::string> files;
  std::string db;
  std::string format;
};

Expected<std::vector<records::Record>> read_games(const std::string& path, const std::string& format_name,
                                                  const roster::Registry& registry) {
  const auto text = read_file(path, largest_log);
  if (!text) return text.error();
  const auto format = format_name.empty() ? records::guess_format(path, *text) : records::find_format(format_name);
  if (!format) return fail("{}: {}", path, format.error().message);
  auto records = (*format)->read(*text, registry);
  if (!records) return fail("{}: {}", path, records.error().message);
  return records;
}

int run(const Arguments& args, const roster::Registry& registry) {
  std::vector<std::vector<records::Record>> files;
  std::string game;
  for (const std::string& path : args.files) {
    auto games = read_games(path, args.format, registry);
    if (!games) return complain(games.error().message);
    for (const records::Record& record : *games) {
      if (game.empty()) game = record.game;
      if (record.game != game)
        return complain(
            fmt::format("{}: a game of {} among games of {}; a database holds one game", path, record.game, game));
    }
    files.push_back(std::move(*games));
  }
  if (game.empty()) return complain("there are no games to import");
  auto store = arena::GameStore::open_for_import(args.db, game);
  if (!store) return complain(store.error().message);
  std::size_t imported = 0, known = 0;
  for (const std::vector<records::Record>& records : files) {
    const auto added = store->import(records);
    if (!added) return complain(added.error().message);
    imported += *added;
    known += records.size() - *added;
  }
  fmt::print("{} games imported into {}\n", imported, args.db);
  if (known > 0) fmt::print("{} were there already and are left out\n", known);
  return 0;
}

}  // namespace

void add_import_command(Command app, const roster::Registry& registry) {
  Command command = app.add_command("import", "Read games of other programs into a database");
  auto args = std::make_shared<Arguments>();
  std::vector<std::string> formats;
  for (const records::RecordFormat& format : records::record_formats()) formats.emplace_back(format.name);
  command.option("FILE", args->files, "the files").required();
  command.option("--db", args->db, "the database: a new one, or one of imported games").required();
  command.option("--format", args->format, joined(formats) + "; without it, what the content looks like");
  command.runs([args, &registry] { return run(*args, registry); });
}

}  // namespace tengen::app
