#pragma once
// The guide to the players that are built in.

#include "roster/guide.hpp"
#include "roster/registry.hpp"

namespace tengen {

const PlayerGuide& player_guide();

}  // namespace tengen
