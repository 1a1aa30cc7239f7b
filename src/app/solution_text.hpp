#pragma once
// What a method found out, as one sentence.

#include <array>
#include <string>

#include "roster/registry.hpp"

namespace tengen::app {

// `sides` are the game's names for them, and the line of the solution is a line of `game`.
std::string sentence(const roster::Game& game, const search::SolverInfo& method, const roster::AnySolution& solution,
                     const std::array<std::string, 2>& sides, bool interrupted);

// The moves of a line, as the game writes them.
std::string line_text(const roster::Game& game, const std::vector<roster::AnyMove>& line);

}  // namespace tengen::app
