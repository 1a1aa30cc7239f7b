#pragma once
// Errors as values: what was wrong and where, in one line for a person.

#include <fmt/core.h>

#include <string>
#include <tl/expected.hpp>

namespace tengen {

// Wherever an Expected is returned an error can be, so that handing one on is `if (!game) return game.error();`.
struct Error {
  std::string message;

  template <class T>
  operator tl::expected<T, Error>() const {
    return tl::unexpected(*this);
  }
};

template <class T>
using Expected = tl::expected<T, Error>;

template <class... Args>
Error fail(fmt::format_string<Args...> format, Args&&... args) {
  return Error{fmt::format(format, std::forward<Args>(args)...)};
}

}  // namespace tengen
