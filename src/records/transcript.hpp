#pragma once
// Nothing but the moves, one game a line, as Othello and Connect Four programs exchange them:
//
//   f5d6c3d3c4                                    letters: Othello, forced passes left out
//   4453                                          digits: Connect Four
//   gomoku size=19 rule=renju j10k11              any game by its name, with its options

#include <string>
#include <string_view>
#include <vector>

#include "records/record.hpp"
#include "roster/registry.hpp"

namespace tengen::records {

// One line; an error where the game did not begin at the start.
Expected<std::string> to_transcript(const Record& record, const roster::Registry& registry);
// All games of a file. Errors name the line.
Expected<std::vector<Record>> records_from_transcript(std::string_view text, const roster::Registry& registry);

}  // namespace tengen::records
