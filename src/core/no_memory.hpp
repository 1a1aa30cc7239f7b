#pragma once
// The one failure that is thrown: a table that does not fit. It says whose it is and how large.

#include <cstddef>
#include <new>
#include <string>

namespace tengen {

class NoMemory final : public std::bad_alloc {
 public:
  NoMemory(const std::string& who, std::size_t bytes)
      : text_(who + " wants " + std::to_string(bytes >> 20) +
              " MB for its table, which are not there; set it to less") {}
  const char* what() const noexcept override { return text_.c_str(); }

 private:
  std::string text_;
};

}  // namespace tengen
