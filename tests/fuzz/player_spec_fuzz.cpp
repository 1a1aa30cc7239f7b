// A player as typed, "uct:c=0.7", down to its checked settings. No player is made: a valid spec may ask for gigabytes.

#include "engines/generic/fixed_depth.hpp"
#include "engines/generic/random.hpp"
#include "engines/generic/uct.hpp"
#include "fuzz/check.hpp"
#include "roster/registry.hpp"

using namespace tengen;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::vector<engines::PlayerInfo> players = {
      engines::RandomPlayer::info(), engines::MinimaxPlayer::info(), engines::AlphaBetaPlayer::info(),
      engines::UctPlayer::info()};
  const auto spec = roster::parse_spec(fuzz::as_text(data, size));
  if (!spec) {
    fuzz::check_error(spec.error());
    return 0;
  }
  fuzz::check(!spec->name.empty(), "a player has a name");
  const auto again = roster::parse_spec(spec->name + ":" + spec->settings);
  fuzz::check(again && again->name == spec->name && again->settings == spec->settings, "a spec can be read again");
  for (const engines::PlayerInfo& player : players) {
    const auto values = parse_values(player.settings, spec->settings, "player " + player.name);
    if (!values) fuzz::check_error(values.error());
  }
  return 0;
}
