#pragma once
// What the evaluation learns from: positions of games, each with how its game ended.
//
// A file is a list of records of 22 bytes, lowest byte first, in the order of the games:
//
//      0 … 7     discs of the side to move
//      8 … 15    discs of the other
//      16 … 19   number of the game
//      20        score at the end of the game, for the side to move
//      21        what the search thought, in discs

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/bits.hpp"
#include "core/expected.hpp"

namespace tengen::engines::othello {

struct Sample {
  static constexpr std::size_t bytes = 22;

  std::uint64_t own = 0, opponent = 0;
  std::uint32_t game = 0;
  std::int8_t result = 0, searched = 0;

  int empties() const noexcept { return 64 - bit_count(own | opponent); }
  bool operator==(const Sample&) const = default;
};

Expected<std::vector<Sample>> read_samples(const std::string& path);

// The number of the game that follows the last in the file; nought where there is no file.
Expected<std::uint32_t> next_game(const std::string& path);

// A record that an earlier program left half written is cut off first.
Expected<void> append_samples(const std::string& path, const std::vector<Sample>& samples);

}  // namespace tengen::engines::othello
