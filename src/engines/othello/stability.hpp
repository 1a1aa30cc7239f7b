#pragma once
// Stable discs: those that no play can flip any more. What is found is certain; not everything that is stable is found.
//
//   1. On an edge only play on that edge counts, so a table knows the answer for each of the 3^8 edges.
//   2. A disc is safe along a line when the line is full, or when a stable disc of its own colour stands next to it on
//      that line. Inside the board, a disc that is safe along all four lines is stable; repeated until nothing is new.

#include <array>
#include <cstdint>

namespace tengen::engines::othello {

// own | opponent << 8 → the own discs of an edge that stay, whatever is played on it.
using EdgeTable = std::array<std::uint8_t, 65536>;
const EdgeTable& stable_edges() noexcept;

namespace detail {

inline constexpr std::uint64_t column_a = 0x0101010101010101ULL, column_h = 0x8080808080808080ULL;

// A column as a byte, topmost cell in bit 0, and back.
constexpr unsigned packed_column(std::uint64_t board, int column) noexcept {
  return static_cast<unsigned>((board >> column & column_a) * 0x0102040810204080ULL >> 56);
}
constexpr std::uint64_t unpacked_column(unsigned bits, int column) noexcept {
  // Copies of the byte in all rows, one bit of each kept, and that one moved into the topmost place of its row.
  const std::uint64_t picked = bits * column_a & 0x8040201008040201ULL;
  return ((picked + 0x7f7f7f7f7f7f7f7fULL) & column_h) >> (7 - column);
}

// The cells whose line in this direction has an empty cell: each step carries the marks twice as far. `one` holds the
// cells that a shift towards higher bits may come to without having left the board at the side, `two` and `four` those
// for shifts of two and four steps.
template <int step>
constexpr std::uint64_t lines_with(std::uint64_t empty, std::uint64_t one, std::uint64_t two,
                                   std::uint64_t four) noexcept {
  std::uint64_t up = empty, down = empty;
  up |= up << step & one;
  down |= (down & one) >> step;
  up |= up << 2 * step & two;
  down |= (down & two) >> 2 * step;
  up |= up << 4 * step & four;
  down |= (down & four) >> 4 * step;
  return up | down;
}

}  // namespace detail

// The cells on full lines, for each of the four directions.
struct FullLines {
  std::uint64_t rows, columns, falling, rising;
};
constexpr FullLines full_lines(std::uint64_t filled) noexcept {
  using namespace detail;
  const std::uint64_t empty = ~filled;
  // Rows and columns spread over whole bytes; diagonals cell by cell.
  std::uint64_t rows = filled & filled >> 4;
  rows &= rows >> 2;
  rows &= rows >> 1;
  std::uint64_t columns = filled & (filled >> 32 | filled << 32);
  columns &= columns >> 16 | columns << 48;
  columns &= columns >> 8 | columns << 56;
  return {(rows & column_a) * 0xff, columns,
          ~lines_with<9>(empty, 0xfefefefefefefefeULL, 0xfcfcfcfcfcfcfcfcULL, 0xf0f0f0f0f0f0f0f0ULL),
          ~lines_with<7>(empty, 0x7f7f7f7f7f7f7f7fULL, 0x3f3f3f3f3f3f3f3fULL, 0x0f0f0f0f0f0f0f0fULL)};
}

// The stable discs of `own`.
inline std::uint64_t stable_discs(std::uint64_t own, std::uint64_t opponent, const EdgeTable& edges) noexcept {
  using namespace detail;
  const auto edge = [&edges](unsigned mine, unsigned theirs) { return std::uint64_t{edges[mine | theirs << 8]}; };
  const auto row = [](std::uint64_t board, int r) { return static_cast<unsigned>(board >> (8 * r) & 0xff); };
  const auto side = [&](int column) {
    const std::uint64_t stable = edge(packed_column(own, column), packed_column(opponent, column));
    return unpacked_column(static_cast<unsigned>(stable), column);
  };
  std::uint64_t stable = edge(row(own, 0), row(opponent, 0)) | edge(row(own, 7), row(opponent, 7)) << 56;
  stable |= side(0) | side(7);

  const FullLines full = full_lines(own | opponent);
  const std::uint64_t inside = own & 0x007e7e7e7e7e7e00ULL;
  stable |= inside & full.rows & full.columns & full.falling & full.rising;
  for (std::uint64_t before = 0; stable != before;) {
    before = stable;
    stable |= inside & (stable >> 1 | stable << 1 | full.rows) & (stable >> 8 | stable << 8 | full.columns) &
              (stable >> 9 | stable << 9 | full.falling) & (stable >> 7 | stable << 7 | full.rising);
  }
  return stable;
}

}  // namespace tengen::engines::othello
