#pragma once
// Puts a record together from a file, move by move, under the eyes of the rules.

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "records/record.hpp"
#include "records/replay.hpp"

namespace tengen::records {

class RecordBuilder {
 public:
  Record record;  // what the file says besides start and moves

  bool begun() const { return game_ != nullptr; }
  Expected<void> begin(std::string_view game, std::string_view position, const roster::Registry& registry);
  // The rest needs a game that has begun.
  const roster::Game& game() const { return *game_; }
  Expected<void> play(std::string_view move) { return roster::play_written(*game_, move); }
  // What its player thought about the last move; nothing to note before the first.
  void note(const MoveNote& note);
  // The moves so far came from the opening.
  void end_opening() { record.opening = static_cast<int>(game_->moves().size()); }
  Expected<Record> finish();

 private:
  const roster::Registry* registry_ = nullptr;
  std::unique_ptr<roster::Game> start_;
  std::unique_ptr<roster::Game> game_;
  std::vector<std::optional<MoveNote>> notes_;  // by ply
};

// A text that is read from front to back and knows which line it is in.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  bool at_end() const { return at_ == text_.size(); }
  char peek() const { return at_end() ? '\0' : text_[at_]; }
  char next();
  int line() const { return line_; }
  void skip_space();
  // Everything before the first of these characters, or the rest.
  std::string_view until(std::string_view any_of);

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
};

}  // namespace tengen::records
