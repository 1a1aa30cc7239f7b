#pragma once
// Gomoku on boards of 5×5 to 22×22 under three rules. See board.hpp for the layout.

#include <cassert>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/bits.hpp"
#include "core/hash.hpp"
#include "games/gomoku/board.hpp"
#include "games/gomoku/renju.hpp"
#include "games/position.hpp"

namespace tengen::games::gomoku {

// Column and row from 0 at the lower left: h8 is {7, 7}.
struct Move {
  std::uint8_t column = 0;
  std::uint8_t row = 0;
  auto operator<=>(const Move&) const = default;
};

namespace detail {

// One random word for each colour and bit of the largest board.
inline constexpr auto zobrist = [] {
  std::array<std::array<std::uint64_t, 512>, 2> table{};
  std::uint64_t n = 0x74656e67656e2121ULL;
  for (auto& colour : table)
    for (auto& word : colour) word = mix(n += 0x9e3779b97f4a7c15ULL);
  return table;
}();

}  // namespace detail

template <int words>
class Position {
 public:
  using Move = gomoku::Move;
  using Bits = WideBits<words>;
  static constexpr std::size_t max_moves = words <= 4 ? 15 * 15 : largest_size * largest_size;
  static constexpr int symmetries = 8;

  static constexpr bool fits(int size) noexcept { return cells_of(size) <= 64 * words; }

  Position() noexcept : Position(15, Rule::freestyle) {}
  // Precondition: the size is valid and fits.
  Position(int size, Rule rule) noexcept
      : key_(mix(static_cast<std::uint64_t>(size) << 8 | static_cast<std::uint64_t>(rule))),
        size_(static_cast<std::uint8_t>(size)),
        rule_(rule) {
    assert(fits(size));
  }

  Side side_to_move() const noexcept { return side_; }
  Outcome outcome() const noexcept { return outcome_; }

  void legal_moves(MoveList<Position>& out) const noexcept {
    out.clear();
    if (outcome_ != Outcome::ongoing) return;
    Bits points = empty();
    if (has_forbidden_points()) points &= ~forbidden_points(stones_[0], stones_[1], size_);
    for_each_bit(points, [this, &out](int cell) { out.push_back(move_at(cell)); });
  }

  void play(Move move) noexcept {
    const int cell = cell_of(move);
    assert(outcome_ == Outcome::ongoing && empty().test(cell) && !is_forbidden(cell));
    Bits& mine = stones_[index(side_)];
    mine.set(cell);
    key_ ^= detail::zobrist[static_cast<std::size_t>(side_)][static_cast<std::size_t>(cell)] ^ side_key;
    ++count_;
    const Side mover = side_;
    side_ = other(side_);
    if (makes_five(mine, size_, rule_, mover == Side::first, cell))
      outcome_ = win_for(mover);
    else if (!has_legal_move())
      outcome_ = Outcome::draw;
  }

  // While most points are empty, drawing points until one is free is far cheaper than listing them.
  std::optional<Move> random_move(Rng& rng) const noexcept {
    if (outcome_ != Outcome::ongoing) return std::nullopt;
    const auto cells = static_cast<std::uint32_t>(cells_of(size_));
    const Bits free = empty();
    for (int tries = 0; tries < 32; ++tries) {
      const int cell = static_cast<int>(rng.below(cells));
      if (free.test(cell) && !is_forbidden(cell)) return move_at(cell);
    }
    MoveList<Position> moves;
    legal_moves(moves);
    return moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
  }

  std::uint64_t key() const noexcept { return key_; }
  bool operator==(const Position&) const = default;

  // Symmetry bits: 1 mirrors left-right, 2 top-bottom, 4 along the main diagonal (applied first).
  Position transformed(int symmetry) const noexcept;
  Move transformed(Move move, int symmetry) const noexcept;

  static Expected<Position> from_string(std::string_view text);
  std::string to_string() const;
  Expected<Move> parse_move(std::string_view text) const;
  std::string format(Move move) const;
  Diagram diagram() const;
  std::vector<CellIndex> winning_line() const;
  std::vector<ForbiddenCell> forbidden() const;
  Threats threats() const;
  OptionValues option_values() const;

  int size() const noexcept { return size_; }
  Rule rule() const noexcept { return rule_; }
  int stone_count() const noexcept { return count_; }
  const Bits& stones(Side side) const noexcept { return stones_[index(side)]; }
  Bits empty() const noexcept { return all_points<Bits>(size_) & ~(stones_[0] | stones_[1]); }

  int cell_of(Move move) const noexcept { return move.row * stride_of(size_) + move.column; }
  Move move_at(int cell) const noexcept {
    return {static_cast<std::uint8_t>(cell % stride_of(size_)), static_cast<std::uint8_t>(cell / stride_of(size_))};
  }

  // Whether the rules keep the side to move off this empty point (Black under renju).
  bool is_forbidden(int cell) const noexcept {
    return has_forbidden_points() && gomoku::is_forbidden(stones_[0], stones_[1], size_, cell);
  }

  // For building a position from a diagram. The outcome is read off the board; an error if both sides have won.
  Expected<void> set_stones(const Bits& black, const Bits& white, Side to_move);

 private:
  static constexpr std::uint64_t side_key = 0x5ade5ade12345677ULL;

  bool has_forbidden_points() const noexcept { return rule_ == Rule::renju && side_ == Side::first; }

  // A full board is a draw, and so is the rare renju board on which every free point is forbidden to Black.
  bool has_legal_move() const noexcept {
    if (count_ == size_ * size_) return false;
    if (!has_forbidden_points()) return true;
    // Nearly always the first free point will do.
    const Bits free = empty();
    for (int i = 0; i < words; ++i)
      for (std::uint64_t word = free[i]; word != 0; word &= word - 1)
        if (!is_forbidden(64 * i + std::countr_zero(word))) return true;
    return false;
  }

  Bits stones_[2]{};
  std::uint64_t key_;
  std::uint16_t count_ = 0;
  std::uint8_t size_;
  Rule rule_;
  Side side_ = Side::first;
  Outcome outcome_ = Outcome::ongoing;
};

using SmallPosition = Position<4>;  // up to 15×15
using LargePosition = Position<8>;  // up to 22×22

// A simple guess for the side to move, so that every generic search can play: lines of five that are still open.
template <int words>
int static_evaluation(const Position<words>& position) noexcept;

}  // namespace tengen::games::gomoku
