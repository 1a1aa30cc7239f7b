#include "app/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>

#include "core/no_memory.hpp"
#include "core/text.hpp"

namespace tengen::app {

namespace {

std::vector<CLI::App*> commands_of(CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

// A mistyped command deserves better than "argument was not expected".
std::optional<std::string> unknown_command(CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return std::nullopt;
  std::vector<std::string> names;
  for (const CLI::App* command : commands_of(app)) names.push_back(command->get_name());
  if (std::ranges::find(names, argv[1]) != names.end()) return std::nullopt;
  return fmt::format("there is no command {}{}; there are: {}", in_quotes(argv[1]), did_you_mean(argv[1], names),
                     joined(names));
}

// An empty value is a variable that a script forgot to set, not a wish. Only a position may be empty: the start.
void refuse_empty_values(CLI::App& app) {
  for (CLI::Option* option : app.get_options())
    if (option->get_items_expected_max() > 0 && !option->get_positional() && option->get_name() != "--position")
      option->check([](const std::string& value) { return value.empty() ? "needs a value, not ''" : std::string(); });
  for (CLI::App* command : commands_of(app)) refuse_empty_values(*command);
}

std::string one_line(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  for (char& c : text)
    if (c == '\n') c = ' ';
  return text;
}

int parse(CLI::App& app, int argc, char** argv) {
  try {
    app.parse(argc, argv);
    return 0;
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) return app.exit(e);  // --help, --version
    std::string command = app.get_name();
    for (const CLI::App* at = &app; !at->get_subcommands().empty();) {
      at = at->get_subcommands().front();
      command += " " + at->get_name();
    }
    return complain(fmt::format("{} (see {} --help)", one_line(e.what()), command));
  } catch (const NoMemory& e) {
    return complain(e.what());
  } catch (const std::bad_alloc&) {
    return complain("there is not enough memory; set the players to less (memory=…, hash=…)");
  } catch (const std::exception& e) {
    fmt::print(stderr, "tengen: {}\n", e.what());
    return 1;
  }
}

}  // namespace

Option Option::required() {
  option_->required();
  return *this;
}

Option Option::show_default() {
  option_->capture_default_str();
  return *this;
}

Option Option::whole_number(std::uint64_t low, std::uint64_t high) {
  option_->transform(CLI::Validator(
      [low, high](std::string& text) {
        const auto number = to_number<std::uint64_t>(text);
        if (!number || *number < low || *number > high)
          return fmt::format("a whole number from {} to {}, not {}", low, high, in_quotes(text));
        text = std::to_string(*number);
        return std::string();
      },
      high == ~std::uint64_t{0} ? "" : fmt::format("{} to {}", low, high)));
  return *this;
}

Option Option::number(double low, double high) {
  option_->check(CLI::Range(low, high));
  return *this;
}

Option Option::one_of(std::vector<std::string> words) {
  option_->check(CLI::IsMember(std::move(words)));
  return *this;
}

Option Option::existing_file() {
  option_->check(CLI::ExistingFile);
  return *this;
}

Command Command::add_command(const std::string& name, const std::string& help) const {
  return {app_->add_subcommand(name, help), exit_code_};
}

void Command::needs_command() const { app_->require_subcommand(1); }

void Command::runs(std::function<int()> action) const {
  app_->callback([action = std::move(action), exit_code = exit_code_] { *exit_code = action(); });
}

void Command::footer(const std::string& text) const { app_->footer(text); }

template <class T>
Option Command::option(const std::string& names, T& value, const std::string& help) const {
  return Option(app_->add_option(names, value, help));
}
template Option Command::option(const std::string&, std::string&, const std::string&) const;
template Option Command::option(const std::string&, std::vector<std::string>&, const std::string&) const;
template Option Command::option(const std::string&, int&, const std::string&) const;
template Option Command::option(const std::string&, unsigned&, const std::string&) const;
template Option Command::option(const std::string&, std::uint64_t&, const std::string&) const;
template Option Command::option(const std::string&, double&, const std::string&) const;
template Option Command::option(const std::string&, std::optional<int>&, const std::string&) const;
template Option Command::option(const std::string&, std::optional<std::uint64_t>&, const std::string&) const;

Option Command::option(const std::string& names, std::function<void(const std::string&)> set,
                       const std::string& help) const {
  return Option(app_->add_option_function<std::string>(names, set, help));
}

Option Command::flag(const std::string& names, bool& value, const std::string& help) const {
  return Option(app_->add_flag(names, value, help));
}

void Command::makes_optional(const std::string& option) const { app_->get_option(option)->required(false); }

void Command::exclude_each_other(const std::string& option, const std::string& other) const {
  app_->parse_complete_callback([app = app_, option, other] {
    if (app->count(option) > 0 && app->count(other) > 0)
      throw CLI::ValidationError(fmt::format("{} and {} contradict each other; give one of them", option, other));
  });
}

std::vector<std::string> Command::given() const {
  std::vector<std::string> names;
  for (const CLI::Option* option : app_->get_options())
    if (option->count() > 0) names.push_back(option->get_name());
  return names;
}

int complain(std::string_view message) {
  fmt::print(stderr, "tengen: {}\n", message);
  return bad_input;
}

int run_program(int argc, char** argv, const std::string& version, const std::function<void(Command)>& add_commands) {
  int exit_code = 0;
  CLI::App app{"Tengen: a workbench for two-player board-game AI", "tengen"};
  app.require_subcommand(1);
  app.set_version_flag("--version", version);
  add_commands({&app, &exit_code});
  refuse_empty_values(app);

  if (const auto message = unknown_command(app, argc, argv)) return complain(*message);
  if (argc < 2) {
    fmt::print("{}", app.help());
    return bad_input;
  }
  if (const int failed = parse(app, argc, argv); failed != 0) return failed;
  if (std::fflush(stdout) != 0) {  // a full disk must not look like success
    fmt::print(stderr, "tengen: cannot write the output\n");
    return 1;
  }
  return exit_code;
}

}  // namespace tengen::app
