#pragma once
// The one list of everything that is built in.

#include "roster/registry.hpp"

namespace tengen {

const Registry& builtins();

// Who advises, analyses and plays where nobody was named: the strongest player of the game so far.
std::string_view strongest_player(std::string_view game);

}  // namespace tengen
