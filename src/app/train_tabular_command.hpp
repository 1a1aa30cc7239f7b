#pragma once
// Adds `tengen train q` or `tengen train sarsa`.

#include "app/command.hpp"
#include "learn/tabular/settings.hpp"

namespace tengen {

void add_train_tabular_command(Command train, LearningMethod method, const Registry& registry);

}  // namespace tengen
