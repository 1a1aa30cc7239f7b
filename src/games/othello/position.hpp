#pragma once
// Othello: two bitboards and the side to move.

#include <cassert>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/bits.hpp"
#include "core/hash.hpp"
#include "games/othello/bitboard.hpp"
#include "games/position.hpp"

namespace tengen::games::othello {

struct Move {
  static constexpr std::uint8_t pass_cell = 64;
  std::uint8_t cell = pass_cell;
  bool is_pass() const noexcept { return cell == pass_cell; }
  auto operator<=>(const Move&) const = default;
};

class Position {
 public:
  using Move = othello::Move;
  static constexpr std::size_t max_moves = 64;
  static constexpr int symmetries = 8;
  static constexpr bool perft_counts_ended_games = true;

  // The four discs in the middle, Black (x) to move.
  Position() noexcept : own_(0x0000000810000000ULL), opponent_(0x0000001008000000ULL) {}
  Position(std::uint64_t own, std::uint64_t opponent, Side to_move) noexcept
      : own_(own), opponent_(opponent), side_(to_move) {}

  Side side_to_move() const noexcept { return side_; }

  Outcome outcome() const noexcept {
    if (mobility(own_, opponent_) != 0 || mobility(opponent_, own_) != 0) return Outcome::ongoing;
    const int margin = bit_count(own_) - bit_count(opponent_);
    if (margin == 0) return Outcome::draw;
    return win_for(margin > 0 ? side_ : other(side_));
  }

  void legal_moves(MoveList<Position>& out) const noexcept {
    out.clear();
    const std::uint64_t cells = mobility(own_, opponent_);
    for_each_bit(cells, [&out](int cell) { out.push_back({static_cast<std::uint8_t>(cell)}); });
    if (cells == 0 && mobility(opponent_, own_) != 0) out.push_back(Move{});
  }

  void play(Move move) noexcept {
    std::uint64_t taken = 0;
    if (!move.is_pass()) {
      const std::uint64_t flipped = flips(own_, opponent_, move.cell);
      assert(flipped != 0);
      taken = flipped | std::uint64_t{1} << move.cell;
    }
    const std::uint64_t mover = own_ | taken;
    own_ = opponent_ & ~taken;
    opponent_ = mover;
    side_ = other(side_);
  }

  std::optional<Move> random_move(Rng& rng) const noexcept {
    const std::uint64_t cells = mobility(own_, opponent_);
    if (cells == 0) return mobility(opponent_, own_) != 0 ? std::optional(Move{}) : std::nullopt;
    const std::uint64_t counts = cumulative_byte_counts(cells);
    const std::uint32_t n = rng.below(static_cast<std::uint32_t>(counts >> 56));
    return Move{static_cast<std::uint8_t>(nth_bit(cells, static_cast<int>(n), counts))};
  }

  // Two multiplications over the two boards cost less than updating a key disc by disc on every flip.
  std::uint64_t key() const noexcept { return hash_words(own_, opponent_) ^ static_cast<std::uint64_t>(side_); }
  bool operator==(const Position&) const = default;

  // Symmetry bits: 1 mirrors left-right, 2 top-bottom, 4 along the main diagonal (applied first).
  Position transformed(int symmetry) const noexcept;
  Move transformed(Move move, int symmetry) const noexcept;

  static Expected<Position> from_string(std::string_view text);
  std::string to_string() const;
  Expected<Move> parse_move(std::string_view text) const;
  std::string format(Move move) const;
  Diagram diagram() const;

  std::uint64_t own() const noexcept { return own_; }
  std::uint64_t opponent() const noexcept { return opponent_; }

 private:
  std::uint64_t own_;
  std::uint64_t opponent_;
  Side side_ = Side::first;
};

// A simple guess for the side to move, so that every generic search can play: mobility, corners and discs.
int static_evaluation(const Position& position) noexcept;

}  // namespace tengen::games::othello
