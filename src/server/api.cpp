#include "server/api.hpp"

#include "core/text.hpp"

namespace tengen::server {

namespace {

// The parts in braces, or nothing where the path does not fit. A part is never empty.
std::optional<std::vector<std::string>> fit(std::string_view pattern, std::string_view path) {
  const auto wanted = split(pattern, '/');
  const auto given = split(path, '/');
  if (wanted.size() != given.size()) return std::nullopt;
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i].starts_with('{')) {
      if (given[i].empty()) return std::nullopt;
      parts.emplace_back(given[i]);
    } else if (wanted[i] != given[i]) {
      return std::nullopt;
    }
  }
  return parts;
}

}  // namespace

Answer<Match> find_route(const std::vector<Route>& routes, std::string_view method, std::string_view path) {
  std::vector<std::string> methods;
  for (const Route& route : routes) {
    auto parts = fit(route.pattern, path);
    if (!parts) continue;
    if (route.method == method) return Match{&route, std::move(*parts)};
    methods.emplace_back(route.method);
  }
  if (methods.empty()) return api::not_found(fmt::format("there is nothing at {}", in_quotes(path)));
  return api::error(405, "bad_method", fmt::format("{} takes {}, not {}", in_quotes(path), joined(methods), method));
}

Json to_json(const ApiError& error) {
  Json inner = {{"code", error.code}, {"message", error.message}};
  if (!error.field.empty()) inner["field"] = error.field;
  return {{"error", std::move(inner)}};
}

}  // namespace tengen::server
