#pragma once
// A set of board points for each side, as bits, so that one formula finds something for all points and both sides at once:
//
//      a word a row    bit  0 … size − 1       half … half + size − 1
//                           mine: the side     theirs: the other side
//                           to move
//
//      15×15 and less: 16 words of 32 bits; up to 22×22: 22 words of 64 bits
//
// Looking at the set from a neighbouring point is then a shift of every word, and another choice of rows.

#include <array>
#include <bit>
#include <cstdint>

namespace tengen::engines::gomoku {

// A point of a board of rows: 32 times the row, plus the column.
constexpr int row_of(int point) noexcept { return point >> 5; }
constexpr int column_of(int point) noexcept { return point & 31; }
constexpr int point_at(int row, int column) noexcept { return row << 5 | column; }

template <class Word_, int rows_>
struct RowsOf {
  using Word = Word_;
  static constexpr int rows = rows_, half = 4 * sizeof(Word);
  static constexpr int mine = 0, theirs = half;  // the first bit of each side
  static constexpr Word all = static_cast<Word>((std::uint64_t{1} << half) - 1);

  std::array<Word, rows_> row{};

  bool operator==(const RowsOf&) const = default;

  static constexpr Word side_bits(int side) noexcept { return static_cast<Word>(all << side); }

  // Both sides change places.
  RowsOf swapped() const noexcept {
    return each([](Word x) { return static_cast<Word>(x << half | x >> half); });
  }
  RowsOf masked(Word mask) const noexcept {
    return each([mask](Word x) { return static_cast<Word>(x & mask); });
  }
  bool any(int side) const noexcept {
    Word found = 0;
    for (const Word x : row) found |= x;
    return (found & side_bits(side)) != 0;
  }
  bool has(int side, int point) const noexcept {
    return (row[static_cast<std::size_t>(row_of(point))] >> (side + column_of(point)) & 1) != 0;
  }
  // The lowest point, or −1.
  int first(int side) const noexcept {
    for (int r = 0; r < rows; ++r)
      if (const Word x = row[static_cast<std::size_t>(r)] >> side & all; x != 0)
        return point_at(r, std::countr_zero(x));
    return -1;
  }
  int count(int side) const noexcept {
    int n = 0;
    for (const Word x : row)
      for (Word left = x >> side & all; left != 0; left &= left - 1) ++n;
    return n;
  }
  RowsOf flipped(int side, int point) const noexcept {
    RowsOf out = *this;
    out.row[static_cast<std::size_t>(row_of(point))] ^= static_cast<Word>(Word{1} << (side + column_of(point)));
    return out;
  }
  static RowsOf single(int side, int point) noexcept { return RowsOf{}.flipped(side, point); }

  template <class F>
  RowsOf each(F f) const noexcept {
    RowsOf out;
    for (std::size_t r = 0; r < rows; ++r) out.row[r] = f(row[r]);
    return out;
  }
  template <class F>
  RowsOf with(const RowsOf& o, F f) const noexcept {
    RowsOf out;
    for (std::size_t r = 0; r < rows; ++r) out.row[r] = f(row[r], o.row[r]);
    return out;
  }
  friend RowsOf operator&(const RowsOf& a, const RowsOf& b) noexcept {
    return a.with(b, [](Word x, Word y) { return static_cast<Word>(x & y); });
  }
  friend RowsOf operator|(const RowsOf& a, const RowsOf& b) noexcept {
    return a.with(b, [](Word x, Word y) { return static_cast<Word>(x | y); });
  }
  friend RowsOf operator^(const RowsOf& a, const RowsOf& b) noexcept {
    return a.with(b, [](Word x, Word y) { return static_cast<Word>(x ^ y); });
  }
  RowsOf without(const RowsOf& o) const noexcept {
    return with(o, [](Word x, Word y) { return static_cast<Word>(x & ~y); });
  }
};

using SmallRows = RowsOf<std::uint32_t, 16>;  // up to 15×15
using LargeRows = RowsOf<std::uint64_t, 22>;  // up to 22×22

// The board that sets lie on: its size, and how to look at a set from elsewhere.
template <class Rows>
class Frame {
 public:
  using Word = typename Rows::Word;
  static constexpr int farthest = 6;

  explicit Frame(int size) noexcept : size_(size) {
    const auto one = static_cast<Word>((Word{1} << size) - 1);
    for (int r = 0; r < size; ++r) board_.row[static_cast<std::size_t>(r)] = static_cast<Word>(one | one << Rows::half);
    // After a shift by d columns only those bits count that came from the same side's half.
    for (int d = -farthest; d <= farthest; ++d) {
      const Word kept = d >= 0 ? static_cast<Word>(one >> d) : static_cast<Word>(one << -d & one);
      kept_[static_cast<std::size_t>(d + farthest)] = static_cast<Word>(kept | kept << Rows::half);
    }
  }

  int size() const noexcept { return size_; }
  const Rows& board() const noexcept { return board_; }  // all points, for both sides
  // The columns that count after a shift by `dc`, of both sides.
  Word kept(int dc) const noexcept { return kept_[static_cast<std::size_t>(dc + farthest)]; }
  // Where a side may have or put a stone: not on the other side's.
  Rows usable(const Rows& stones) const noexcept { return board_.without(stones.swapped()); }

  // The set seen from (row + dr, column + dc).
  template <int dr, int dc>
  Rows at(const Rows& set) const noexcept {
    constexpr int begin = dr < 0 ? -dr : 0, end = dr < 0 ? Rows::rows : Rows::rows - dr;
    const Word kept = kept_[dc + farthest];
    Rows out;
    for (int r = begin; r < end; ++r) {
      const Word x = set.row[static_cast<std::size_t>(r + dr)];
      if constexpr (dc >= 0)
        out.row[static_cast<std::size_t>(r)] = static_cast<Word>(x >> dc & kept);
      else
        out.row[static_cast<std::size_t>(r)] = static_cast<Word>(x << -dc & kept);
    }
    return out;
  }

 private:
  int size_;
  Rows board_;
  std::array<Word, 2 * farthest + 1> kept_{};
};

}  // namespace tengen::engines::gomoku
