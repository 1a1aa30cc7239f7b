#pragma once
// What the program understands on its command line. CLI11 reads it; options.cpp alone includes CLI11, which would cost
// every command several seconds to compile.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace tengen::app {

// An option of a command, for saying more about it.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}
  Option required();
  Option show_default();  // in --help: the value that it has now
  // Values that it takes. CLI11's own conversion reads 010 as eight and -1 as the largest number.
  Option whole_number(std::uint64_t low = 0, std::uint64_t high = ~std::uint64_t{0});
  Option number(double low, double high);
  Option one_of(std::vector<std::string> words);
  Option existing_file();

 private:
  CLI::Option* option_;
};

// A command, or the program itself. A handle: copies are the same command.
class Command {
 public:
  Command(CLI::App* app, int* exit_code) : app_(app), exit_code_(exit_code) {}

  Command add_command(const std::string& name, const std::string& help) const;
  void needs_command() const;  // one of those added; it does nothing by itself
  // What it does when it is called for; gives the exit code.
  void runs(std::function<int()> action) const;
  void footer(const std::string& text) const;

  // "--name" or, for an argument by its place, "NAME". T: std::string, a whole number, double, an optional number, or
  // a std::vector<std::string> that takes several values.
  template <class T>
  Option option(const std::string& names, T& value, const std::string& help) const;
  Option option(const std::string& names, std::function<void(const std::string&)> set, const std::string& help) const;
  Option flag(const std::string& names, bool& value, const std::string& help) const;

  void makes_optional(const std::string& option) const;
  void exclude_each_other(const std::string& option, const std::string& other) const;
  std::vector<std::string> given() const;  // names of the options that were used

 private:
  CLI::App* app_;
  int* exit_code_;
};

// One clear line on the error stream; returns the exit code for bad input.
inline constexpr int bad_input = 2;
int complain(std::string_view message);

// Reads the command line and runs the command that it names; returns the exit code.
int run_program(int argc, char** argv, const std::string& version, const std::function<void(Command)>& add_commands);

}  // namespace tengen::app
