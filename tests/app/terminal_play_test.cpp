#include "app/terminal_play.hpp"

#include <gmock/gmock.h>

#include <sstream>

#include "support/scripted_player.hpp"

namespace {

using namespace tengen;
using testing::HasSubstr;

// What is shown when a person plays one column against such a player, asks for a hint and leaves.
std::string shown(Behaviour behaviour) {
  std::istringstream in("4\nhint\nquit\n");
  std::ostringstream out;
  std::array<app::TerminalPlay::Participant, 2> sides;
  sides[0].name = "human";
  sides[1] = {"scripted", std::make_unique<ScriptedPlayer>(behaviour)};
  app::TerminalPlay(**app::builtins().find_game("connect4"), start_of("connect4"), std::move(sides),
                    std::make_unique<ScriptedPlayer>(Behaviour::first_move), {}, 1, in, out)
      .run();
  return out.str();
}

TEST(TerminalPlay, AsksPlayersThatAreReady) {
  const std::string text = shown(Behaviour::first_move);
  EXPECT_THAT(text, HasSubstr("plays 1"));
  EXPECT_THAT(text, HasSubstr("Try 1"));
}

TEST(TerminalPlay, SaysWhatWentWrong) {
  EXPECT_THAT(shown(Behaviour::throws), HasSubstr("scripted failed: out of order"));
  EXPECT_THAT(shown(Behaviour::throws_getting_ready), HasSubstr("scripted failed: no memory"));
  EXPECT_THAT(shown(Behaviour::cheats), HasSubstr("scripted failed: chose an illegal move"));
}

}  // namespace
