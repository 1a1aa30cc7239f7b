#pragma once
// What the API is made of: answers and errors, the fields of JSON objects, and what can be asked for, as data: a
// method, a pattern ("/api/sessions/{id}"), and who answers.

#include <fmt/core.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <variant>
#include <vector>

#include "core/expected.hpp"
#include "server/http/server.hpp"

namespace tengen::server {

// What the API answers when it cannot do what was asked: docs/api.md lists the codes.
struct ApiError {
  int status = 500;
  std::string_view code = "internal";
  std::string message;
  std::string field{};  // the part of the request that is wrong; may be empty

  template <class T>
  operator tl::expected<T, ApiError>() const {
    return tl::unexpected(*this);
  }
};

template <class T>
using Answer = tl::expected<T, ApiError>;

namespace api {

inline ApiError error(int status, std::string_view code, std::string message, std::string field = {}) {
  return ApiError{status, code, std::move(message), std::move(field)};
}
inline ApiError bad_request(std::string message, std::string field = {}) {
  return error(400, "bad_request", std::move(message), std::move(field));
}
inline ApiError not_found(std::string message) { return error(404, "not_found", std::move(message)); }
inline ApiError conflict(std::string message) { return error(409, "conflict", std::move(message)); }
inline ApiError too_large(std::string message, std::string field = {}) {
  return error(413, "too_large", std::move(message), std::move(field));
}
// What was stored cannot be read any more, or what should be stored cannot be written.
inline constexpr std::string_view damaged_code = "damaged";
inline ApiError damaged(std::string message) { return error(500, damaged_code, std::move(message)); }
inline ApiError not_kept(std::string message) { return error(507, "not_kept", std::move(message)); }
inline ApiError busy(std::string message) { return error(503, "busy", std::move(message)); }

}  // namespace api

using Json = nlohmann::ordered_json;

Json to_json(const ApiError& error);

// The text as an object; an empty text is an empty one.
Answer<Json> parse_object(std::string_view text);

// As the text of an answer or a row: bytes that are no UTF-8 are replaced.
std::string dumped(const Json& json);

// One object's text with the fields of another one behind its own.
std::string with_fields(std::string object, const Json& more);

// Reads the fields of a JSON object and remembers which ones were asked for, so that whatever else is there can be
// called a mistake. The first thing found wrong is kept; the values read after it mean nothing.
class Fields {
 public:
  // `where` stands before the names of fields in errors: "seats[0]."
  explicit Fields(const Json& object, std::string where = {});

  bool has(std::string_view name);  // there and not null
  std::string text(std::string_view name, std::string standard = {}, std::size_t longest = 10'000);
  std::string needed_text(std::string_view name);
  bool flag(std::string_view name, bool standard);
  std::int64_t integer(std::string_view name, std::int64_t standard, std::int64_t low, std::int64_t high);
  std::int64_t needed_integer(std::string_view name, std::int64_t low, std::int64_t high);
  std::optional<std::int64_t> optional_integer(std::string_view name, std::int64_t low, std::int64_t high);
  const Json* object(std::string_view name);  // null where absent
  const Json* list(std::string_view name, std::size_t longest);
  // Either a list of texts or one text; nothing where absent.
  const Json* any(std::string_view name);

  void complain(std::string message, std::string_view name, int status = 400, std::string_view code = "bad_request");
  const std::optional<ApiError>& error() const { return error_; }
  // Also complains about fields that nobody asked for.
  std::optional<ApiError> finish();

  const std::string& where() const { return where_; }

 private:
  const Json* get(std::string_view name);

  const Json& object_;
  std::string where_;
  std::set<std::string, std::less<>> asked_;
  std::optional<ApiError> error_;
};

struct ApiRequest {
  const HttpRequest& http;
  std::vector<std::string> parts;  // what stood in the pattern's braces
  Json body;                       // an object; empty for GET and DELETE
};

struct ApiReply {
  Json json;
  int status = 200;
  std::string written{};  // the JSON where it is text already
};
using StreamReply = std::shared_ptr<EventStream>;
using ApiAnswer = Answer<std::variant<ApiReply, StreamReply>>;

struct Route {
  std::string_view method;
  std::string_view pattern;
  std::function<ApiAnswer(const ApiRequest&)> answer;
};

struct Match {
  const Route* route = nullptr;
  std::vector<std::string> parts;
};
// 404 where no pattern fits, 405 where one fits but for another method.
Answer<Match> find_route(const std::vector<Route>& routes, std::string_view method, std::string_view path);

}  // namespace tengen::server
