#include "server/api.hpp"

#include "core/text.hpp"

namespace tengen::server {

namespace {

// Deeper nesting than any request has; the parser would follow it to the end of the stack.
bool too_deep(std::string_view text) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
      continue;
    }
    if (c == '"') in_string = true;
    if (c == '[' || c == '{') ++depth;
    if (c == ']' || c == '}') --depth;
    if (depth > 32) return true;
  }
  return false;
}

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

Json to_json(const ApiError& error) {
  Json inner = {{"code", error.code}, {"message", error.message}};
  if (!error.field.empty()) inner["field"] = error.field;
  return {{"error", std::move(inner)}};
}

Answer<Json> parse_object(std::string_view text) {
  if (trim(text).empty()) return Json::object();
  if (too_deep(text)) return api::error(400, "bad_json", "the JSON is nested too deeply");
  Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return api::error(400, "bad_json", "the body is not JSON");
  if (!json.is_object()) return api::error(400, "bad_json", "the body is not a JSON object");
  return json;
}

std::string dumped(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Fields::Fields(const Json& object, std::string where) : object_(object), where_(std::move(where)) {
  if (!object.is_object()) {
    std::string name = where_;
    if (!name.empty()) name.pop_back();  // its dot
    error_ = ApiError{400, "bad_request", fmt::format("{} must be an object", name), name};
  }
}

std::string with_fields(std::string object, const Json& more) {
  if (more.empty()) return object;
  object.back() = ',';
  return object += std::string_view(dumped(more)).substr(1);
}

const Json* Fields::get(std::string_view name) {
  asked_.emplace(name);
  if (!object_.is_object()) return nullptr;
  const auto found = object_.find(std::string(name));
  return found == object_.end() || found->is_null() ? nullptr : &*found;
}

bool Fields::has(std::string_view name) { return get(name) != nullptr; }

const Json* Fields::any(std::string_view name) { return get(name); }

std::string Fields::text(std::string_view name, std::string standard, std::size_t longest) {
  const Json* value = get(name);
  if (!value) return standard;
  if (!value->is_string()) {
    complain("must be a text", name);
    return standard;
  }
  const auto& text = value->get_ref<const std::string&>();
  if (text.size() > longest) complain(fmt::format("has more than {} bytes", longest), name, 413, "too_large");
  return text;
}

std::string Fields::needed_text(std::string_view name) {
  if (!has(name)) complain("is missing", name);
  return text(name);
}

bool Fields::flag(std::string_view name, bool standard) {
  const Json* value = get(name);
  if (!value) return standard;
  if (!value->is_boolean()) {
    complain("must be true or false", name);
    return standard;
  }
  return value->get<bool>();
}

std::optional<std::int64_t> Fields::optional_integer(std::string_view name, std::int64_t low, std::int64_t high) {
  const Json* value = get(name);
  if (!value) return std::nullopt;
  const bool fits =
      value->is_number_integer() &&
      (!value->is_number_unsigned() || value->get<std::uint64_t>() <= static_cast<std::uint64_t>(INT64_MAX));
  if (!fits || value->get<std::int64_t>() < low || value->get<std::int64_t>() > high) {
    complain(fmt::format("must be a whole number from {} to {}", low, high), name);
    return std::nullopt;
  }
  return value->get<std::int64_t>();
}

std::int64_t Fields::integer(std::string_view name, std::int64_t standard, std::int64_t low, std::int64_t high) {
  return optional_integer(name, low, high).value_or(standard);
}

std::int64_t Fields::needed_integer(std::string_view name, std::int64_t low, std::int64_t high) {
  if (!has(name)) complain("is missing", name);
  return integer(name, low, low, high);
}

const Json* Fields::object(std::string_view name) {
  const Json* value = get(name);
  if (value && !value->is_object()) {
    complain("must be an object", name);
    return nullptr;
  }
  return value;
}

const Json* Fields::list(std::string_view name, std::size_t longest) {
  const Json* value = get(name);
  if (!value) return nullptr;
  if (!value->is_array()) {
    complain("must be a list", name);
    return nullptr;
  }
  if (value->size() > longest) {
    complain(fmt::format("has more than {} entries", longest), name, 413, "too_large");
    return nullptr;
  }
  return value;
}

void Fields::complain(std::string message, std::string_view name, int status, std::string_view code) {
  if (error_) return;
  const std::string field = where_ + std::string(name);
  error_ = ApiError{status, code, fmt::format("{} {}", field, message), field};
}

std::optional<ApiError> Fields::finish() {
  if (error_) return error_;
  for (const auto& [name, value] : object_.items())
    if (!asked_.contains(name)) {
      const std::vector<std::string> known(asked_.begin(), asked_.end());
      complain(fmt::format("is not known here{}", did_you_mean(name, known)), name);
      return error_;
    }
  return std::nullopt;
}

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

}  // namespace tengen::server
