#pragma once
// Every game and player by name. Filled once from two lists of types (app/builtins.cpp) and then only read.

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <typeindex>
#include <variant>
#include <vector>

#include "players/info.hpp"
#include "roster/engine_player.hpp"
#include "roster/game.hpp"
#include "roster/player.hpp"

namespace tengen {

// A player as typed: "uct:c=0.7,simulations=1000".
struct PlayerSpec {
  std::string name;
  std::string settings;
};
Expected<PlayerSpec> parse_spec(std::string_view text);

// A player kind and the position types it can be made for.
struct PlayerKind {
  using Make = std::function<std::unique_ptr<Player>(const Values&)>;
  PlayerInfo info;
  std::vector<std::string> games;
  std::map<std::type_index, Make> make;
};

class Registry {
 public:
  const std::vector<GameKind>& games() const { return games_; }
  const std::vector<PlayerKind>& players() const { return players_; }

  Expected<const GameKind*> find_game(std::string_view name) const;
  // Makes the player for this game. Every error names what was typed and the nearest right thing.
  Expected<std::unique_ptr<Player>> make_player(std::string_view spec, const Game& game) const;

  template <class GameType>
  void add_game() {
    games_.push_back({std::string(GameType::name),
                      std::string(GameType::title),
                      std::string(GameType::summary),
                      {std::string(GameType::sides[0]), std::string(GameType::sides[1])},
                      std::string(GameType::move_help),
                      GameType::options(),
                      [](std::string_view position, const Values& options) -> Expected<std::unique_ptr<Game>> {
                        const auto start = GameType::from_string(position, options);
                        if (!start) return tl::unexpected(start.error());
                        return std::visit(
                            []<class P>(const P& p) -> std::unique_ptr<Game> { return std::make_unique<TypedGame<P>>(p); },
                            *start);
                      }});
  }

  template <class Kind, class... Games>
  void add_player(TypeList<Games...>) {
    PlayerKind kind{Kind::info(), {}, {}};
    (add_positions<Kind>(kind, Games::name, typename Games::Positions{}), ...);
    players_.push_back(std::move(kind));
  }

 private:
  template <class Kind, class... Ps>
  static void add_positions(PlayerKind& kind, std::string_view game, TypeList<Ps...>) {
    const std::size_t before = kind.make.size();
    (add_position<Kind, Ps>(kind), ...);
    if (kind.make.size() > before) kind.games.emplace_back(game);
  }
  template <class Kind, class P>
  static void add_position(PlayerKind& kind) {
    if constexpr (requires(const Values& v) { Kind::template make<P>(v); })
      kind.make.emplace(typeid(P), [](const Values& v) -> std::unique_ptr<Player> {
        return std::make_unique<EnginePlayer<P>>(Kind::template make<P>(v));
      });
  }

  std::vector<GameKind> games_;
  std::vector<PlayerKind> players_;
};

template <class... Games, class... Kinds>
Registry make_registry(TypeList<Games...> games, TypeList<Kinds...>) {
  Registry registry;
  (registry.template add_game<Games>(), ...);
  (registry.template add_player<Kinds>(games), ...);
  return registry;
}

}  // namespace tengen
