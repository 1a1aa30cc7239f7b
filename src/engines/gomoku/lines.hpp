#pragma once
// The board as lines, and a memory of what every line has to say.
//
// The deep players value points and boards by patterns that never leave a line, so a board is worth the sum of its
// lines. A search plays on the same few points again and again, so that a line nearly always shows a face that was
// seen before. What a player makes of a face is worked out once and kept:
//
//     board of 15×15                        memory
//     88 lines, each a pointer  ────────►   key  . . X O X . . .   length 8
//                                           per point:  what a stone here would change on this line
//                                           in total:   what this line adds to the board's value
//
// A move looks up four faces and a pointer is swapped for each; taking it back swaps them again. Nothing else is kept
// up to date, so the cost of a move does not depend on how much a player wants to know of a line.
//
// A line's key:   bits 0–21 Black's stones | 22–43 White's stones | 44–48 length; offset 0 is the lowest point, for a
// row the leftmost.

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/hash.hpp"
#include "core/side.hpp"
#include "engines/rules.hpp"
#include "games/gomoku/board.hpp"

namespace tengen::engines::gomoku {

// What stands on one line, as a rule that fills the memory sees it.
struct LineFace {
  std::array<std::uint32_t, 2> stones{};  // by side; bit i is the point at offset i
  int length = 0;

  bool empty(int i) const noexcept { return (((stones[0] | stones[1]) >> i) & 1) == 0; }
  // The run of one side's stones through offset i, counting i itself whether or not there is a stone.
  int run_through(Side side, int i) const noexcept {
    const std::uint32_t own = stones[static_cast<std::size_t>(side)];
    int low = i, high = i;
    while (low > 0 && (own >> (low - 1) & 1)) --low;
    while ((own >> (high + 1) & 1)) ++high;
    return high - low + 1;
  }
  // Whether the side has won on this line.
  bool has_five(Side side, Rule rule) const noexcept;
};

// What most rules add up over the lines of a board.
struct LineTotals {
  std::array<std::int64_t, 2> values{};  // by side that sees them
  std::array<int, 2> fives{};            // lines on which the side has won

  LineTotals& operator+=(const LineTotals& o) noexcept {
    for (std::size_t s = 0; s < 2; ++s) values[s] += o.values[s], fives[s] += o.fives[s];
    return *this;
  }
  LineTotals& operator-=(const LineTotals& o) noexcept {
    for (std::size_t s = 0; s < 2; ++s) values[s] -= o.values[s], fives[s] -= o.fives[s];
    return *this;
  }
  bool operator==(const LineTotals&) const = default;
};

// Where the points of one board size lie on its lines: rows, columns, up-right and up-left slants.
class LineMap {
 public:
  static constexpr std::size_t max_lines = 6 * largest_size - 2;
  static constexpr std::size_t max_cells = cells_of(largest_size);
  struct Place {
    std::uint8_t line = 0;
    std::uint8_t offset = 0;
  };

  // Built at the first call, for all sizes; shared and never changed.
  static const LineMap& of(int size);

  int size() const noexcept { return size_; }
  int lines() const noexcept { return 6 * size_ - 2; }
  int length(int line) const noexcept { return lengths_[static_cast<std::size_t>(line)]; }
  // By direction, in the order of gomoku::directions.
  const std::array<Place, 4>& places(int cell) const noexcept { return places_[static_cast<std::size_t>(cell)]; }

 private:
  void build(int size);

  int size_ = 0;
  std::array<std::uint8_t, max_lines> lengths_{};
  std::array<std::array<Place, 4>, max_cells> places_{};
};

// Rule: what a player reads off a line.
//   using Info    what is kept for a face; holds `Totals total`
//   using Totals  what adds up over lines; has += and −=
//   void operator()(const LineFace&, Info& out) const
template <class Rule>
class FaceMemory {
 public:
  using Info = typename Rule::Info;

  // At least 2^9 slots, so that the lines of any board fit into the half that make_room leaves.
  explicit FaceMemory(Rule rule = {}, int log2_slots = 15)
      : rule_(std::move(rule)),
        keys_(std::size_t{1} << log2_slots, no_key),
        // Left untouched until a face moves in: most games need a few hundred.
        infos_(std::make_unique_for_overwrite<Info[]>(std::size_t{1} << log2_slots)) {}

  const Rule& rule() const noexcept { return rule_; }
  void set_rule(Rule rule) {
    rule_ = std::move(rule);
    forget();
  }
  void forget() {
    std::ranges::fill(keys_, no_key);
    used_ = 0;
  }
  // To be called while no board points in here: leaves room for a whole search.
  void make_room() {
    if (used_ > keys_.size() / 2) forget();
  }

  // The info of a face. It stays where it is until the memory is forgotten; when the memory is full, which takes tens
  // of thousands of faces in one search, the answer is put into `spare` instead.
  const Info& find(std::uint64_t key, Info& spare) {
    const std::size_t mask = keys_.size() - 1;
    std::size_t slot = (key * 0x9e3779b97f4a7c15ULL) >> 32 & mask;
    for (; keys_[slot] != no_key; slot = (slot + 1) & mask)
      if (keys_[slot] == key) return infos_[slot];
    Info* info = &spare;
    if (used_ < keys_.size() / 8 * 7) {
      ++used_;
      keys_[slot] = key;
      info = &infos_[slot];
    }
    constexpr std::uint32_t points = (1u << largest_size) - 1;
    rule_(LineFace{{static_cast<std::uint32_t>(key) & points, static_cast<std::uint32_t>(key >> largest_size) & points},
                   static_cast<int>(key >> (2 * largest_size))},
          *info);
    return *info;
  }

