#pragma once
// Adds `tengen train q` or `tengen train sarsa`.

#include "app/command.hpp"
#include "learn/tabular/settings.hpp"

namespace tengen::app {

void add_train_tabular_command(Command train, learn::LearningMethod method, const roster::Registry& registry);

}  // namespace tengen::app
