#include "learn/tune/parameter.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/text.hpp"

namespace tengen::learn::tune {

Point start_of(std::span<const Parameter> parameters) {
  Point point;
  for (const Parameter& p : parameters) point.push_back(p.start);
  return point;
}

namespace {

bool is_named(const std::string& name, std::string_view pattern) {
  return pattern.ends_with('*') ? name.starts_with(pattern.substr(0, pattern.size() - 1)) : name == pattern;
}

Expected<Parameter> parameter_of(const Setting& s, const Values& values, std::span<const StepChange> changes) {
  Parameter p{s.name, values.real(s.name), s.low, s.high, s.step, s.step_is_share, s.kind == Setting::Kind::integer};
  for (const StepChange& change : changes)
    if (change.name == s.name) {
      p.step = change.step;
      p.share = change.share;
    }
  if (p.share && p.start == 0)
    return fail("{} starts at 0, of which no share can be taken; give it a step of its own", s.name);
  // A share never leads to nought, where it would stay for ever (and AI8 would read its preset).
  if (p.share && p.start > 0) p.low = std::max(p.low, std::min(p.start, p.high) * 1e-6);
  if (p.share && p.start < 0) p.high = std::min(p.high, std::max(p.start, p.low) * 1e-6);
  return p;
}

}  // namespace

Expected<std::vector<Parameter>> parameters_of(const roster::PlayerKind& kind, const Values& values,
                                               std::span<const std::string> names,
                                               std::span<const StepChange> changes) {
  std::vector<std::string> tunable;
  for (const Setting& s : kind.info.settings)
    if (s.tunable()) tunable.push_back(s.name);
  if (tunable.empty()) return fail("player {} has no numbers to tune", kind.info.name);
  const auto unknown = [&](std::string_view name) {
    return fail("player {} has no number {} to tune{}; it has: {}", kind.info.name, in_quotes(name),
                did_you_mean(name, tunable), joined(tunable));
  };
  for (const std::string& pattern : names)
    if (std::ranges::none_of(tunable, [&](const std::string& name) { return is_named(name, pattern); }))
      return unknown(pattern);
  for (const StepChange& change : changes)
    if (std::ranges::find(tunable, change.name) == tunable.end()) return unknown(change.name);

  std::vector<Parameter> parameters;
  for (const Setting& s : kind.info.settings) {
    const auto named = [&](const std::string& pattern) { return is_named(s.name, pattern); };
    if (!s.tunable() || (!names.empty() && std::ranges::none_of(names, named))) continue;
    auto parameter = parameter_of(s, values, changes);
    if (!parameter) return parameter.error();
    parameters.push_back(*std::move(parameter));
  }
  return parameters;
}

Values with_point(const roster::PlayerKind& kind, Values values, std::span<const Parameter> parameters,
                  const Point& point) {
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Parameter& p = parameters[i];
    const double value = p.in_range(point[i]);
    const std::string text = p.whole ? fmt::format("{}", std::llround(value)) : fmt::format("{}", value);
    const auto set = values.set(kind.info.settings, p.name, text, kind.info.name);
    assert(set && "a point stays within the ranges");
    static_cast<void>(set);
  }
  return values;
}

}  // namespace tengen::learn::tune
