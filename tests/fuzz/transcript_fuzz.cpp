// Games as bare moves.

#include "fuzz/formats.hpp"
#include "records/transcript.hpp"

using namespace tengen;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto records = records_from_transcript(fuzz::as_text(data, size), builtins());
  if (!records) fuzz::check_error(records.error());
  for (const Record& record : records.value_or(std::vector<Record>{}))
    fuzz::check(Replay(builtins()).check(record).has_value(), "what was read is legal");
  return 0;
}
