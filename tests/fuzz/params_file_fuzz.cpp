// A file of settings, as params=FILE reads it, and back.

#include "engines/generic/uct.hpp"
#include "engines/othello/paper_players.hpp"
#include "fuzz/check.hpp"
#include "roster/params_file.hpp"

using namespace tengen;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::vector<engines::PlayerInfo> players = {engines::UctPlayer::info(),
                                                           engines::othello::AlphaBetaPlayer::info()};
  for (const engines::PlayerInfo& player : players) {
    const auto values = roster::parse_params(fuzz::as_text(data, size), "F", player);
    if (!values) {
      fuzz::check_error(values.error());
      continue;
    }
    const auto again = roster::parse_params(roster::params_text(player, *values, {{"made", "by chance"}}), "G", player);
    fuzz::check(again.has_value(), "what is written can be read");
    for (const Setting& s : player.settings)
      if (s.kind == Setting::Kind::real) fuzz::check(again->real(s.name) == values->real(s.name), "and says the same");
  }
  return 0;
}
