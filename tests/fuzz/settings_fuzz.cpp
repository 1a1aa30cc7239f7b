// The text of settings, "key=value,key=value", with one setting of each kind.

#include "core/settings.hpp"

#include <cmath>

#include "fuzz/check.hpp"

using namespace tengen;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::vector<Setting> settings = {
      Setting::integer("depth", 4, -5, 1'000'000'000, "plies"), Setting::real("c", 0.7, 0, 100, "exploration"),
      Setting::choice("rule", {"freestyle", "standard", "renju"}, "which rule"),
      Setting::flag("table", true, "keep a table"), Setting::text("book", "none", "a file")};
  const auto values = parse_values(settings, fuzz::as_text(data, size), "player p");
  if (!values) {
    fuzz::check_error(values.error());
    return 0;
  }
  fuzz::check(values->integer("depth") >= -5 && values->integer("depth") <= 1'000'000'000, "integers stay in range");
  fuzz::check(values->real("c") >= 0 && values->real("c") <= 100, "numbers stay in range");
  fuzz::check(!settings[2].check(values->text("rule")), "choices are among the choices");
  std::string again;
  for (const auto& [name, value] : values->all())
    again += (again.empty() ? "" : ",") + name + "=" + quoted_value(value);
  const auto second = parse_values(settings, again, "player p");
  fuzz::check(second.has_value() && *second == *values, "what was read can be written and read again");
  return 0;
}
