#pragma once
// The openings of a match. Pair k's opening depends on the seed and on k alone, and both games of the pair begin with
// it. A spec says which, in the grammar of players:
//
//   none                                     every game begins at the start
//   random:plies=4,centre=0                  random moves that do not end the game; within the central 9×9, say
//   ladder                                   two stones of each colour at random in the central 3×3
//   balanced                                 the set that ships with the program
//   undecided                                Gomoku: the set that its champion judged
//   xot                                      Othello: the XOT list of even positions after eight moves
//   file:path=F,symmetries=on,order=random   from a file; see docs/formats.md
//
// A list (balanced, undecided, xot, file) holds each position once. With symmetries=on the whole list is followed by its
// mirror images, one symmetry after the other, as far as the start position has them. Pairs beyond the list's end begin
// it anew; in random order every round through the list is shuffled by itself.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/expected.hpp"
#include "roster/game.hpp"

namespace tengen {

class Openings {
 public:
  using Line = std::vector<AnyMove>;

  // None at all.
  Openings() = default;
  // Checked against the start position: every opening is legal there and leaves a game to play.
  static Expected<Openings> make(std::string_view spec, std::string_view game_name, const Game& start);
  // The file that a spec names; empty where it names none. Opens nothing.
  static Expected<std::string> file_of(std::string_view spec);

  // Takes the game back to its start and plays the pair's opening.
  void play(Game& game, std::uint64_t pair, std::uint64_t seed) const;

  // Changes when the openings do: it holds a hash of a list's moves, and no path.
  const std::string& identity() const { return identity_; }
  // How many different openings there are, where that is known; later pairs repeat them.
  std::optional<std::uint64_t> distinct() const;
  // The openings one after the other; empty for none, random and ladder.
  const std::vector<Line>& lines() const { return lines_; }

 private:
  enum class Kind : std::uint8_t { none, random, ladder, list };
  static Expected<Openings> make_list(const std::string& kind, const Values& values, std::string_view game_name,
                                      const Game& start);

  Kind kind_ = Kind::none;
  std::string identity_ = "none";
  int plies_ = 0;            // random
  Line centre_;              // ladder, random within a centre: the points
  std::vector<Line> lines_;  // list
  bool shuffled_ = false;    // list
};

// What may be written as a spec, for --help: one line each.
std::vector<std::string> opening_spec_help();

// The position as text, the same for all its images under the symmetries that the game's start has: equal for two
// openings that are one and the same to a player without prejudice.
std::string canonical_position(const Game& game);

}  // namespace tengen
