#pragma once
// What an engine says about its search in a free line of text: "depth 8 score 35 nodes 120000 pv h8 i9".

#include <optional>
#include <string>
#include <string_view>

#include "roster/player.hpp"

namespace tengen::protocol {

// Our own way to say it: "depth 8 score 35 chance 67% nodes 120000 time 1320 win in at most 9 pv h8 i9", the time in
// milliseconds; the chance to win where it is known.
std::string format_thoughts(const roster::Game& game, const roster::Choice& choice,
                            std::optional<double> chance = std::nullopt);

// Reads depth (or dep), score (ev, eval) and nodes (node, nd, n) where a message has them, in any order and case; other
// words do not matter. True when it found any.
bool read_thoughts(std::string_view text, roster::Choice& choice);

}  // namespace tengen::protocol
