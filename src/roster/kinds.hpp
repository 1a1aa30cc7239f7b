#pragma once
// From C++ types to kinds in a registry. Only the lists of built-ins include this: whatever a type's templates cost to
// compile is paid there, and nowhere else.
//
// A player joins every game whose position types its constrained `make<P>` accepts, a solver likewise with `solve<P>`.

#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "roster/engine_player.hpp"
#include "roster/registry.hpp"
#include "roster/type_list.hpp"

namespace tengen::roster {

namespace kinds {

// Calls add for each position type of a game, and notes the game when any of them was taken.
template <class... Ps, class Add>
void add_positions(std::vector<std::string>& games, std::string_view game, std::type_identity<std::variant<Ps...>>,
                   const Add& add) {
  bool any = false;
  ((any = add(std::type_identity<Ps>{}) || any), ...);
  if (any) games.emplace_back(game);
}

template <class... Ps>
std::vector<std::type_index> types_of(std::type_identity<std::variant<Ps...>>) {
  return {typeid(Ps)...};
}

template <class GameType>
GameKind of_game() {
  GameKind kind;
  kind.name = GameType::name;
  kind.title = GameType::title;
  kind.summary = GameType::summary;
  kind.sides = {std::string(GameType::sides[0]), std::string(GameType::sides[1])};
  kind.move_help = GameType::move_help;
  kind.options = GameType::options();
  kind.start = [](std::string_view position) -> Expected<std::unique_ptr<Game>> {
    const auto start = GameType::from_string(position, Values(GameType::options()));
    if (!start) return start.error();
    return std::visit([]<class P>(const P& p) -> std::unique_ptr<Game> { return std::make_unique<TypedGame<P>>(p); },
                      *start);
  };
  if constexpr (requires { GameType::look; }) kind.look = GameType::look;
  if constexpr (requires { GameType::bare_transcript; }) kind.bare_transcript = GameType::bare_transcript;
  return kind;
}

inline auto limits_of(const engines::PlayerInfo& info) {
  return [defaults = info.default_limits, ends_at_depth = info.takes_depth && info.ends_at_depth](const Values& v) {
    return EngineLimits{defaults ? defaults(v) : Limits{}, ends_at_depth};
  };
}

// A player with settings that do not fit every board.
template <class Type, class P>
concept Choosy = requires(const Values& v, const P& p) { Type::template fits<P>(v, p); };

template <class Type, class P>
Expected<void> check_fit(const Values& v, const Game& game) {
  return Type::template fits<P>(v, static_cast<const TypedGame<P>&>(game).position());
}

template <class Type, class... Games>
PlayerKind of_player(TypeList<Games...>) {
  PlayerKind kind;
  kind.info = Type::info();
  const auto add = [&kind]<class P>(std::type_identity<P>) {
    if constexpr (requires(const Values& v) { Type::template make<P>(v); })
      kind.make.emplace(typeid(P),
                        [limits = limits_of(kind.info)](const Values& v) -> Expected<std::unique_ptr<Player>> {
                          auto engine = Type::template make<P>(v);
                          if constexpr (requires { engine.error(); }) {
                            if (!engine) return engine.error();
                            return std::make_unique<EnginePlayer<P>>(*std::move(engine), limits(v));
                          } else {
                            return std::make_unique<EnginePlayer<P>>(std::move(engine), limits(v));
                          }
                        });
    if constexpr (Choosy<Type, P>) kind.fits.emplace(typeid(P), check_fit<Type, P>);
    return kind.make.contains(typeid(P));
  };
  (add_positions(kind.games, Games::name, std::type_identity<typename Games::AnyPosition>{}, add), ...);
  if constexpr (requires(const Values& v) { Type::spelled_out(v); }) kind.spelled_out = &Type::spelled_out;
  return kind;
}

template <games::Position P>
AnySolution to_any(const search::Solution<P>& solution) {
  AnySolution any{solution.verdict,  solution.score, {}, solution.columns, {}, solution.nodes,
                  solution.attacker, solution.within};
  for (const auto& [move, score] : solution.moves) any.moves.emplace_back(AnyMove::from(move), score);
  for (const auto move : solution.line) any.line.push_back(AnyMove::from(move));
  return any;
}

template <class Type, class... Games>
SolverKind of_solver(TypeList<Games...>) {
  SolverKind kind{Type::info(), {}, {}};
  const auto add = [&kind]<class P>(std::type_identity<P>) {
    if constexpr (requires(const P& p, const Values& v) { Type::template solve<P>(p, v, Limits{}, StopToken{}); })
      kind.solve.emplace(typeid(P), [](const Game& game, const Values& v, const Limits& limits, StopToken stop) {
        const P& position = static_cast<const TypedGame<P>&>(game).position();
        return to_any(Type::template solve<P>(position, v, limits, std::move(stop)));
      });
    return kind.solve.contains(typeid(P));
  };
  (add_positions(kind.games, Games::name, std::type_identity<typename Games::AnyPosition>{}, add), ...);
  return kind;
}

}  // namespace kinds

template <class... Games>
void add_games(Registry& registry, TypeList<Games...>) {
  (registry.add_game(kinds::of_game<Games>(), kinds::types_of(std::type_identity<typename Games::AnyPosition>{})), ...);
}

template <class... Players, class... Games>
void add_players(Registry& registry, TypeList<Players...>, TypeList<Games...> games) {
  (registry.add_player(kinds::of_player<Players>(games)), ...);
}

template <class... Solvers, class... Games>
void add_solvers(Registry& registry, TypeList<Solvers...>, TypeList<Games...> games) {
  (registry.add_solver(kinds::of_solver<Solvers>(games)), ...);
}

}  // namespace tengen::roster