 private:
  static constexpr std::uint64_t no_key = 0;  // no line has length 0

  Rule rule_;
  std::vector<std::uint64_t> keys_;
  std::unique_ptr<Info[]> infos_;
  std::size_t used_ = 0;
};

// A board with push and pop over such a memory.
template <class Rule>
class FaceBoard {
 public:
  using Info = typename Rule::Info;
  using Totals = typename Rule::Totals;
  static constexpr std::size_t max_pushes = 16;

  explicit FaceBoard(FaceMemory<Rule>& memory) : memory_(memory) {}

  template <class P>
  void set(const P& position) {
    map_ = &LineMap::of(position.size());
    depth_ = 0;
    totals_ = {};
    side_ = position.side_to_move();
    taken_.fill(false);
    memory_.make_room();
    for (int line = 0; line < map_->lines(); ++line)
      keys_[at(line)] = static_cast<std::uint64_t>(map_->length(line)) << (2 * largest_size);
    for (const Side side : {Side::first, Side::second})
      position.stones(side).for_each([&](int cell) {
        taken_[at(cell)] = true;
        for (const auto& place : map_->places(cell)) keys_[place.line] |= bit(side, place.offset);
      });
    for (int line = 0; line < map_->lines(); ++line) {
      // There is room, so the spare is not used.
      infos_[at(line)] = &memory_.find(keys_[at(line)], undo_[0].spares[0]);
      totals_ += infos_[at(line)]->total;
    }
  }

  // The side to move puts a stone on an empty point.
  void push(int cell) noexcept {
    assert(depth_ < max_pushes && is_empty(cell));
    Undo& undo = undo_[depth_++];
    undo.totals = totals_;
    for (std::size_t d = 0; d < 4; ++d) {
      const LineMap::Place place = map_->places(cell)[d];
      const Info*& info = infos_[place.line];
      std::uint64_t& key = keys_[place.line];
      undo.infos[d] = info;
      key |= bit(side_, place.offset);
      totals_ -= info->total;
      info = &memory_.find(key, undo.spares[d]);
      totals_ += info->total;
    }
    taken_[at(cell)] = true;
    side_ = other(side_);
  }
  // Takes back the last push, which was on this point.
  void pop(int cell) noexcept {
    side_ = other(side_);
    taken_[at(cell)] = false;
    const Undo& undo = undo_[--depth_];
    totals_ = undo.totals;
    for (std::size_t d = 0; d < 4; ++d) {
      const LineMap::Place place = map_->places(cell)[d];
      keys_[place.line] ^= bit(side_, place.offset);
      infos_[place.line] = undo.infos[d];
    }
  }

  Side side_to_move() const noexcept { return side_; }
  int size() const noexcept { return map_->size(); }
  bool is_empty(int cell) const noexcept { return !taken_[at(cell)]; }
  const Totals& totals() const noexcept { return totals_; }

  // Calls visit(info, offset) for the four lines through a point.
  template <class Visit>
  void for_each_line(int cell, Visit&& visit) const noexcept {
    for (const LineMap::Place& place : map_->places(cell)) visit(*infos_[place.line], place.offset);
  }

  // Calls visit(cell, line infos, offsets) for every empty point of a rectangle in row-major order: the same four
  // lines, found by counting along instead of looking them up.
  template <class Visit>
  void for_each_empty(int left, int right, int bottom, int top, Visit&& visit) const noexcept {
    const int n = map_->size();
    const Info* const* const columns = infos_.data() + n;
    for (int row = bottom; row <= top; ++row) {
      const Info* const* const up_right = infos_.data() + 3 * n - 1 - row;
      const Info* const* const up_left = infos_.data() + 4 * n - 1 + row;
      const Info* const along = infos_[at(row)];
      for (int column = left; column <= right; ++column) {
        const int cell = row * stride_of(n) + column;
        if (taken_[at(cell)]) continue;
        visit(cell, std::array{along, columns[column], up_right[column], up_left[column]},
              std::array{at(column), at(row), at(std::min(column, row)), at(std::min(row, n - 1 - column))});
      }
    }
  }

 private:
  struct Undo {
    Totals totals;
    std::array<const Info*, 4> infos;
    std::array<Info, 4> spares;
  };

  static std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }
  static std::uint64_t bit(Side side, int offset) noexcept {
    return std::uint64_t{1} << (offset + largest_size * index(side));
  }

  FaceMemory<Rule>& memory_;
  const LineMap* map_ = nullptr;
  Side side_ = Side::first;
  Totals totals_{};
  std::array<bool, LineMap::max_cells> taken_{};
  std::array<std::uint64_t, LineMap::max_lines> keys_{};
  std::array<const Info*, LineMap::max_lines> infos_{};
  std::size_t depth_ = 0;
  std::array<Undo, max_pushes> undo_;
};

}  // namespace tengen::engines::gomoku
