// The pattern evaluation: kept up to date against written down from the board, its symmetries, its file; and searches
// with it against plain minimax.

#include <gtest/gtest.h>

#include "core/embedded.hpp"
#include "engines/othello/kernels.hpp"
#include "engines/othello/naive.hpp"
#include "engines/othello/pattern_features.hpp"
#include "engines/othello/search.hpp"
#include "engines/othello/search_margins.hpp"
#include "support/effort.hpp"

namespace tengen::engines::othello {
namespace {

using Features = PatternFeatures<PlainKernels>;

// Weights without any pattern to them, but equal for mirror images.
PatternWeights random_weights(std::uint64_t seed) {
  Rng rng(seed);
  PatternWeights weights;
  const auto& mirrored = mirror_images();
  const auto draw = [&](std::uint32_t range) { return static_cast<std::int16_t>(rng.below(2 * range + 1)) - range; };
  for (int p = 0; p < PatternWeights::phases; ++p) {
    auto& phase = weights.phase(p);
    for (std::size_t i = 0; i < mirrored.size(); ++i)
      phase.patterns[i] = i <= mirrored[i] ? static_cast<std::int16_t>(draw(150)) : phase.patterns[mirrored[i]];
    for (auto& weight : phase.mobility) weight = static_cast<std::int16_t>(draw(500));
    for (auto& weight : phase.ply) weight = static_cast<std::int16_t>(draw(500));
  }
  weights.errors.factors = {1, 0.5, -0.25, 0.125, -1, 0};
  weights.note = "drawn by lot";
  return weights;
}

int empties_of(const Position& position) { return naive::count(~(position.own() | position.opponent())); }

int value_of(const Features& features, const PatternWeights& weights, const Position& position) {
  return features.value(weights, mobility(position.own(), position.opponent()),
                        mobility(position.opponent(), position.own()), empties_of(position));
}
int value_of(const PatternWeights& weights, const Position& position) {
  return value_of(Features(position.own(), position.opponent()), weights, position);
}

// The same from the list of cells, without tables.
int slow_value(const PatternWeights& weights, const Position& position) {
  const auto& phase = weights.phase(PatternWeights::phase_of(empties_of(position)));
  int sum = 0;
  for (std::size_t s = 0; s < pattern_shapes; ++s) {
    std::vector<std::uint64_t> seen;
    for (int symmetry = 0; symmetry < 8; ++symmetry) {
      std::uint64_t cells = 0;
      std::size_t number = 0;
      for (std::size_t i = detail::shapes[s].size; i-- > 0;) {
        const int cell = detail::turned(detail::shapes[s].cells[i], symmetry);
        cells |= std::uint64_t{1} << cell;
        number = 3 * number + (position.own() >> cell & 1) + 2 * (position.opponent() >> cell & 1);
      }
      if (std::ranges::find(seen, cells) != seen.end()) continue;
      seen.push_back(cells);
      sum += phase.patterns[pattern_layout.begin[s] + number];
    }
  }
  const auto moves = static_cast<std::size_t>(naive::count(naive::moves(position.own(), position.opponent())));
  const auto answers = static_cast<std::size_t>(naive::count(naive::moves(position.opponent(), position.own())));
  return sum + phase.mobility[std::min<std::size_t>(moves, 31) * 32 + std::min<std::size_t>(answers, 31)] +
         phase.ply[static_cast<std::size_t>(60 - empties_of(position)) % 3];
}

TEST(OthelloPatterns, HaveFortySixPlaces) {
  EXPECT_EQ(pattern_layout.total, 226'314u);
  EXPECT_EQ(pattern_places_table.shape.back(), pattern_shapes - 1);
  for (const auto& row : pattern_places_table.digit)  // each cell is looked at, and the spare places at none
    EXPECT_TRUE(std::ranges::any_of(row, [](int digit) { return digit != 0; }) && row[46] == 0 && row[47] == 0);
  const auto& mirrored = mirror_images();
  for (std::size_t i = 0; i < mirrored.size(); ++i) ASSERT_EQ(mirrored[mirrored[i]], i);
}

TEST(OthelloPatterns, KeepUpWithTheGame) {
  const PatternWeights weights = random_weights(1);
  Rng rng(2);
  int passes = 0;
  for (int game = 0; game < effort(300); ++game) {
    Position position;
    Features kept(position.own(), position.opponent());
    while (const auto move = position.random_move(rng)) {
      if (move->is_pass()) {
        kept.pass();
        ++passes;
      } else {
        kept.play(flips(position.own(), position.opponent(), move->cell), move->cell);
      }
      position.play(*move);
      const int value = value_of(kept, weights, position);
      ASSERT_EQ(value, slow_value(weights, position)) << position.to_string();
      ASSERT_EQ(value, value_of(weights, position));
    }
  }
  EXPECT_GT(passes, 0);
}

TEST(OthelloPatterns, AreBlindToSymmetryAndColour) {
  const PatternWeights weights = random_weights(3);
  Rng rng(4);
  for (int i = 0; i < effort(1000); ++i) {
    const Position position = naive::random_game(rng, i % 60);
    const int value = value_of(weights, position);
    for (int symmetry = 1; symmetry < 8; ++symmetry)
      ASSERT_EQ(value_of(weights, position.transformed(symmetry)), value);
    const Position recoloured(position.own(), position.opponent(), other(position.side_to_move()));
    ASSERT_EQ(value_of(weights, recoloured), value);
  }
}

TEST(OthelloPatterns, SurviveTheFile) {
  const PatternWeights weights = random_weights(5);
  const std::string bytes = weights.to_bytes();
  const auto read = PatternWeights::from_bytes(bytes);
  ASSERT_TRUE(read);
  for (int p = 0; p < PatternWeights::phases; ++p) ASSERT_TRUE(read->phase(p) == weights.phase(p));
  EXPECT_EQ(read->errors, weights.errors);
  EXPECT_EQ(read->note, "drawn by lot");
  std::string damaged = bytes;
  damaged[bytes.size() / 2] ^= 1;
  EXPECT_FALSE(PatternWeights::from_bytes(damaged));
  EXPECT_FALSE(PatternWeights::from_bytes(bytes.substr(0, bytes.size() - 2)));
  EXPECT_FALSE(PatternWeights::from_bytes("TGOTHPAT"));
  EXPECT_FALSE(PatternWeights::from_bytes("something else altogether"));
}

TEST(OthelloPatterns, ComeWithTheProgram) {
  const auto read = PatternWeights::from_bytes(embedded::othello_patterns().front().bytes);
  ASSERT_TRUE(read) << read.error().message;
  // A corner is worth having: the same positions with a corner of mine and of theirs.
  Rng rng(9);
  int positions = 0, gain = 0;
  while (positions < 50) {
    const Position position = naive::random_game(rng, 24);
    if (((position.own() | position.opponent()) & 1) == 0) continue;
    const Position mine(position.own() | 1, position.opponent() & ~std::uint64_t{1}, Side::first);
    const Position theirs(position.own() & ~std::uint64_t{1}, position.opponent() | 1, Side::first);
    gain += value_of(*read, mine) - value_of(*read, theirs);
    ++positions;
  }
  EXPECT_GT(gain / positions, 6 * PatternWeights::unit);
}

// Plain minimax with the same evaluation.
int minimax(const PatternWeights& weights, const Position& position, int depth) {
  games::MoveList<Position> moves;
  position.legal_moves(moves);
  if (moves.empty()) return naive::Tree{}.score(position);
  if (depth == 0) {
    const int fine = value_of(weights, position), unit = PatternWeights::unit;
    return std::clamp((fine + (fine > 0 ? unit / 2 : -unit / 2)) / unit, -62, 62);
  }
  int best = -100;
  for (const Move move : moves) {
    Position next = position;
    next.play(move);
    best = std::max(best, -minimax(weights, next, move.is_pass() ? depth : depth - 1));
  }
  return best;
}

class OthelloLookAhead : public testing::TestWithParam<Processor> {};
INSTANTIATE_TEST_SUITE_P(Processors, OthelloLookAhead, testing::ValuesIn(known_processors()));

TEST_P(OthelloLookAhead, WithoutCutsIsMinimax) {
  const PatternWeights weights = random_weights(6);
  Search search(std::size_t{1} << 20, 1, GetParam(), weights);
  Rng rng(7);
  for (int i = 0; i < effort(300); ++i) {
    const Position position = naive::random_game(rng, 5 + i % 55);
    if (position.outcome() != Outcome::ongoing) continue;
    const int depth = 1 + i % 5;
    if (depth >= empties_of(position)) continue;
    const int expected = minimax(weights, position, depth);
    ASSERT_EQ(search.look_ahead(position, depth, certain), expected) << position.to_string() << " depth " << depth;
    for (const int low : {expected - 2, expected - 1, expected, expected + 1}) {
      const auto bound = search.look_ahead(position, depth, certain, low, low + 1);
      ASSERT_TRUE(expected > low ? bound > low && bound <= expected : bound <= low && bound >= expected)
          << position.to_string() << " depth " << depth << " above " << low;
    }
  }
}

// Bold cuts may be wrong, but not often, and not in the table of a search that makes none.
TEST(OthelloLookAhead, CutsAreMostlyRight) {
  Search bold(std::size_t{8} << 20), sure(std::size_t{8} << 20);
  Rng rng(8);
  int all = 0, far = 0;
  for (int i = 0; i < effort(100); ++i) {
    const Position position = naive::random_game(rng, 14 + i % 2);
    if (position.outcome() != Outcome::ongoing) continue;
    const int score = sure.look_ahead(position, 64, certain).value();
    const int guess = bold.look_ahead(position, 64, 0).value();
    ++all;
    far += std::abs(guess - score) > 8;
    ASSERT_EQ(bold.look_ahead(position, 64, certain), score) << position.to_string();
  }
  EXPECT_LT(far, all / 3);
}

}  // namespace
}  // namespace tengen::engines::othello
