#pragma once
// The players that are programs outside.

#include <vector>

#include "roster/registry.hpp"

namespace tengen::protocol {

std::vector<roster::PlayerKind> external_players();

}  // namespace tengen::protocol
