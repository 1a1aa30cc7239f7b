// Games as bare moves.

#include "fuzz/formats.hpp"
#include "records/transcript.hpp"

using namespace tengen;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto records = records::records_from_transcript(fuzz::as_text(data, size), app::builtins());
  if (!records) fuzz::check_error(records.error());
  for (const records::Record& record : records.value_or(std::vector<records::Record>{}))
    fuzz::check(records::Replay(app::builtins()).check(record).has_value(), "what was read is legal");
  return 0;
}
