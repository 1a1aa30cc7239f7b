#pragma once
// Reads the fields of a JSON object and remembers which ones were asked for, so that whatever else is there can be
// called a mistake. The first thing found wrong is kept; the values read after it mean nothing.

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "server/api_error.hpp"

namespace tengen {

using Json = nlohmann::ordered_json;

// The text as an object; an empty text is an empty one.
Answer<Json> parse_object(std::string_view text);

// As the text of an answer or a row: bytes that are no UTF-8 are replaced.
std::string dumped(const Json& json);

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

}  // namespace tengen
