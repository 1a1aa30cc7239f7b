// A game record as one line of JSON.

#include "records/record.hpp"

#include "fuzz/check.hpp"

using namespace tengen;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto record = records::record_from_json(fuzz::as_text(data, size));
  if (!record) {
    fuzz::check_error(record.error());
    return 0;
  }
  const std::string text = records::to_json(*record);
  fuzz::check(text.find('\n') == std::string::npos, "a record is one line");
  const auto again = records::record_from_json(text);
  fuzz::check(again.has_value() && *again == *record, "what was read can be written and read again");
  return 0;
}
