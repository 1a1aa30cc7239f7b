#pragma once
// A shared object of the course's interface as a player of Connect Four, in a process of its own (so_host/main.cpp).

#include "roster/registry.hpp"

namespace tengen::connect4 {

PlayerKind so_kind();

}  // namespace tengen::connect4
