#pragma once
// From the list of games to learners. Only the list of built-ins includes this (see roster/kinds.hpp).

#include <type_traits>
#include <variant>

#include "learn/tabular/typed_learner.hpp"
#include "roster/type_list.hpp"

namespace tengen::learn {

namespace kinds {

template <class P>
void add_learner(TableLearners& learners) {
  if constexpr (engines::TablePosition<P>)
    learners.emplace(typeid(P), [](const roster::Game& start, const TabularSettings& settings) {
      return std::make_unique<TypedLearner<P>>(static_cast<const roster::TypedGame<P>&>(start).position(), settings);
    });
}

template <class... Ps>
void add_learners(TableLearners& learners, std::type_identity<std::variant<Ps...>>) {
  (add_learner<Ps>(learners), ...);
}

}  // namespace kinds

template <class... Games>
TableLearners table_learners(roster::TypeList<Games...>) {
  TableLearners learners;
  (kinds::add_learners(learners, std::type_identity<typename Games::AnyPosition>{}), ...);
  return learners;
}

}  // namespace tengen::learn
