#pragma once
// Errors as values: what was wrong and where, in one line for a person.

#include <fmt/core.h>

#include <string>
#include <tl/expected.hpp>

namespace tengen {

struct Error {
  std::string message;
};

template <class T>
using Expected = tl::expected<T, Error>;

template <class... Args>
tl::unexpected<Error> fail(fmt::format_string<Args...> format, Args&&... args) {
  return tl::unexpected(Error{fmt::format(format, std::forward<Args>(args)...)});
}

}  // namespace tengen
