#pragma once
// What a player says of itself.
//
// A player kind is a struct with
//   static PlayerInfo info();
//   template <games::Position P> static std::unique_ptr<Engine<P>> make(const Values& settings);
// where `make` is constrained to the positions that the player can handle. A player that may fail to be made, since it
// reads a file say, returns Expected<std::unique_ptr<Engine<P>>>. One whose settings may not fit the board, such as a
// file that was made for another one, also has
//   template <games::Position P> static Expected<void> fits(const Values& settings, const P& position);
//
// Settings with a step are what `tengen tune` may change. Where one of them means "as another setting says", the kind has
//   static Values spelled_out(const Values& settings);
// which puts numbers in its place, so that a search knows where it starts.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/limits.hpp"
#include "core/settings.hpp"
#include "search/score.hpp"

namespace tengen::engines {

// The strengths that a person may choose from, weakest first.
enum class Level : std::uint8_t { beginner, casual, intermediate, advanced, expert, champion };

// An opponent for that level.
struct LevelOffer {
  Level level{};
  Limits limits;
  std::string_view spec = {};  // where it is not the player that offers it, as it comes
};

struct PlayerInfo {
  std::string name;     // what one types: "uct"
  std::string summary;  // one line: the idea, and where it comes from
  std::vector<Setting> settings = {};
  bool takes_depth = true;  // whether Limits::depth means anything to it
  // How much it thinks, given its settings, where nobody bounds its search; empty where it always knows when to stop.
  std::function<Limits(const Values&)> default_limits = {};
  std::string counts = "positions";  // what Limits::nodes bounds and SearchResult::nodes says
  bool ends_at_depth = true;         // whether a depth alone bounds its search
  search::ScoreMeaning score = {};
  // Roughly its Elo where a random mover has 0; only the order counts. A game's strongest player advises, analyses and
  // plays where nobody was named.
  int strength = 0;
  // A game takes each level from the player that offers it and plays the fewest games: its own before one of all games.
  std::vector<LevelOffer> levels = {};
  std::uint64_t review_nodes = 20'000;  // for each position when it looks through a whole game
};

}  // namespace tengen::engines
