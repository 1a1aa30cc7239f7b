#pragma once
// The board that threat/alphabeta walks on: the line board, and on top of it for every empty point and side what
// a stone there would be worth, kept up to date move by move. It knows whose turn it is.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "engines/gomoku/threat/alphabeta/point_table.hpp"
#include "engines/gomoku/threat/line_board.hpp"

namespace tengen::engines::gomoku {

class Field {
 public:
  using Bits = LineBoard::Bits;

  explicit Field(const PointTable& table = PointTable::standard());

  // Takes over a position of any type.
  template <int words>
  void set(const Position<words>& position);

  // Preconditions: the point is empty; there is a move to take back.
  void push(int cell) noexcept;
  void pop() noexcept;

  LineBoard& lines() noexcept { return *lines_; }
  const LineBoard& lines() const noexcept { return *lines_; }
  Side side_to_move() const noexcept { return side_; }
  int size() const noexcept { return lines_->size(); }
  bool full() const noexcept { return lines_->stone_count() == size() * size(); }
  std::uint64_t key() const noexcept { return lines_->key() ^ (side_ == Side::first ? 0 : side_key); }
  // The last move, or the one before it; −1 where the search has not made so many.
  int last_move(std::size_t back = 0) const noexcept {
    return moves_.size() > back ? moves_[moves_.size() - 1 - back].cell : -1;
  }

  Kind kind(Side side, int cell) const noexcept { return lines_->kind(side, cell); }
  // Whether the side has a point of this kind, and those points.
  bool any(Side side, Kind kind) const noexcept { return !points(side, kind).empty(); }
  const PointSet& points(Side side, Kind kind) const noexcept { return lines_->points(side, kind); }
  // Whether one more stone would make two points that complete five.
  bool has_winning_four(Side side) const noexcept { return any(side, Kind::open_four) || any(side, Kind::double_four); }

  // Empty points close enough to a stone to be worth a look.
  const Bits& near() const noexcept { return near_; }
  int order(Side mover, int cell) const noexcept {
    return entry(mover, cell).order * 5 / 4 + entry(other(mover), cell).order;
  }

  // Whether the side may play there: false only for Black's forbidden points under renju.
  bool allowed(Side side, int cell) const noexcept {
    return lines_->rule() != Rule::renju || side != Side::first || !may_be_forbidden(cell) ||
           !lines_->is_forbidden(side, cell);
  }

  // For the side to move, well inside ±win_threshold.
  int evaluate() const noexcept {
    const auto me = static_cast<std::size_t>(side_);
    return sums_[me].to_move - sums_[1 - me].waiting + table_->tempo();
  }

  // Where the other side of `attacker` can stop all its winning fours: empty points that touch a line of each.
  // Precondition: there is one. Fours of the defender's own are not among them.
  Bits defences(Side attacker) const noexcept;
  // The empty points on the eight rays of a point, as far as stones there touch each other's shapes.
  Bits rays(int cell) const noexcept;

 private:
  static constexpr std::uint64_t side_key = 0x5ade5ade12345677ULL;
  static constexpr int reach = ShapeTable::reach;

  // Of a side over all empty points.
  struct Sums {
    int to_move = 0, waiting = 0;
  };
  struct Change {
    std::int16_t cell;
    std::uint8_t side;
    std::uint16_t key;  // before
  };
  struct Made {
    std::int16_t cell;
    std::uint32_t first_change;
    Bits near;  // before
  };

  const PointEntry& entry(Side side, int cell) const noexcept {
    return (*table_)[keys_[static_cast<std::size_t>(side)][static_cast<std::size_t>(cell)]];
  }
  std::uint16_t fresh_key(Side side, int cell) const noexcept;
  void put_key(std::size_t side, int cell, std::uint16_t key) noexcept;
  bool may_be_forbidden(int cell) const noexcept;
  template <class Visit>
  void along(int cell, int direction, Visit&& visit) const;
  void prepare_neighbours();

  const PointTable* table_;
  std::optional<LineBoard> lines_;
  Side side_ = Side::first;
  std::array<std::array<std::uint16_t, 512>, 2> keys_{};
  std::array<Sums, 2> sums_{};
  Bits near_;
  std::vector<Bits> neighbours_;  // of each point: two steps around, three along the rays
  std::vector<Change> changes_;
  std::vector<Made> moves_;
};

}  // namespace tengen::engines::gomoku
