#pragma once
// What a manager tells with INFO about time and effort, and the limits that follow from it.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/limits.hpp"

namespace tengen::protocol::gomocup {

class ToldLimits {
 public:
  // False when the key is about something else.
  bool set(std::string_view key, std::int64_t value);
  // What the next move may take; no limits where none was told.
  Limits limits() const;
  // Our move took so long; counts until the manager says again what is left of the match.
  void spend(std::chrono::nanoseconds time);
  void begin_match() { spent_ = 0; }
  // A move came so much later than limits() said. Where others want the processor too this happens again and again, so as
  // much is kept back from now on, and slowly less.
  void was_late(std::chrono::nanoseconds lateness);

 private:
  std::optional<std::int64_t> turn_, match_, left_;  // milliseconds, like the next two
  std::int64_t increment_ = 0;
  std::int64_t spent_ = 0;
  std::chrono::nanoseconds kept_back_{};
  std::optional<std::int64_t> depth_, nodes_;
};

// The program, its networks and their tables.
inline constexpr std::int64_t smallest_memory = std::int64_t{40} << 20;

// How much of a manager's limit in bytes the player may take for its table. At least 1, since we play on where the
// limit cannot be kept.
std::int64_t megabytes_for_table(std::int64_t bytes);

}  // namespace tengen::protocol::gomocup
