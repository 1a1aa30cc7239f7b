#pragma once
// One game as data: enough to play it again, and how it ended.

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/expected.hpp"
#include "core/side.hpp"

namespace tengen {

struct Record {
  std::string game;                    // "gomoku"
  std::string start;                   // the position the moves begin from
  std::vector<std::string> moves;      // in the game's notation
  std::array<std::string, 2> players;  // first, second
  Outcome outcome = Outcome::ongoing;

  bool operator==(const Record&) const = default;
};

std::string_view name_of(Outcome outcome);

// One line of JSON, and back. Errors name the field.
std::string to_json(const Record& record);
Expected<Record> record_from_json(std::string_view text);

}  // namespace tengen
