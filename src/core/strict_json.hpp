#pragma once
// Values out of JSON that may be damaged: what has the wrong form throws, as where the library reads it.

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace tengen {

// The library would turn true, 1.9, -1 and 1e300 into some whole number too.
template <class Number>
Number whole_number(const auto& json) {
  if (json.is_number_unsigned()) {
    if (const auto n = json.template get<std::uint64_t>(); std::in_range<Number>(n)) return static_cast<Number>(n);
  } else if (json.is_number_integer()) {
    if (const auto n = json.template get<std::int64_t>(); std::in_range<Number>(n)) return static_cast<Number>(n);
  }
  throw std::out_of_range("no whole number, or too large");
}

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

template <class T>
void read_strictly(const auto& json, T& into) {
  if constexpr (is_optional<T>)
    read_strictly(json, into.emplace());
  else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>)
    into = whole_number<T>(json);
  else
    json.get_to(into);
}

}  // namespace tengen
