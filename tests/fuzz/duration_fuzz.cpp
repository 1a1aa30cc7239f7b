// Times as people type them: 250ms, 1.5s, 2m.

#include "core/duration.hpp"

#include "fuzz/check.hpp"

using namespace tengen;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto time = parse_duration(fuzz::as_text(data, size));
  if (!time) {
    fuzz::check_error(time.error());
    return 0;
  }
  fuzz::check(time->count() >= 0 && *time <= std::chrono::hours(7 * 24), "a time is neither negative nor over a week");
  return 0;
}
