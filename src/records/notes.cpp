#include "records/notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/text.hpp"

namespace tengen::records {

namespace {

template <class Number>
bool read_number(std::string_view word, Number& into) {
  const auto number = to_number<Number>(word);
  if (number) into = *number;
  return number.has_value();
}

}  // namespace

std::string to_text(const MoveNote& note) {
  return fmt::format("{}/{} {}.{:06}s n={}", note.score ? fmt::format("{:+}", *note.score) : "?", note.depth,
                     note.micros / 1'000'000, note.micros % 1'000'000, note.nodes);
}

std::optional<MoveNote> note_from(std::string_view text) {
  const auto parts = words(text);
  if (parts.size() < 2 || parts.size() > 3) return std::nullopt;
  MoveNote note;
  const std::size_t slash = parts[0].find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  std::string_view score = parts[0].substr(0, slash);
  if (score.starts_with('+')) score.remove_prefix(1);
  note.score = to_number<double>(score);
  if (!note.score && score != "?") return std::nullopt;
  const auto depth = to_number<int>(parts[0].substr(slash + 1));
  if (!depth || !parts[1].ends_with('s')) return std::nullopt;
  note.depth = *depth;
  const auto seconds = to_number<double>(parts[1].substr(0, parts[1].size() - 1));
  if (!seconds || !(*seconds >= 0) || *seconds > 1e12) return std::nullopt;
  note.micros = std::llround(*seconds * 1e6);
  if (parts.size() == 3) {
    const auto nodes = parts[2].starts_with("n=") ? to_number<std::uint64_t>(parts[2].substr(2)) : std::nullopt;
    if (!nodes) return std::nullopt;
    note.nodes = *nodes;
  }
  return note;
}

std::string list_of(const std::vector<MoveNote>& notes, NoteField field) {
  fmt::memory_buffer out;
  const auto end = std::back_inserter(out);
  for (const MoveNote& note : notes) {
    if (out.size() > 0) out.push_back(' ');
    switch (field) {
      case NoteField::micros: fmt::format_to(end, "{}", note.micros); break;
      case NoteField::score: note.score ? fmt::format_to(end, "{}", *note.score) : fmt::format_to(end, "?"); break;
      case NoteField::depth: fmt::format_to(end, "{}", note.depth); break;
      case NoteField::nodes: fmt::format_to(end, "{}", note.nodes); break;
    }
  }
  return {out.data(), out.size()};
}

bool says_something(const std::vector<MoveNote>& notes, NoteField field) {
  return std::ranges::any_of(notes, [field](const MoveNote& note) {
    switch (field) {
      case NoteField::micros: return true;
      case NoteField::score: return note.score.has_value();
      case NoteField::depth: return note.depth != 0;
      case NoteField::nodes: return note.nodes != 0;
    }
    return false;
  });
}

bool read_list(std::string_view list, NoteField field, std::vector<MoveNote>& notes) {
  const auto entries = words(list);
  if (entries.size() != notes.size()) return false;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto read = [&] {
      switch (field) {
        case NoteField::micros: return read_number(entries[i], notes[i].micros);
        case NoteField::score: return entries[i] == "?" || read_number(entries[i], notes[i].score.emplace());
        case NoteField::depth: return read_number(entries[i], notes[i].depth);
        case NoteField::nodes: return read_number(entries[i], notes[i].nodes);
      }
      return false;
    };
    if (!read()) return false;
  }
  return true;
}

}  // namespace tengen::records
