#pragma once
// Every game, player and solver by name. Filled once from lists of types (app/builtins.cpp) and then only read.

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <typeindex>
#include <variant>
#include <vector>

#include "players/info.hpp"
#include "roster/engine_player.hpp"
#include "roster/game.hpp"
#include "roster/player.hpp"
#include "search/solver.hpp"

namespace tengen {

// A player as typed: "uct:c=0.7,simulations=1000".
struct PlayerSpec {
  std::string name;
  std::string settings;
};
Expected<PlayerSpec> parse_spec(std::string_view text);

// A player kind and the position types it can be made for.
struct PlayerKind {
  using Make = std::function<Expected<std::unique_ptr<Player>>(const Values&)>;
  PlayerInfo info;
  std::vector<std::string> games;
  std::map<std::type_index, Make> make;
  bool external = false;  // starts a program that the settings name
};

// What a solver found, for any game; see Solution.
struct AnySolution {
  Verdict verdict = Verdict::unknown;
  std::optional<int> score;
  std::vector<std::pair<AnyMove, int>> moves;
  std::vector<std::optional<int>> columns;
  std::vector<AnyMove> line;
  std::uint64_t nodes = 0;
};

// An exact method and the position types it can handle.
struct SolverKind {
  using Solve = std::function<AnySolution(const Game&, const Values&, const Limits&, StopToken)>;
  SolverInfo info;
  std::vector<std::string> games;
  std::map<std::type_index, Solve> solve;
};

// A list of games, of players, of solvers.
template <class... Types>
struct TypeList {};

class Registry {
 public:
  const std::vector<GameKind>& games() const { return games_; }
  const std::vector<PlayerKind>& players() const { return players_; }
  const std::vector<SolverKind>& solvers() const { return solvers_; }

  Expected<const GameKind*> find_game(std::string_view name) const;
  // Makes the player for this game. Every error names what was typed and the nearest right thing.
  Expected<std::unique_ptr<Player>> make_player(std::string_view spec, const Game& game) const;

  // The method of that name for this game; an empty name means the game's first one.
  Expected<const SolverKind*> find_solver(std::string_view name, const Game& game) const;

  template <class GameType>
  void add_game() {
    constexpr bool stones_stay = [] {
      if constexpr (requires { GameType::stones_stay; }) return GameType::stones_stay;
      return false;
    }();
    note_positions(GameType::name, std::type_identity<typename GameType::AnyPosition>{});
    games_.push_back(
        {std::string(GameType::name),
         std::string(GameType::title),
         std::string(GameType::summary),
         {std::string(GameType::sides[0]), std::string(GameType::sides[1])},
         std::string(GameType::move_help),
         GameType::options(),
         [](std::string_view position, const Values& options) -> Expected<std::unique_ptr<Game>> {
           const auto start = GameType::from_string(position, options);
           if (!start) return tl::unexpected(start.error());
           return std::visit(
               []<class P>(const P& p) -> std::unique_ptr<Game> { return std::make_unique<TypedGame<P>>(p); }, *start);
         },
         stones_stay});
  }

  template <class Kind, class... Games>
  void add_player(TypeList<Games...>) {
    PlayerKind& kind = players_.emplace_back(PlayerKind{Kind::info(), {}, {}, false});
    const auto add = [&kind]<class P>(std::type_identity<P>) {
      if constexpr (requires(const Values& v) { Kind::template make<P>(v); })
        kind.make.emplace(typeid(P), [](const Values& v) -> Expected<std::unique_ptr<Player>> {
          return std::make_unique<EnginePlayer<P>>(Kind::template make<P>(v));
        });
      return kind.make.contains(typeid(P));
    };
    (add_positions(kind.games, Games::name, std::type_identity<typename Games::AnyPosition>{}, add), ...);
  }

  // A player that is no Engine, such as a program in a process of its own.
  void add_player(PlayerKind kind) { players_.push_back(std::move(kind)); }

  template <class Kind, class... Games>
  void add_solver(TypeList<Games...>) {
    SolverKind& kind = solvers_.emplace_back(SolverKind{Kind::info(), {}, {}});
    const auto add = [&kind]<class P>(std::type_identity<P>) {
      if constexpr (requires(const P& p, const Values& v) { Kind::template solve<P>(p, v, Limits{}, StopToken{}); })
        kind.solve.emplace(typeid(P), [](const Game& game, const Values& v, const Limits& limits, StopToken stop) {
          const P& position = static_cast<const TypedGame<P>&>(game).position();
          return to_any(Kind::template solve<P>(position, v, limits, std::move(stop)));
        });
      return kind.solve.contains(typeid(P));
    };
    (add_positions(kind.games, Games::name, std::type_identity<typename Games::AnyPosition>{}, add), ...);
  }

 private:
  template <class... Ps>
  void note_positions(std::string_view game, std::type_identity<std::variant<Ps...>>) {
    (game_of_.emplace(typeid(Ps), game), ...);
  }
  // Whether these games include the one that is played; what does not know this position then lacks the board only.
  bool among(const std::vector<std::string>& games, const Game& game) const;

  // Calls add for each position type of a game, and notes the game when any of them was taken.
  template <class... Ps, class Add>
  static void add_positions(std::vector<std::string>& games, std::string_view game,
                            std::type_identity<std::variant<Ps...>>, const Add& add) {
    bool any = false;
    ((any = add(std::type_identity<Ps>{}) || any), ...);
    if (any) games.emplace_back(game);
  }

  template <Position P>
  static AnySolution to_any(const Solution<P>& solution) {
    AnySolution any{solution.verdict, solution.score, {}, solution.columns, {}, solution.nodes};
    for (const auto& [move, score] : solution.moves) any.moves.emplace_back(AnyMove::from(move), score);
    for (const auto move : solution.line) any.line.push_back(AnyMove::from(move));
    return any;
  }

  std::vector<GameKind> games_;
  std::vector<PlayerKind> players_;
  std::vector<SolverKind> solvers_;
  std::map<std::type_index, std::string> game_of_;  // position type → the game's name
};

template <class... Games, class... Players, class... Solvers>
Registry make_registry([[maybe_unused]] TypeList<Games...> games, TypeList<Players...>, TypeList<Solvers...>) {
  Registry registry;
  (registry.template add_game<Games>(), ...);
  (registry.template add_player<Players>(games), ...);
  (registry.template add_solver<Solvers>(games), ...);
  return registry;
}

}  // namespace tengen
