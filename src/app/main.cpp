// The program: one thin file per command, declared in command.hpp.

#include <fmt/format.h>

#include "app/builtins.hpp"
#include "app/command.hpp"
#include "core/version.hpp"

namespace {

// In the order of --help.
void add_commands(tengen::app::Command program) {
  const tengen::roster::Registry& registry = tengen::app::builtins();
  tengen::app::add_play_command(program, registry);
  tengen::app::add_match_command(program, registry);
  tengen::app::add_ablate_command(program, registry);
  tengen::app::add_tournament_command(program, registry);
  tengen::app::add_analyze_command(program, registry);
  tengen::app::add_solve_command(program, registry);
  tengen::app::add_games_command(program, registry);
  tengen::app::add_players_command(program, registry);
  tengen::app::add_perft_command(program, registry);
  tengen::app::add_book_command(program, registry);
  tengen::app::add_tune_command(program, registry);
  tengen::app::add_train_command(program, registry);
  tengen::app::add_experiment_command(program, registry);
  tengen::app::add_openings_command(program, registry);
  tengen::app::add_export_command(program, registry);
  tengen::app::add_import_command(program, registry);
  tengen::app::add_bench_command(program, registry);
  tengen::app::add_engine_command(program, registry);
  tengen::app::add_check_engine_command(program, registry);
}

}  // namespace

int main(int argc, char** argv) {
  return tengen::app::run_program(argc, argv, fmt::format("tengen {}", tengen::version), add_commands);
}
