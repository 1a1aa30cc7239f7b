#pragma once
// The weights of the pattern evaluation, and the file that holds them.
//
// A game has twenty phases of three plies each. A phase has a weight for every number of every shape (patterns.hpp), one
// for every pair of mobilities, and one for each of its plies. The value of a position is their sum.
//
//      bytes   0 … 7    "TGOTHPAT"
//              8        version
//              9 … 12   length of the note, lowest byte first; the note says how the weights were made
//              …        the note
//              …        compressed by zlib:
//                         the two error models: their factors, 8 bytes each
//                         for each phase the weights, 2 bytes each; of a number and its mirror image only the lower
//              last 8   hash of everything before

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/expected.hpp"
#include "engines/othello/patterns.hpp"

namespace tengen::engines::othello {

// By how much a short search misses what a longer one finds: the standard deviation, in discs, of the difference between
// searches of `shorter` and of `depth` plies. Its logarithm is a sum of simple terms whose factors are fitted to our own
// searches. Multi-ProbCut rests on it.
struct ErrorModel {
  static constexpr std::size_t terms = 6;
  std::array<double, terms> factors{};

  static std::array<double, terms> terms_of(int empties, int depth, int shorter) {
    const double e = empties / 60.0, d = depth / 10.0, s = shorter / 10.0;
    return {1, e, e * e, d, s, d * e};
  }
  double deviation(int empties, int depth, int shorter) const {
    const auto x = terms_of(empties, depth, shorter);
    double sum = 0;
    for (std::size_t i = 0; i < terms; ++i) sum += factors[i] * x[i];
    return std::exp(sum);
  }
  bool operator==(const ErrorModel&) const = default;
};

class PatternWeights {
 public:
  static constexpr int phases = 20, plies_per_phase = 3;
  static constexpr int unit = 128;  // of the weights: one disc
  static constexpr std::size_t most_moves = 32;

  struct Phase {
    std::array<std::int16_t, pattern_layout.total> patterns{};
    std::array<std::int16_t, most_moves * most_moves> mobility{};  // own moves times most_moves, plus the opponent's
    std::array<std::int16_t, plies_per_phase> ply{};
    bool operator==(const Phase&) const = default;
  };

  PatternWeights() : phases_(phases) {}  // all weights nought
  static Expected<PatternWeights> from_bytes(std::string_view bytes);
  static Expected<PatternWeights> from_file(const std::string& path);
  std::string to_bytes() const;

  // The weights that come with the program, read once.
  static const PatternWeights& built_in();

  static constexpr int phase_of(int empties) {
    return empties >= 60 ? 0 : std::min((60 - empties) / plies_per_phase, phases - 1);
  }
  static constexpr std::size_t ply_of(int empties) {
    return static_cast<std::size_t>((60 + plies_per_phase - empties % plies_per_phase) % plies_per_phase);
  }
  const Phase& phase(int number) const noexcept { return phases_[static_cast<std::size_t>(number)]; }
  Phase& phase(int number) noexcept { return phases_[static_cast<std::size_t>(number)]; }

  ErrorModel errors;      // of a search against a longer one
  ErrorModel end_errors;  // of a search against the exact score
  std::string note;

 private:
  std::vector<Phase> phases_;
};

// mirror_images()[i]: the number that the i-th weight of a phase has when its pattern is mirrored into itself.
const std::vector<std::uint32_t>& mirror_images();

}  // namespace tengen::engines::othello
