#include "core/duration.hpp"

#include <array>
#include <cmath>

#include "core/text.hpp"

namespace tengen {

Expected<std::chrono::nanoseconds> parse_duration(std::string_view text) {
  struct Unit {
    std::string_view name;
    double seconds;
  };
  constexpr std::array<Unit, 5> units = {{{"ms", 1e-3}, {"us", 1e-6}, {"s", 1}, {"m", 60}, {"h", 3600}}};
  const std::string_view whole = trim(text);
  for (const Unit& unit : units) {
    if (!whole.ends_with(unit.name)) continue;
    const auto number = to_number<double>(whole.substr(0, whole.size() - unit.name.size()));
    if (!number) break;
    const double seconds = *number * unit.seconds;
    if (!(seconds > 0) || seconds > 7 * 86400)
      return fail("a time must be above zero and at most a week, not {}", in_quotes(text));
    return std::chrono::nanoseconds(std::llround(seconds * 1e9));
  }
  return fail("a time is a number with a unit, such as 250ms, 1.5s or 2m, not {}", in_quotes(text));
}

std::string typed(std::chrono::nanoseconds time) {
  const auto ns = static_cast<double>(time.count());
  if (ns >= 3600e9 && std::fmod(ns, 3600e9) == 0) return fmt::format("{}h", ns / 3600e9);
  if (ns >= 60e9 && std::fmod(ns, 60e9) == 0) return fmt::format("{}m", ns / 60e9);
  if (ns >= 1e9) return fmt::format("{}s", ns / 1e9);
  return ns >= 1e6 ? fmt::format("{}ms", ns / 1e6) : fmt::format("{}us", ns / 1e3);
}

std::string readable(std::chrono::seconds time) {
  const auto s = time.count();
  if (s >= 3600) return fmt::format("{}h {:02}m", s / 3600, s / 60 % 60);
  if (s >= 60) return fmt::format("{}m {:02}s", s / 60, s % 60);
  return fmt::format("{}s", s);
}

}  // namespace tengen
