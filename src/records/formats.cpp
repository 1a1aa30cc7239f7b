#include "records/formats.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "records/csv.hpp"
#include "records/pgn.hpp"
#include "records/psq.hpp"
#include "records/replay.hpp"
#include "records/sgf.hpp"
#include "records/transcript.hpp"

namespace tengen::records {

namespace {

Expected<std::vector<Record>> records_from_jsonl(std::string_view text, const roster::Registry& registry) {
  std::vector<Record> records;
  Replay replay(registry);
  int number = 0;
  for (const std::string_view line : split(text, '\n')) {
    ++number;
    if (trim(line).empty()) continue;
    auto record = record_from_json(line);
    if (!record) return fail("line {}: {}", number, record.error().message);
    if (const auto checked = replay.check(*record); !checked)
      return fail("line {}: {}", number, checked.error().message);
    records.push_back(std::move(*record));
  }
  return records;
}

std::string nothing() { return ""; }

constexpr RecordFormat formats[] = {
    {"jsonl", "one JSON object a line; keeps everything", nothing,
     [](const Record& record, const roster::Registry&) -> Expected<std::string> { return to_json(record) + "\n"; },
     records_from_jsonl},
    {"pgn", "tags and numbered moves, as chess has them; for rating programs", nothing,
     [](const Record& record, const roster::Registry&) -> Expected<std::string> { return to_pgn(record); },
     records_from_pgn},
    {"sgf", "Smart Game Format, for game viewers", nothing, to_sgf, records_from_sgf},
    {"psq", "Piskvork's format of Gomoku games, as Gomocup has them", nothing, to_psq, records_from_psq},
    {"csv", "one line a game, for spreadsheets and R", csv_heading,
     [](const Record& record, const roster::Registry&) -> Expected<std::string> { return to_csv(record); },
     records_from_csv},
    {"txt", "transcripts: nothing but the moves, one game a line", nothing, to_transcript, records_from_transcript},
};

}  // namespace

std::span<const RecordFormat> record_formats() { return formats; }

Expected<const RecordFormat*> find_format(std::string_view name) {
  const auto found = std::ranges::find(formats, name, &RecordFormat::name);
  if (found != std::end(formats)) return &*found;
  std::vector<std::string> names;
  for (const RecordFormat& format : formats) names.emplace_back(format.name);
  return fail("there is no format {}{}; there are: {}", in_quotes(name), did_you_mean(name, names), joined(names));
}

Expected<const RecordFormat*> guess_format(std::string_view path, std::string_view text) {
  const std::string_view begin = trim(text.substr(0, 4096));
  if (begin.starts_with('{')) return find_format("jsonl");
  if (begin.starts_with('[')) return find_format("pgn");
  if (begin.starts_with('(')) return find_format("sgf");
  if (begin.starts_with("Piskvorky")) return find_format("psq");
  const std::string_view first_line = begin.substr(0, begin.find('\n'));
  if (first_line.find("game,") != std::string_view::npos || first_line.find(",game") != std::string_view::npos)
    return find_format("csv");
  const std::size_t dot = path.rfind('.');
  if (dot != std::string_view::npos)
    if (const auto format = find_format(lower(path.substr(dot + 1)))) return format;
  return fail("cannot tell what format this is; say it with --format");
}

}  // namespace tengen::records
