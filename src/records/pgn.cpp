#include "records/pgn.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "core/text.hpp"
#include "records/builder.hpp"
#include "records/notes.hpp"

namespace tengen::records {

namespace {

constexpr std::array<std::string_view, 4> results = {"*", "1-0", "0-1", "1/2-1/2"};

std::string_view result_of(Outcome outcome) { return results[static_cast<std::size_t>(outcome)]; }

std::string tag(std::string_view name, std::string_view value) {
  std::string text = fmt::format("[{} \"", name);
  for (const char c : value) {
    if (c == '"' || c == '\\') text += '\\';
    text += c == '\n' || c == '\r' ? ' ' : c;
  }
  return text + "\"]\n";
}

// Words into lines of at most 80 characters, as the standard wants them.
class Lines {
 public:
  void add(std::string_view word) {
    if (column_ > 0 && column_ + 1 + word.size() > 80) {
      text_ += '\n';
      column_ = 0;
    } else if (column_ > 0) {
      text_ += ' ';
      ++column_;
    }
    text_ += word;
    column_ += word.size();
  }
  std::string text() const { return text_ + "\n\n"; }

 private:
  std::string text_;
  std::size_t column_ = 0;
};

class PgnReader {
 public:
  PgnReader(std::string_view text, const roster::Registry& registry) : in_(text), registry_(registry) {}

  Expected<std::vector<Record>> read() {
    for (in_.skip_space(); !in_.at_end(); in_.skip_space())
      if (const auto taken = in_.peek() == '[' ? take_tag() : take_text(); !taken)
        return fail("line {}: {}", in_.line(), taken.error().message);
    if (const auto ended = end_game(); !ended) return fail("line {}: {}", in_.line(), ended.error().message);
    return std::move(records_);
  }

 private:
  Expected<void> take_tag() {
    if (builder_.begun())
      if (const auto ended = end_game(); !ended) return ended;
    in_.next();
    in_.skip_space();
    const std::string name(trim(in_.until(" \t\"]\n")));
    in_.skip_space();
    if (name.empty() || in_.next() != '"') return fail("a tag is written [Name \"value\"]");
    std::string value;
    while (in_.peek() != '"') {
      char c = in_.next();
      if (c == '\\') c = in_.next();
      if (c == '\0' || c == '\n' || c == '\r') return fail("the value of tag {} has no end", in_quotes(name));
      value += c;
    }
    in_.next();
    in_.skip_space();
    if (in_.next() != ']') return fail("tag {} does not end with ]", in_quotes(name));
    if (!tags_.emplace(name, value).second) return fail("tag {} stands there twice", in_quotes(name));
    return {};
  }

  Expected<void> take_text() {
    if (const auto begun = begin_game(); !begun) return begun;
    switch (in_.peek()) {
      case '{': return take_comment();
      case ';': in_.until("\n"); return {};
      case '%': in_.until("\n"); return {};
      case '(': return skip_variation();
      case ')':
      case '}': return fail("'{}' closes nothing", in_.peek());
      default: return take_word(in_.until(" \t\r\n\v\f{};()["));
    }
  }

  Expected<void> take_comment() {
    in_.next();
    const std::string_view comment = in_.until("}");
    if (in_.next() != '}') return fail("a comment has no end");
    if (const auto note = note_from(comment)) builder_.note(*note);
    if (trim(comment) == "book") builder_.end_opening();
    return {};
  }

  Expected<void> skip_variation() {
    for (int depth = 0; !in_.at_end();) {
      const char c = in_.next();
      if (c == '{') {
        in_.until("}");
        in_.next();
      }
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (depth == 0) return {};
    }
    return fail("a variation has no end");
  }

  Expected<void> take_word(std::string_view word) {
    if (const auto found = std::ranges::find(results, word); found != results.end()) {
      const auto outcome = static_cast<Outcome>(found - results.begin());
      if (tags_.contains("Result") && outcome != builder_.record.outcome)
        return fail("the game ends with {}, but its tag says {}", word, result_of(builder_.record.outcome));
      builder_.record.outcome = outcome;
      return end_game();
    }
    // A move's number may stand close to it: 1.h8, 2...i9.
    const std::size_t dot = word.find('.');
    if (dot != std::string_view::npos && to_number<int>(word.substr(0, dot)))
      word.remove_prefix(std::min(word.find_first_not_of('.', dot), word.size()));
    while (word.ends_with('!') || word.ends_with('?')) word.remove_suffix(1);
    if (word.empty() || word.front() == '$' || word.front() == '.') return {};
    const auto played = builder_.play(word);
    if (!played) return fail("move {}: {}", builder_.game().moves().size() + 1, played.error().message);
    return {};
  }

