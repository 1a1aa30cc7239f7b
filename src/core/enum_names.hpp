#pragma once
// Enumerators that count from nought, by the names in a list.

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace tengen {

template <class Enum, std::size_t N>
std::optional<Enum> enum_from(const std::array<std::string_view, N>& names, std::string_view name) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Enum>(found - names.begin());
}

}  // namespace tengen
