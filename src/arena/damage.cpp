#include "arena/damage.hpp"

#include <algorithm>

#include "core/text.hpp"

namespace tengen {

Error damaged(const std::string& what) {
  return {
      fmt::format("the database is damaged: {}; `tengen tournament repair FILE` keeps what is sound, and resume plays "
                  "the rest anew",
                  what)};
}

Error Damage::error() const {
  constexpr std::size_t most = 5;
  const std::size_t shown = std::min(most, found_.size());
  std::string list = joined({found_.data(), shown}, "; ");
  if (found_.size() > shown) list += fmt::format("; and {} more", found_.size() - shown);
  return damaged(list);
}

}  // namespace tengen
