#pragma once
// Written moves put on a board: what every reader of game files stands on. Nothing gets past here that the rules do not
// allow.

#include <memory>
#include <string_view>

#include "core/expected.hpp"
#include "records/record.hpp"
#include "roster/moves.hpp"
#include "roster/registry.hpp"

namespace tengen::records {

// The game that a record says was played, at its start.
Expected<std::unique_ptr<roster::Game>> start_game(std::string_view name, std::string_view position,
                                                   const roster::Registry& registry);

// Calls players without a name after their sides, "black" and "white": two strangers are not one and the same player.
void name_players(std::array<std::string, 2>& names, std::string_view game, const roster::Registry& registry);

// Plays moves with or without separators between them: "h8 i9", "f5d6c3", "4453". Errors name the move by its number.
Expected<void> play_all(roster::Game& game, std::string_view moves);

// Ends a reader's work: takes over the start and the moves played, and holds the stated outcome against the rules and
// the other fields against each other. The stated one stands where the rules have not ended the game: somebody resigned, or ran out of time.
Expected<Record> finished_record(Record record, const roster::Game& start, const roster::Game& played);

// The game of a record, at its last move.
Expected<std::unique_ptr<roster::Game>> replayed(const Record& record, const roster::Registry& registry);

// Whether a record's game exists, its moves are legal, and its outcome and other fields are possible. Records with the
// same start share one board, so that a million of them take seconds.
class Replay {
 public:
  explicit Replay(const roster::Registry& registry) : registry_(registry) {}
  Expected<void> check(const Record& record);

 private:
  const roster::Registry& registry_;
  std::string name_, start_;
  std::unique_ptr<roster::Game> game_;
};

// "2026-01-31T23:59:59.999Z", and back.
std::string time_text(std::int64_t milliseconds);
std::optional<std::int64_t> time_from(std::string_view text);

}  // namespace tengen::records
