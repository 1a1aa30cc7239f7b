#include "protocol/players.hpp"

#include "protocol/gomocup_player.hpp"
#include "protocol/gtp_player.hpp"
#include "protocol/nboard_player.hpp"
#include "protocol/so_player.hpp"

namespace tengen::protocol {

std::vector<roster::PlayerKind> external_players() {
  return {gomocup::brain_kind(), gtp::engine_kind(), nboard::engine_kind(), so_kind()};
}

}  // namespace tengen::protocol
