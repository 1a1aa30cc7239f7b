#pragma once
// What the commands that play in the arena share: where the games are kept, progress, and the report at the end.

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "app/command.hpp"
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

// Games in pairs with swapped colours: of which game, within which limits, from which openings.
struct SeriesArguments {
  GameArguments game;
  LimitArguments limits;
  std::string openings = "none";
  std::uint64_t games = 100;
  std::uint64_t seed = 1;
  int threads = 1;

  void add_to(Command command, const roster::Registry& registry, const char* games_help);
  // All but the players.
  Expected<arena::TournamentSetup> setup(const roster::Registry& registry) const;
};

// Names the option that is wrong.
Expected<arena::Tournament> made_from(arena::TournamentSetup setup, const roster::Registry& registry);

// The two forms of a report.
struct ReportForms {
  std::function<nlohmann::ordered_json(const arena::Report&)> json = [](const arena::Report& report) {
    return arena::to_json(report);
  };
  std::function<std::string(const arena::Report&)> text = [](const arena::Report& report) {
    return arena::to_text(report);
  };
};

// Plays what is not played yet and prints the report. Returns the exit code.
int run_arena(const arena::Tournament& tournament, const ArenaArguments& args, const roster::Registry& registry,
              const ReportForms& forms = {});

// Writes the report's page, with the games of the store where there is one.
Expected<void> write_page(const arena::Report& report, const std::string& path, const arena::GameStore* store,
                          const roster::Registry& registry);

void print_json(const nlohmann::ordered_json& json);

}  // namespace tengen::app
