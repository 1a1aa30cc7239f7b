#pragma once
// The numbers of all patterns of a board, kept up to date from move to move, and their value. Include this file inside a
// target region only, as search_tree.hpp.
//
// Two sets of numbers are kept, in base three with digits 0 and 1: one for the discs of the side to move, one for the
// other's. A pattern's number is the first plus twice the second, so that changing sides is an exchange of the sets, and
// a move adds and subtracts one row of a table for each disc.

#include <bit>
#include <cstdint>
#include <utility>

#include "engines/othello/pattern_weights.hpp"

namespace tengen::engines::othello {

template <class K>
class PatternFeatures {
  using Vector = std::uint16_t __attribute__((vector_size(32), may_alias));
  static constexpr std::size_t vectors = PatternPlaces::width / 16;

 public:
  PatternFeatures() = default;
  PatternFeatures(std::uint64_t own, std::uint64_t opponent) noexcept {
    add(own_, own);
    add(opponent_, opponent);
  }

  void play(std::uint64_t flipped, int cell) noexcept {
    Vector change[vectors] = {};
    add(change, flipped);
    const Vector* const placed = row(cell);
    for (std::size_t v = 0; v < vectors; ++v) {
      const Vector mine = own_[v] + change[v] + placed[v];
      own_[v] = opponent_[v] - change[v];
      opponent_[v] = mine;
    }
  }
  void pass() noexcept {
    for (std::size_t v = 0; v < vectors; ++v) std::swap(own_[v], opponent_[v]);
  }

  // In units of the weights, for the side to move; `moves` and `answers` are the cells where it and the other may move.
  int value(const PatternWeights& weights, std::uint64_t moves, std::uint64_t answers, int empties) const noexcept {
    const PatternWeights::Phase& phase = weights.phase(PatternWeights::phase_of(empties));
    constexpr std::size_t most = PatternWeights::most_moves;
    const std::size_t mine = std::min(static_cast<std::size_t>(K::count(moves)), most - 1);
    const std::size_t theirs = std::min(static_cast<std::size_t>(K::count(answers)), most - 1);
    return patterns(phase.patterns.data(), std::make_index_sequence<pattern_places>{}) +
           phase.mobility[mine * most + theirs] + phase.ply[PatternWeights::ply_of(empties)];
  }

  std::uint16_t number(std::size_t place) const noexcept {
    return static_cast<std::uint16_t>(own_[place / 16][place % 16] + 2 * opponent_[place / 16][place % 16]);
  }

 private:
  static const Vector* row(int cell) noexcept {
    return reinterpret_cast<const Vector*>(pattern_places_table.digit[static_cast<std::size_t>(cell)].data());
  }
  static void add(Vector* sums, std::uint64_t discs) noexcept {
    for (; discs != 0; discs &= discs - 1) {
      const Vector* const digits = row(std::countr_zero(discs));
      for (std::size_t v = 0; v < vectors; ++v) sums[v] += digits[v];
    }
  }

  template <std::size_t... place>
  int patterns(const std::int16_t* weights, std::index_sequence<place...>) const noexcept {
    alignas(32) std::uint16_t numbers[PatternPlaces::width];
    for (std::size_t v = 0; v < vectors; ++v)
      *reinterpret_cast<Vector*>(numbers + 16 * v) = own_[v] + opponent_[v] + opponent_[v];
    return (... + weights[pattern_layout.begin[pattern_places_table.shape[place]] + numbers[place]]);
  }

  Vector own_[vectors] = {}, opponent_[vectors] = {};
};

}  // namespace tengen::engines::othello
