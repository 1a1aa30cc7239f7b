#pragma once
// The one list of everything that is built in.

#include "roster/registry.hpp"

namespace tengen::app {

const roster::Registry& builtins();

}  // namespace tengen::app
