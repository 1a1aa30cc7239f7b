#pragma once
// The players that are programs outside.

#include <vector>

#include "roster/registry.hpp"

namespace tengen {

std::vector<PlayerKind> external_players();

}  // namespace tengen
