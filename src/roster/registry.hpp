#pragma once
// Every game, player and solver by name. Filled once, from lists of types (roster/kinds.hpp), and then only read.

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <typeindex>
#include <vector>

#include "engines/info.hpp"
#include "roster/game.hpp"
#include "roster/player.hpp"
#include "search/solver.hpp"

namespace tengen::roster {

// A player as typed: "uct:c=0.7,simulations=1000".
struct PlayerSpec {
  std::string name;
  std::string settings;
};
Expected<PlayerSpec> parse_spec(std::string_view text);

// A file outside, and what it is to a player: "command", "weights".
struct NamedFile {
  std::string what;
  std::string path;
};

// A player kind and the position types it can be made for.
struct PlayerKind {
  using Make = std::function<Expected<std::unique_ptr<Player>>(const Values&)>;
  using Check = std::function<Expected<void>(const Values&, const Game&)>;
  engines::PlayerInfo info;
  std::vector<std::string> games;
  std::map<std::type_index, Make> make;
  bool external = false;                  // starts a program that the settings name
  std::map<std::type_index, Check> fits;  // what keeps the settings from this board, where that can be
  // The same player with every number said: where a setting stands for others, as a preset does, theirs are filled in.
  // Empty where none does.
  std::function<Values(const Values&)> spelled_out = {};
  // Of a player that is a program outside: the files that decide its moves and that no setting of the kind `file` names.
  std::function<Expected<std::vector<NamedFile>>(const Values&)> outside = {};
};

// The settings of a spec, checked. A setting `params` names a file of settings that `tengen tune` wrote
// (roster/params_file.hpp); what the spec says itself stands above the file.
Expected<Values> values_of(const PlayerKind& kind, const PlayerSpec& spec);
// The shortest spec for these values, without a file.
std::string spec_of(const engines::PlayerInfo& info, const Values& values);

// What a solver found, for any game; see Solution.
struct AnySolution {
  search::Verdict verdict = search::Verdict::unknown;
  std::optional<int> score;
  std::vector<std::pair<AnyMove, int>> moves;
  std::vector<std::optional<int>> columns;
  std::vector<AnyMove> line;
  std::uint64_t nodes = 0;
  std::optional<Side> attacker = std::nullopt;
  std::optional<int> within = std::nullopt;
};

// An exact method and the position types it can handle.
struct SolverKind {
  using Solve = std::function<AnySolution(const Game&, const Values&, const Limits&, StopToken)>;
  search::SolverInfo info;
  std::vector<std::string> games;
  std::map<std::type_index, Solve> solve;
};

class Registry {
 public:
  const std::vector<GameKind>& games() const { return games_; }
  const std::vector<PlayerKind>& players() const { return players_; }
  const std::vector<SolverKind>& solvers() const { return solvers_; }

  Expected<const GameKind*> find_game(std::string_view name) const;
  // The kind that is named, if it plays this game.
  Expected<const PlayerKind*> find_player(std::string_view name, const Game& game) const;
  // Makes the player for this game. Every error names what was typed and the nearest right thing.
  Expected<std::unique_ptr<Player>> make_player(std::string_view spec, const Game& game) const;

  // The method of that name for this game; an empty name means the game's first one.
  Expected<const SolverKind*> find_solver(std::string_view name, const Game& game) const;

  // A copy in which every player has become what `change` makes of it: watched, say.
  Registry with_players(const std::function<PlayerKind(PlayerKind)>& change) const;

  void add_game(GameKind kind, const std::vector<std::type_index>& positions);
  // A player with numbers to tune gets the setting `params` besides its own.
  void add_player(PlayerKind kind);
  void add_solver(SolverKind kind) { solvers_.push_back(std::move(kind)); }

 private:
  // Whether these games include the one that is played; what does not know this position then lacks the board only.
  bool among(const std::vector<std::string>& games, const Game& game) const;

  std::vector<GameKind> games_;
  std::vector<PlayerKind> players_;
  std::vector<SolverKind> solvers_;
  std::map<std::type_index, std::string> game_of_;  // position type → the game's name
};

}  // namespace tengen::roster
