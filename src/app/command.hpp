#pragma once
// What the commands share: how they are declared, how they fail, and the options that choose a game and limits.

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "app/options.hpp"
#include "core/limits.hpp"
#include "roster/registry.hpp"

namespace tengen::app {

// Each adds one command to the program.
void add_games_command(Command app, const roster::Registry& registry);
void add_players_command(Command app, const roster::Registry& registry);
void add_perft_command(Command app, const roster::Registry& registry);
void add_match_command(Command app, const roster::Registry& registry);
void add_ablate_command(Command app, const roster::Registry& registry);
void add_tournament_command(Command app, const roster::Registry& registry);
void add_play_command(Command app, const roster::Registry& registry);
void add_analyze_command(Command app, const roster::Registry& registry);
void add_solve_command(Command app, const roster::Registry& registry);
void add_book_command(Command app, const roster::Registry& registry);
void add_tune_command(Command app, const roster::Registry& registry);
void add_train_command(Command app, const roster::Registry& registry);
void add_experiment_command(Command app, const roster::Registry& registry);
void add_openings_command(Command app, const roster::Registry& registry);
void add_export_command(Command app, const roster::Registry& registry);
void add_import_command(Command app, const roster::Registry& registry);
void add_bench_command(Command app, const roster::Registry& registry);
void add_engine_command(Command app, const roster::Registry& registry);
void add_check_engine_command(Command app, const roster::Registry& registry);

// --game, --position, and every option of every game (--size, --rows, …).
struct GameArguments {
  std::string game;
  std::string position;
  std::map<std::string, std::string> options;

  void add_to(Command command, const roster::Registry& registry);
  // The position also as an argument without a name.
  void add_position_to(Command command);
  // The start; an option that the chosen game does not have is an error.
  Expected<std::unique_ptr<roster::Game>> start(const roster::Registry& registry) const;
};

// --time, --nodes, --depth.
struct LimitArguments {
  std::string time;
  std::optional<std::uint64_t> nodes;
  std::optional<int> depth;

  void add_to(Command command);
  Expected<Limits> limits() const;
};

}  // namespace tengen::app
