#include "records/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "core/text.hpp"
#include "records/builder.hpp"
#include "records/notes.hpp"

namespace tengen::records {

namespace {

constexpr std::array<std::string_view, 19> columns = {
    "game",   "start", "first", "second",   "outcome", "termination", "plies",  "opening", "moves", "event",
    "number", "pair",  "seed",  "finished", "micros",  "scores",      "depths", "nodes",   "detail"};

std::string in_csv_quotes(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"') result += '"';
    result += c;
  }
  return result + "\"";
}

template <class Number>
std::string number_text(const std::optional<Number>& number) {
  return number ? fmt::format("{}", *number) : "";
}

using Row = std::map<std::string_view, std::string, std::less<>>;

template <class Number>
Expected<void> read_number(const Row& row, std::string_view name, std::optional<Number>& into) {
  const auto found = row.find(name);
  if (found == row.end() || found->second.empty()) return {};
  into = to_number<Number>(found->second);
  if (!into) return fail("{} is {}, not a whole number", name, in_quotes(found->second));
  return {};
}

std::string text_of(const Row& row, std::string_view name) {
  const auto found = row.find(name);
  return found == row.end() ? "" : found->second;
}

constexpr std::array<std::pair<std::string_view, NoteField>, 4> note_columns = {{{"micros", NoteField::micros},
                                                                                 {"scores", NoteField::score},
                                                                                 {"depths", NoteField::depth},
                                                                                 {"nodes", NoteField::nodes}}};

// The four lists, all as long as `micros`, or absent.
Expected<std::vector<MoveNote>> read_notes(const Row& row) {
  std::vector<MoveNote> notes(words(text_of(row, "micros")).size());
  for (const auto& [column, field] : note_columns)
    if (const std::string list = text_of(row, column); !words(list).empty() && !read_list(list, field, notes))
      return fail("{} is {}, not a number for each move", column, in_quotes(list));
  return notes;
}

Expected<Record> record_of(const Row& row, const roster::Registry& registry) {
  RecordBuilder builder;
  if (const auto begun = builder.begin(text_of(row, "game"), text_of(row, "start"), registry); !begun)
    return begun.error();
  const std::string moves = text_of(row, "moves");
  for (const std::string_view move : words(moves))
    if (const auto played = builder.play(move); !played)
      return fail("move {}: {}", builder.game().moves().size() + 1, played.error().message);
  Record& record = builder.record;
  const std::string outcome = text_of(row, "outcome");
  if (const auto known = outcome_from(outcome))
    record.outcome = *known;
  else if (!outcome.empty())
    return fail("outcome is {}, not ongoing, first, second or draw", in_quotes(outcome));
  record.players = {text_of(row, "first"), text_of(row, "second")};
  if (const auto set = set_termination(record, text_of(row, "termination")); !set) return set.error();
  record.detail = text_of(row, "detail");
  record.event = text_of(row, "event");
  std::optional<int> opening;
  const Expected<void> numbers = read_number(row, "opening", opening)
                                     .and_then([&] { return read_number(row, "number", record.number); })
                                     .and_then([&] { return read_number(row, "pair", record.pair); })
                                     .and_then([&] { return read_number(row, "seed", record.seed); });
  if (!numbers) return numbers.error();
  record.opening = opening.value_or(0);
  const auto plies = std::ssize(builder.game().moves());
  if (record.opening < 0 || record.opening > plies) return fail("opening is {}, with {} moves", record.opening, plies);
  if (const std::string time = text_of(row, "finished"); !time.empty()) {
    record.finished = time_from(time);
    if (!record.finished) return fail("finished is {}, not 2026-01-31T23:59:59.999Z", in_quotes(time));
  }
  auto notes = read_notes(row);
  if (!notes) return notes.error();
  auto finished = builder.finish();
  if (!finished) return finished;
  finished->notes = std::move(*notes);
  if (const auto checked = check_fields(*finished); !checked) return checked.error();
  return finished;
}

// One line of fields; a quoted field may go on over line breaks.
Expected<std::vector<std::string>> read_fields(Scanner& in) {
  std::vector<std::string> fields;
  for (;;) {
    std::string field;
    if (in.peek() == '"') {
      do {
        in.next();
        field += in.until("\"");
        if (in.at_end()) return fail("a quoted field has no end");
        in.next();
        if (in.peek() == '"') field += '"';
      } while (in.peek() == '"');
    }
    field += in.until(",\r\n");
    fields.push_back(std::move(field));
    if (in.peek() != ',') break;
    in.next();
  }
  if (in.peek() == '\r') in.next();
  in.next();
  return fields;
}

}  // namespace

std::string csv_heading() {
  std::string text;
  for (const std::string_view column : columns) text += fmt::format("{}{}", text.empty() ? "" : ",", column);
  return text + "\n";
}

std::string to_csv(const Record& record) {
  const auto& notes = record.notes;
  const std::array<std::string, columns.size()> fields = {record.game,
                                                          record.start,
                                                          record.players[0],
                                                          record.players[1],
                                                          std::string(name_of(record.outcome)),
                                                          termination_text(record),
                                                          std::to_string(record.moves.size()),
                                                          std::to_string(record.opening),
                                                          joined(record.moves, " "),
                                                          record.event,
                                                          number_text(record.number),
                                                          number_text(record.pair),
                                                          number_text(record.seed),
                                                          record.finished ? time_text(*record.finished) : "",
                                                          list_of(notes, NoteField::micros),
                                                          list_of(notes, NoteField::score),
                                                          list_of(notes, NoteField::depth),
                                                          list_of(notes, NoteField::nodes),
                                                          record.detail};
  std::string line;
  for (std::size_t i = 0; i < fields.size(); ++i) line += (i == 0 ? "" : ",") + in_csv_quotes(fields[i]);
  return line + "\n";
}

Expected<std::vector<Record>> records_from_csv(std::string_view text, const roster::Registry& registry) {
  Scanner in(text);
  const auto heading = read_fields(in);
  if (!heading) return fail("line 1: {}", heading.error().message);
  for (const std::string_view needed : {"game", "moves"})
    if (std::ranges::find(*heading, needed) == heading->end())
      return fail("line 1: the heading has no column '{}'", needed);
  std::vector<Record> records;
  while (!in.at_end()) {
    const int line = in.line();
    auto fields = read_fields(in);
    if (!fields) return fail("line {}: {}", line, fields.error().message);
    if (fields->size() == 1 && fields->front().empty()) continue;
    if (fields->size() != heading->size())
      return fail("line {}: {} fields, but the heading has {}", line, fields->size(), heading->size());
    Row row;
    for (std::size_t i = 0; i < fields->size(); ++i) row[(*heading)[i]] = std::move((*fields)[i]);
    auto record = record_of(row, registry);
    if (!record) return fail("line {}: {}", line, record.error().message);
    records.push_back(std::move(*record));
  }
  return records;
}

}  // namespace tengen::records
