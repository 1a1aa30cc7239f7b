#pragma once
// What the commands share: how they are declared, how they fail, and the options that choose a game and limits.

#include <CLI/CLI.hpp>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "core/limits.hpp"
#include "roster/registry.hpp"

namespace tengen {

// Each adds one subcommand; the callback runs it and leaves the exit code in `exit_code`.
struct CommandContext {
  const Registry& registry;
  int& exit_code;
};
void add_games_command(CLI::App& app, const CommandContext& context);
void add_players_command(CLI::App& app, const CommandContext& context);
void add_perft_command(CLI::App& app, const CommandContext& context);
void add_match_command(CLI::App& app, const CommandContext& context);
void add_tournament_command(CLI::App& app, const CommandContext& context);
void add_play_command(CLI::App& app, const CommandContext& context);
void add_analyze_command(CLI::App& app, const CommandContext& context);
void add_solve_command(CLI::App& app, const CommandContext& context);
void add_book_command(CLI::App& app, const CommandContext& context);
void add_tune_command(CLI::App& app, const CommandContext& context);
void add_train_command(CLI::App& app, const CommandContext& context);
void add_experiment_command(CLI::App& app, const CommandContext& context);
void add_openings_command(CLI::App& app, const CommandContext& context);
void add_export_command(CLI::App& app, const CommandContext& context);
void add_import_command(CLI::App& app, const CommandContext& context);
void add_bench_command(CLI::App& app, const CommandContext& context);
void add_engine_command(CLI::App& app, const CommandContext& context);
void add_check_engine_command(CLI::App& app, const CommandContext& context);

inline constexpr int bad_input = 2;

// For options that take a whole number. CLI11's own conversion reads 010 as eight and -1 as the largest number.
CLI::Validator whole_number(std::uint64_t low, std::uint64_t high);

// One clear line on the error stream; returns the exit code for bad input.
int complain(std::string_view message);

// --game, --position, and every option of every game (--size, --rows, …).
struct GameArguments {
  std::string game;
  std::string position;
  std::map<std::string, std::string> options;

  void add_to(CLI::App& command, const Registry& registry);
  // The position also as an argument without a name.
  void add_position_to(CLI::App& command);
  // The start; an option that the chosen game does not have is an error.
  Expected<std::unique_ptr<Game>> start(const Registry& registry) const;
};

// --time, --nodes, --depth.
struct LimitArguments {
  std::string time;
  std::optional<std::uint64_t> nodes;
  std::optional<int> depth;

  void add_to(CLI::App& command);
  Expected<Limits> limits() const;
};

}  // namespace tengen
