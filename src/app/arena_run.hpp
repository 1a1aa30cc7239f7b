#pragma once
// What the commands that play in the arena share: where the games are kept, progress, and the report at the end.

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "app/options.hpp"
#include "arena/report.hpp"
#include "arena/tournament.hpp"

namespace tengen::app {

struct ArenaArguments {
  std::string db;
  std::string html;
  bool json = false;
  bool readmit = false;

  void add_to(Command command, const char* db_help);
  // What is wrong with them, as far as it can be known before anything is played.
  std::optional<Error> check() const;
};

// Plays what is not played yet and prints the report. Returns the exit code.
using JsonOf = nlohmann::ordered_json (*)(const arena::Report&);
int run_arena(const arena::Tournament& tournament, const ArenaArguments& args, const roster::Registry& registry,
              JsonOf json_of = arena::to_json);

// Writes the report's page, with the games of the store where there is one.
Expected<void> write_page(const arena::Report& report, const std::string& path, const arena::GameStore* store,
                          const roster::Registry& registry);

void print_json(const nlohmann::ordered_json& json);

}  // namespace tengen::app
