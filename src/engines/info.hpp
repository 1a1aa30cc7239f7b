#pragma once
// What a player says of itself.
//
// A player kind is a struct with
//   static PlayerInfo info();
//   template <Position P> static std::unique_ptr<Engine<P>> make(const Values& settings);
// where `make` is constrained to the positions that the player can handle. A player that may fail to be made, since it
// reads a file say, returns Expected<std::unique_ptr<Engine<P>>>. One whose settings may not fit the board, such as a
// file that was made for another one, also has
//   template <Position P> static Expected<void> fits(const Values& settings, const P& position);
//
// Settings with a step are what `tengen tune` may change. Where one of them means "as another setting says", the kind has
//   static Values spelled_out(const Values& settings);
// which puts numbers in its place, so that a search knows where it starts.

#include <string>
#include <vector>

#include "core/settings.hpp"

namespace tengen {

struct PlayerInfo {
  std::string name;     // what one types: "uct"
  std::string summary;  // one line: the idea, and where it comes from
  std::vector<Setting> settings;
  bool takes_depth = true;  // whether Limits::depth means anything to it
};

}  // namespace tengen
