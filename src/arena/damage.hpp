#pragma once
// What is wrong with the rows of a store.

#include <string>
#include <utility>
#include <vector>

#include "core/expected.hpp"

namespace tengen {

class Damage {
 public:
  void add(std::string what) { found_.push_back(std::move(what)); }
  bool any() const { return !found_.empty(); }
  // The first few and how many more, in one line; and what to do.
  Error error() const;

 private:
  std::vector<std::string> found_;
};

// The same for what SQLite itself found.
Error damaged(const std::string& what);

}  // namespace tengen
