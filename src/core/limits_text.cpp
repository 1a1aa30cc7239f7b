#include "core/limits_text.hpp"

#include <array>

#include "core/duration.hpp"
#include "core/text.hpp"

namespace tengen {

namespace {

Expected<GameClock> clock_from(std::string_view text) {
  const std::size_t plus = text.find('+');
  const auto left = parse_duration(text.substr(0, plus));
  if (!left) return fail("clock: {}", left.error().message);
  GameClock clock{*left, {}};
  if (plus != std::string_view::npos) {
    const auto increment = parse_duration(text.substr(plus + 1));
    if (!increment) return fail("clock's increment: {}", increment.error().message);
    clock.increment = *increment;
  }
  return clock;
}

}  // namespace

std::string to_text(const Limits& limits) {
  std::vector<std::string> parts;
  if (limits.time) parts.push_back("time=" + typed(*limits.time));
  if (limits.clock) {
    const bool grows = limits.clock->increment.count() > 0;
    parts.push_back("clock=" + typed(limits.clock->left) + (grows ? "+" + typed(limits.clock->increment) : ""));
  }
  if (limits.nodes) parts.push_back(fmt::format("nodes={}", *limits.nodes));
  if (limits.depth) parts.push_back(fmt::format("depth={}", *limits.depth));
  return parts.empty() ? "none" : joined(parts, " ");
}

Expected<void> set_limit(Limits& limits, std::string_view key, std::string_view value) {
  static const std::array<std::string, 4> keys = {"time", "clock", "nodes", "depth"};
  if (key == "time") {
    const auto time = parse_duration(value);
    if (!time) return fail("time: {}", time.error().message);
    limits.time = *time;
  } else if (key == "clock") {
    const auto clock = clock_from(value);
    if (!clock) return clock.error();
    limits.clock = *clock;
  } else if (key == "nodes") {
    const auto nodes = to_number<std::uint64_t>(value);
    if (!nodes || *nodes == 0 || *nodes > 1'000'000'000'000'000)
      return fail("nodes must be a whole number from 1 to 10^15, not {}", in_quotes(value));
    limits.nodes = *nodes;
  } else if (key == "depth") {
    const auto depth = to_number<int>(value);
    if (!depth || *depth < 1 || *depth > 64) return fail("depth must be 1 to 64, not {}", in_quotes(value));
    limits.depth = *depth;
  } else {
    return fail("there is no limit {}{}; there are: {}", in_quotes(key), did_you_mean(key, keys), joined(keys));
  }
  return {};
}

Expected<Limits> limits_from(std::string_view text) {
  Limits limits;
  if (trim(text) == "none") return limits;
  for (const std::string_view part : words(text)) {
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos)
      return fail("limits are written like time=200ms nodes=5000, or none, not {}", in_quotes(text));
    if (const auto set = set_limit(limits, part.substr(0, equals), part.substr(equals + 1)); !set) return set.error();
  }
  if (limits.none()) return fail("limits are written like time=200ms nodes=5000, or none, not {}", in_quotes(text));
  return limits;
}

}  // namespace tengen
