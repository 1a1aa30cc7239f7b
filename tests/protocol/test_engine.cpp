// Our own engine side with the generic players: what the round-trip tests start. test_engine PROTOCOL GAME PLAYER

#include <unistd.h>

#include <string_view>

#include "protocol/engine_session.hpp"
#include "protocol/support.hpp"

int main(int count, char** arguments) {
  using namespace tengen;
  if (count != 4) return 2;
  const std::string_view protocol = arguments[1];
  const protocol::EngineSetup setup{
      app::builtins(), arguments[2], arguments[3], {std::nullopt, 1000, std::nullopt}, 1, {}, {}};
  protocol::run_engine(STDIN_FILENO, STDOUT_FILENO, setup,
                       protocol == "gtp"      ? protocol::make_gtp_engine
                       : protocol == "nboard" ? protocol::make_nboard_engine
                                              : protocol::make_gomocup_engine);
}
