#pragma once
// What holds for every file format of games: bad input gets an error that names the line, and what was read is legal and
// can be written and read again.

#include <string>

#include "app/builtins.hpp"
#include "fuzz/check.hpp"
#include "records/formats.hpp"
#include "records/replay.hpp"

namespace tengen::fuzz {

inline void check_format(std::string_view name, std::string_view text) {
  const records::RecordFormat& format = **records::find_format(name);
  const auto records = format.read(text, app::builtins());
  if (!records) {
    check_error(records.error());
    check(records.error().message.starts_with("line "), "an error names its line");
    return;
  }
  std::string again = format.heading();
  for (const records::Record& record : *records) {
    check(records::Replay(app::builtins()).check(record).has_value(), "what was read is legal");
    const auto written = format.write(record, app::builtins());
    check(written.has_value(), "what was read can be written");
    again += *written;
  }
  if (records->empty()) return;
  const auto back = format.read(again, app::builtins());
  check(back.has_value() && *back == *records, "what was written reads the same");
}

}  // namespace tengen::fuzz
