#pragma once
// Learners of tables for all built-in games. Templates over every kind of board, and so in a file of their own.

#include "learn/tabular/learner.hpp"

namespace tengen::app {

const learn::TableLearners& builtin_learners();

}  // namespace tengen::app
