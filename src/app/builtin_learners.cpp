#include "app/builtin_learners.hpp"

#include "app/builtin_games.hpp"
#include "learn/tabular/kinds.hpp"

namespace tengen {

const TableLearners& builtin_learners() {
  static const TableLearners learners = table_learners(Games{});
  return learners;
}

}  // namespace tengen
