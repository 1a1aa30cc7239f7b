#include "engines/generic/table_player.hpp"

namespace tengen::detail {

PlayerInfo table_player_info(const std::string& method, const std::string& title) {
  return {method,
          fmt::format("the best known move of {}'s table, else a random one (the Othello paper)", title),
          {Setting::file("table",
                         fmt::format("file that `tengen train {}` wrote; without one: nothing learned yet", method))},
          false};
}

}  // namespace tengen::detail
