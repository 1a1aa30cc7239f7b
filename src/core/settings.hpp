#pragma once
// What can be set on a game or a player, declared once: the spec parser, --help and every form read this declaration.

#include <chrono>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/expected.hpp"

namespace tengen {

struct Setting {
  enum class Kind { integer, real, choice, flag, text, file };

  std::string name;
  Kind kind = Kind::text;
  std::string standard;  // the default, as one would type it
  std::string help;
  double low = 0;  // for numbers: the range, both ends included
  double high = 0;
  std::vector<std::string> choices;  // for choices; a flag is on or off
  // For numbers that decide how well a player plays: how far to move at once when better ones are looked for
  // (`tengen tune`). 0 for every other setting.
  double step = 0;
  bool step_is_share = false;  // of the value, 0.1 leads from 30 to 33; otherwise in the value's own units
  // For a part of a player that it could do without: the value that turns it off (`tengen ablate`). Empty for others.
  std::string off = {};

  static Setting integer(std::string name, long standard, long low, long high, std::string help);
  static Setting real(std::string name, double standard, double low, double high, std::string help);
  static Setting choice(std::string name, std::vector<std::string> choices, std::string help);  // first = default
  static Setting flag(std::string name, bool standard, std::string help);
  static Setting text(std::string name, std::string standard, std::string help);
  // A path, empty by default: what the file holds decides as much as the setting does, and not everybody may name one.
  static Setting file(std::string name, std::string help);

  // The same setting, to be tuned in steps of its own units, or of such a share of its value.
  Setting tuned_by(double units) const;
  Setting tuned_by_share(double share) const;
  bool tunable() const { return step > 0; }

  // The same setting, of a part that this value turns off.
  Setting off_at(std::string value) const;

  // What may be typed: "5 to 22", "on|off", "freestyle|standard|renju".
  std::string range() const;
  // Nothing, or what is wrong with the value.
  std::optional<Error> check(std::string_view value) const;
};

// Checked values of a list of settings: defaults where nothing was said.
class Values {
 public:
  Values() = default;
  explicit Values(std::span<const Setting> settings);

  // Precondition of all of these: the setting was declared with that kind.
  int integer(std::string_view name) const;
  double real(std::string_view name) const;
  std::chrono::nanoseconds seconds(std::string_view name) const;  // of a real
  bool flag(std::string_view name) const;
  const std::string& text(std::string_view name) const;

  bool operator==(const Values&) const = default;
  const std::map<std::string, std::string, std::less<>>& all() const { return values_; }

  // Sets one value; `where` names the owner in the error ("player uct").
  Expected<void> set(std::span<const Setting> settings, std::string_view name, std::string_view value,
                     std::string_view where);

 private:
  std::map<std::string, std::string, std::less<>> values_;
};

// Reads key=value,key=value. A value may stand in double quotes, and then hold commas and outer spaces; inside, \" is a
// quote and \\ a backslash: command="./engine --a,b".
Expected<Values> parse_values(std::span<const Setting> settings, std::string_view text, std::string_view where);
// The same over values that stay where the text says nothing.
Expected<Values> parse_values(std::span<const Setting> settings, std::string_view text, std::string_view where,
                              Values values);
// The value as parse_values reads it back: in quotes where it needs them.
std::string quoted_value(std::string_view value);

}  // namespace tengen
