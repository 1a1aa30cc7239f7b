#pragma once
// For what writes markup piece by piece.

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <utility>

namespace tengen::document {

class Markup {
 protected:
  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
  }

  std::string out_;
};

}  // namespace tengen::document
