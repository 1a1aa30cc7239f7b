#pragma once
// The one list of everything that is built in.

#include "roster/registry.hpp"

namespace tengen {

const Registry& builtins();

}  // namespace tengen
