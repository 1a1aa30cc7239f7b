#include "app/builtin_learners.hpp"

#include "app/builtin_games.hpp"
#include "learn/tabular/kinds.hpp"

namespace tengen::app {

const learn::TableLearners& builtin_learners() {
  static const learn::TableLearners learners = learn::table_learners(Games{});
  return learners;
}

}  // namespace tengen::app
