#include "protocol/players.hpp"

#include "protocol/gomocup_player.hpp"

namespace tengen {

std::vector<PlayerKind> external_players() { return {gomocup::brain_kind()}; }

}  // namespace tengen
