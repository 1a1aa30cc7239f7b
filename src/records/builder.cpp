#include "records/builder.hpp"

#include <algorithm>

namespace tengen::records {

Expected<void> RecordBuilder::begin(std::string_view game, std::string_view position,
                                    const roster::Registry& registry) {
  auto start = start_game(game, position, registry);
  if (!start) return start.error();
  record.game = game;
  registry_ = &registry;
  start_ = std::move(*start);
  game_ = start_->clone();
  return {};
}

void RecordBuilder::note(const MoveNote& note) {
  if (game_->moves().empty()) return;
  notes_.resize(game_->moves().size());
  notes_.back() = note;
}

Expected<Record> RecordBuilder::finish() {
  notes_.resize(game_->moves().size());
  const auto chosen = notes_.begin() + std::min<std::ptrdiff_t>(record.opening, std::ssize(notes_));
  if (std::any_of(chosen, notes_.end(), [](const auto& note) { return note.has_value(); }))
    for (auto note = chosen; note != notes_.end(); ++note) record.notes.push_back(note->value_or(MoveNote{}));
  name_players(record.players, record.game, *registry_);
  return finished_record(std::move(record), *start_, *game_);
}

char Scanner::next() {
  if (at_end()) return '\0';
  if (text_[at_] == '\n') ++line_;
  return text_[at_++];
}

void Scanner::skip_space() {
  while (!at_end() && std::string_view(" \t\r\n\v\f").find(peek()) != std::string_view::npos) next();
}

std::string_view Scanner::until(std::string_view any_of) {
  const std::size_t from = at_;
  while (!at_end() && any_of.find(peek()) == std::string_view::npos) next();
  return text_.substr(from, at_ - from);
}

}  // namespace tengen::records
