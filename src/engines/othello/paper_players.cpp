#include "engines/othello/paper_players.hpp"

namespace tengen::engines::othello {

namespace {

std::vector<Setting> with_weights(std::vector<Setting> settings) {
  for (Setting& weight : SixWeights::settings()) settings.push_back(std::move(weight));
  return settings;
}

Setting depth() {
  return Setting::integer("depth", 0, 0, search::max_depth,
                          "plies to look ahead; 0: as the limits say, else 6 as in the paper");
}
Setting deepening() { return Setting::flag("deepening", false, "search one ply, then two, … until a limit stops it"); }

}  // namespace

PlayerInfo MinimaxPlayer::info() {
  return {.name = "othello/minimax",
          .summary = "plain minimax over the six factors (the Othello paper)",
          .settings = with_weights({depth(), deepening()}),
          .default_limits = default_depth_of(paper_depth),
          .strength = 1200};
}

PlayerInfo AlphaBetaPlayer::info() {
  return {.name = "othello/alphabeta",
          .summary = "alpha-beta over the six factors, with minimax's values (the Othello paper)",
          .settings = with_weights({depth(), deepening(),
                                    Setting::flag("tt", false, "remember positions in a transposition table"),
                                    Setting::integer("hash", 16, 1, 4096, "size of that table in megabytes")}),
          .default_limits = default_depth_of(paper_depth),
          .strength = 1200,
          .levels = {{Level::intermediate, {.depth = 2}}, {Level::advanced, {.depth = 4}}}};
}

PlayerInfo GreedyPlayer::info() {
  return {.name = "othello/greedy",
          .summary = "the move with the best six factors right after it",
          .settings = with_weights({}),
          .takes_depth = false,
          .strength = 600,
          .levels = {{Level::beginner, {.nodes = 1'000}, "greedy"}, {Level::casual, {.nodes = 1'000}}}};
}

}  // namespace tengen::engines::othello
