// The program: one thin file per command, declared in command.hpp.

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <vector>

#include "app/builtins.hpp"
#include "app/command.hpp"
#include "core/no_memory.hpp"
#include "core/text.hpp"
#include "core/version.hpp"

namespace {

// A mistyped command deserves better than "argument was not expected".
std::optional<std::string> unknown_command(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return std::nullopt;
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  if (std::ranges::find(names, argv[1]) != names.end()) return std::nullopt;
  return fmt::format("there is no command {}{}; there are: {}", tengen::in_quotes(argv[1]),
                     tengen::did_you_mean(argv[1], names), tengen::joined(names));
}

// An empty value is a variable that a script forgot to set, not a wish. Only a position may be empty: the start.
void refuse_empty_values(CLI::App& app) {
  for (CLI::Option* option : app.get_options())
    if (option->get_items_expected_max() > 0 && !option->get_positional() && option->get_name() != "--position")
      option->check([](const std::string& value) { return value.empty() ? "needs a value, not ''" : std::string(); });
  for (CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) refuse_empty_values(*command);
}

std::string one_line(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  for (char& c : text)
    if (c == '\n') c = ' ';
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  int exit_code = 0;
  const tengen::Registry& registry = tengen::builtins();
  const tengen::CommandContext context{registry, exit_code};

  CLI::App app{"Tengen: a workbench for two-player board-game AI", "tengen"};
  app.require_subcommand(1);
  app.set_version_flag("--version", fmt::format("tengen {}", tengen::version));
  tengen::add_play_command(app, context);
  tengen::add_match_command(app, context);
  tengen::add_tournament_command(app, context);
  tengen::add_analyze_command(app, context);
  tengen::add_solve_command(app, context);
  tengen::add_games_command(app, context);
  tengen::add_players_command(app, context);
  tengen::add_perft_command(app, context);
  tengen::add_book_command(app, context);
  tengen::add_tune_command(app, context);
  tengen::add_train_command(app, context);
  tengen::add_experiment_command(app, context);
  tengen::add_openings_command(app, context);
  tengen::add_export_command(app, context);
  tengen::add_import_command(app, context);
  tengen::add_bench_command(app, context);
  tengen::add_engine_command(app, context);
  tengen::add_check_engine_command(app, context);
  refuse_empty_values(app);

  if (const auto message = unknown_command(app, argc, argv)) return tengen::complain(*message);
  if (argc < 2) {
    fmt::print("{}", app.help());
    return tengen::bad_input;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) return app.exit(e);  // --help, --version
    std::string command = "tengen";
    for (const CLI::App* at = &app; !at->get_subcommands().empty();) {
      at = at->get_subcommands().front();
      command += " " + at->get_name();
    }
    return tengen::complain(fmt::format("{} (see {} --help)", one_line(e.what()), command));
  } catch (const tengen::NoMemory& e) {
    return tengen::complain(e.what());
  } catch (const std::bad_alloc&) {
    return tengen::complain("there is not enough memory; set the players to less (memory=…, hash=…)");
  } catch (const std::exception& e) {
    fmt::print(stderr, "tengen: {}\n", e.what());
    return 1;
  }
  if (std::fflush(stdout) != 0) {  // a full disk must not look like success
    fmt::print(stderr, "tengen: cannot write the output\n");
    return 1;
  }
  return exit_code;
}
