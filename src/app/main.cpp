// The program: one thin file per command, declared in command.hpp.

#include <fmt/format.h>

#include "app/builtins.hpp"
#include "app/command.hpp"
#include "core/version.hpp"

namespace {

// In the order of --help.
void add_commands(tengen::Command program) {
  const tengen::Registry& registry = tengen::builtins();
  tengen::add_play_command(program, registry);
  tengen::add_match_command(program, registry);
  tengen::add_tournament_command(program, registry);
  tengen::add_analyze_command(program, registry);
  tengen::add_solve_command(program, registry);
  tengen::add_games_command(program, registry);
  tengen::add_players_command(program, registry);
  tengen::add_perft_command(program, registry);
  tengen::add_book_command(program, registry);
  tengen::add_tune_command(program, registry);
  tengen::add_train_command(program, registry);
  tengen::add_experiment_command(program, registry);
  tengen::add_openings_command(program, registry);
  tengen::add_export_command(program, registry);
  tengen::add_import_command(program, registry);
  tengen::add_bench_command(program, registry);
  tengen::add_engine_command(program, registry);
  tengen::add_check_engine_command(program, registry);
}

}  // namespace

int main(int argc, char** argv) {
  return tengen::run_program(argc, argv, fmt::format("tengen {}", tengen::version), add_commands);
}
