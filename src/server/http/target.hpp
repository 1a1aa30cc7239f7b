#pragma once
// The address in a request line: a path and a query, without their escapes.

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace tengen {

struct HttpTarget {
  std::string path;
  std::map<std::string, std::string> query;  // the first value of each name
};

// Nothing for an address that does not begin with "/", or with an escape that is none.
std::optional<HttpTarget> parse_target(std::string_view text);

}  // namespace tengen
