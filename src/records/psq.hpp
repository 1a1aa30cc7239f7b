#pragma once
// Piskvork's own format for Gomoku games, which Gomocup publishes:
//
//   Piskvorky 20x20, 11:11, 0        the board; the rest of the line means nothing to us
//   10,11,0                          x,y from 1 at the upper left, milliseconds taken; Black begins
//   …
//   pbrain-first                     two names
//   pbrain-second
//   -1
//   1,Freestyle                      who won (0 for nobody) and the rule; not every program writes this line

#include <string>
#include <string_view>
#include <vector>

#include "records/record.hpp"
#include "roster/registry.hpp"

namespace tengen::records {

// One game; an error where the format cannot hold it.
Expected<std::string> to_psq(const Record& record, const roster::Registry& registry);
// All games of a file. Errors name the line.
Expected<std::vector<Record>> records_from_psq(std::string_view text, const roster::Registry& registry);

}  // namespace tengen::records
