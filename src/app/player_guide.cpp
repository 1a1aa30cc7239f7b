#include "app/player_guide.hpp"

#include "app/builtins.hpp"

namespace tengen {

namespace {

using std::chrono::milliseconds;

Limits nodes(std::uint64_t count) { return {std::nullopt, count, std::nullopt}; }
Limits time(milliseconds length) { return {length, std::nullopt, std::nullopt}; }
Limits depth(int plies) { return {std::nullopt, std::nullopt, plies}; }

// Weakest first. Whoever is strongest by the registry plays the last rungs, so that a new champion needs no line here.
std::vector<StrengthLevel> levels_of(std::string_view game, const std::string& strongest) {
  if (game == "gomoku")
    return {{"beginner", "ladder/ai2", nodes(1)},          {"casual", "ladder/ai4", nodes(1'000)},
            {"intermediate", "ladder/ai10", nodes(1'000)}, {"advanced", "threat/alphabeta", nodes(1'000)},
            {"expert", "threat/alphabeta", nodes(30'000)}, {"champion", strongest, time(milliseconds(2000))}};
  if (game == "connect4")
    return {{"beginner", "uct", nodes(20)},      {"casual", "uct", nodes(100)},
            {"intermediate", "uct", nodes(600)}, {"advanced", "uct", nodes(5'000)},
            {"expert", strongest, nodes(3'000)}, {"champion", strongest, time(milliseconds(2000))}};
  if (game == "othello")
    return {{"beginner", "greedy", nodes(1'000)},
            {"casual", "othello/greedy", nodes(1'000)},
            {"intermediate", "othello/alphabeta", depth(2)},
            {"advanced", "othello/alphabeta", depth(4)},
            {"expert", strongest, nodes(20'000)},
            {"champion", strongest, time(milliseconds(2000))}};
  return {{"beginner", "random", nodes(1)},     {"casual", "uct", nodes(15)},
          {"intermediate", "uct", nodes(60)},   {"advanced", "uct", nodes(400)},
          {"expert", strongest, nodes(10'000)}, {"champion", strongest, time(milliseconds(1000))}};
}

PlayerGuide make_guide() {
  PlayerGuide guide;
  for (const GameKind& game : builtins().games()) {
    const std::string strongest(strongest_player(game.name));
    guide.strongest[game.name] = strongest;
    guide.levels[game.name] = levels_of(game.name, strongest);
    guide.review[game.name] = nodes(game.name == "gomoku" ? 400 : game.name == "connect4" ? 4'000 : 20'000);
  }
  // Scales fitted to self-play: the score of every move against the game's result, 60 games at 3000 nodes a move from
  // balanced openings (tengen match --db, tengen export).
  guide.meanings = {{"uct", {ScoreUnit::result}},
                    {"connect4/uct", {ScoreUnit::result}},
                    {"connect4/champion", {ScoreUnit::result}},
                    {"gomoku/champion", {ScoreUnit::result}},
                    {"connect4/solver", {ScoreUnit::plies, 0, true}},
                    {"threat/alphabeta", {ScoreUnit::points, 200}},
                    {"othello/champion", {ScoreUnit::discs, 10}}};
  return guide;
}

}  // namespace

const PlayerGuide& player_guide() {
  static const PlayerGuide guide = make_guide();
  return guide;
}

}  // namespace tengen
