#pragma once
// One game as data: enough to play it again, and how it ended.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/expected.hpp"
#include "core/side.hpp"
#include "records/termination.hpp"

namespace tengen::records {

// What a player thought about one of its moves, seen from its own side.
struct MoveNote {
  std::int64_t micros = 0;  // time taken
  std::optional<double> score;
  int depth = 0;
  std::uint64_t nodes = 0;
  bool operator==(const MoveNote&) const = default;
};

// CPU time of both sides in microseconds; negative where nobody measured it.
using CpuMicros = std::array<std::int64_t, 2>;
inline constexpr CpuMicros no_cpu = {-1, -1};

// A game is this from its first move on: it is what an arena plays, shows, counts and keeps, and what files hold.
struct Record {
  std::string game;                    // "gomoku"
  std::string start;                   // the position the moves begin from
  std::vector<std::string> moves;      // in the game's notation
  std::array<std::string, 2> players;  // first, second
  Outcome outcome = Outcome::ongoing;

  // What an arena knows besides; all of it may be absent.
  int opening = 0;                // so many of the moves were set by the opening, not chosen
  std::vector<MoveNote> notes{};  // one for each move after the opening, or none at all
  std::optional<Termination> termination{};
  std::string detail{};  // what went wrong, if anything did
  std::string event{};   // the tournament
  std::optional<std::uint64_t> number{};
  std::optional<std::uint64_t> pair{};  // games with the same opening and the sides swapped share it
  std::optional<std::uint64_t> seed{};
  std::optional<std::int64_t> finished{};  // milliseconds since 1970, UTC
  CpuMicros cpu = no_cpu;
  std::array<int, 2> ids = {-1, -1};  // the players' places in a tournament's list; files know their names alone

  bool operator==(const Record&) const = default;
};

std::string_view name_of(Outcome outcome);
std::optional<Outcome> outcome_from(std::string_view name);

// How it ended as files have it: the empty text where nobody says. Reading is an error where the word is unknown.
std::string termination_text(const Record& record);
Expected<void> set_termination(Record& record, std::string_view text);

// Whether a record's fields can be true together and are within bounds, whatever the rules of its game.
Expected<void> check_fields(const Record& record);

// One line of JSON, and back. Errors name the field.
std::string to_json(const Record& record);
Expected<Record> record_from_json(std::string_view text);

}  // namespace tengen::records
