#include "engines/generic/table_player.hpp"

namespace tengen::engines::detail {

PlayerInfo table_player_info(const std::string& method, const std::string& title) {
  return {.name = method,
          .summary = fmt::format("the best known move of {}'s table, else a random one (the Othello paper)", title),
          .settings = {Setting::file(
              "table", fmt::format("file that `tengen train {}` wrote; without one: nothing learned yet", method))},
          .takes_depth = false,
          .strength = 100};
}

}  // namespace tengen::engines::detail
