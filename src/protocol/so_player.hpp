#pragma once
// A shared object of the course's interface as a player of Connect Four, in a process of its own (so_host/main.cpp).

#include "roster/registry.hpp"

namespace tengen::protocol {

roster::PlayerKind so_kind();

}  // namespace tengen::protocol