  std::string tag_of(std::string_view name) const {
    const auto found = tags_.find(name);
    return found == tags_.end() || found->second == "?" ? "" : found->second;
  }

  template <class Number>
  Expected<void> number_tag(std::string_view name, std::optional<Number>& into) const {
    const std::string text = tag_of(name);
    if (text.empty()) return {};
    into = to_number<Number>(text);
    if (!into) return fail("tag {} is {}, not a whole number", name, in_quotes(text));
    return {};
  }

  Expected<void> begin_game() {
    if (builder_.begun()) return {};
    const std::string game = tag_of("Game");
    if (game.empty()) return fail("there is no [Game \"…\"] tag that says which game this is");
    if (const auto begun = builder_.begin(game, tag_of("Start"), registry_); !begun) return begun;
    Record& record = builder_.record;
    record.players = {tag_of("White"), tag_of("Black")};
    record.event = tag_of("Event");
    if (const auto set = set_termination(record, tag_of("Termination")); !set) return set;
    record.detail = tag_of("Detail");
    if (const std::string result = tag_of("Result"); !result.empty()) {
      const auto found = std::ranges::find(results, result);
      if (found == results.end()) return fail("tag Result is {}, not 1-0, 0-1, 1/2-1/2 or *", in_quotes(result));
      record.outcome = static_cast<Outcome>(found - results.begin());
    }
    if (const std::string time = tag_of("EndTime"); !time.empty()) {
      record.finished = time_from(time);
      if (!record.finished) return fail("tag EndTime is {}, not 2026-01-31T23:59:59.999Z", in_quotes(time));
    }
    return number_tag("OpeningPlies", opening_)
        .and_then([&] { return number_tag("Number", record.number); })
        .and_then([&] { return number_tag("Pair", record.pair); })
        .and_then([&] { return number_tag("Seed", record.seed); });
  }

  Expected<void> end_game() {
    if (!builder_.begun() && tags_.empty()) return {};
    if (const auto begun = begin_game(); !begun) return begun;
    if (opening_) {
      if (*opening_ < 0 || *opening_ > std::ssize(builder_.game().moves()))
        return fail("tag OpeningPlies is {}, with {} moves", *opening_, builder_.game().moves().size());
      builder_.record.opening = *opening_;
    }
    auto record = builder_.finish();
    if (!record) return record.error();
    records_.push_back(std::move(*record));
    builder_ = {};
    opening_.reset();
    tags_.clear();
    return {};
  }

  Scanner in_;
  const roster::Registry& registry_;
  std::map<std::string, std::string, std::less<>> tags_;
  std::optional<int> opening_;
  RecordBuilder builder_;
  std::vector<Record> records_;
};

}  // namespace

std::string to_pgn(const Record& record) {
  const std::string time = record.finished ? time_text(*record.finished) : "";
  std::string date = time.empty() ? "????.??.??" : time.substr(0, 10);
  std::ranges::replace(date, '-', '.');
  std::string text = tag("Event", record.event.empty() ? "?" : record.event) + tag("Site", "?") + tag("Date", date) +
                     tag("Round", record.pair ? std::to_string(*record.pair) : "?") + tag("White", record.players[0]) +
                     tag("Black", record.players[1]) + tag("Result", result_of(record.outcome)) +
                     tag("Game", record.game) + tag("Start", record.start);
  if (record.opening > 0) text += tag("OpeningPlies", std::to_string(record.opening));
  if (record.termination) text += tag("Termination", name_of(*record.termination));
  if (!record.detail.empty()) text += tag("Detail", record.detail);
  if (record.number) text += tag("Number", std::to_string(*record.number));
  if (record.pair) text += tag("Pair", std::to_string(*record.pair));
  if (record.seed) text += tag("Seed", std::to_string(*record.seed));
  if (!time.empty()) text += tag("EndTime", time);
  Lines lines;
  const auto opening = static_cast<std::size_t>(record.opening);
  for (std::size_t i = 0; i < record.moves.size(); ++i) {
    if (i % 2 == 0) lines.add(fmt::format("{}.", i / 2 + 1));
    lines.add(record.moves[i]);
    if (i < opening)
      lines.add("{book}");
    else if (!record.notes.empty())
      lines.add(fmt::format("{{{}}}", to_text(record.notes[i - opening])));
  }
  lines.add(result_of(record.outcome));
  return text + "\n" + lines.text();
}

Expected<std::vector<Record>> records_from_pgn(std::string_view text, const roster::Registry& registry) {
  return PgnReader(text, registry).read();
}

}  // namespace tengen::records
