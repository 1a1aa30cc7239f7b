#include "engines/othello/paper_players.hpp"

namespace tengen::othello {

namespace {

std::vector<Setting> with_weights(std::vector<Setting> settings) {
  for (Setting& weight : SixWeights::settings()) settings.push_back(std::move(weight));
  return settings;
}

Setting depth() {
  return Setting::integer("depth", 0, 0, max_depth,
                          "plies to look ahead; 0: as the limits say, else 6 as in the paper");
}
Setting deepening() { return Setting::flag("deepening", false, "search one ply, then two, … until a limit stops it"); }

}  // namespace

PlayerInfo MinimaxPlayer::info() {
  return {"othello/minimax", "plain minimax over the six factors (the Othello paper)",
          with_weights({depth(), deepening()})};
}

PlayerInfo AlphaBetaPlayer::info() {
  return {"othello/alphabeta", "alpha-beta over the six factors, with minimax's values (the Othello paper)",
          with_weights({depth(), deepening(), Setting::flag("tt", false, "remember positions in a transposition table"),
                        Setting::integer("hash", 16, 1, 4096, "size of that table in megabytes")})};
}

PlayerInfo GreedyPlayer::info() {
  return {"othello/greedy", "the move with the best six factors right after it", with_weights({}), false};
}

}  // namespace tengen::othello
