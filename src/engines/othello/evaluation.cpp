#include "engines/othello/evaluation.hpp"

#include <algorithm>
#include <array>

#include "core/bits.hpp"
#include "engines/othello/stability.hpp"
#include "search/evaluator.hpp"

namespace tengen::engines::othello {

namespace {

// Cells of equal value in one mask each: eight values, eight counts.
struct ValuedCells {
  std::uint64_t cells;
  int value;
};

constexpr int quadrant[4][4] = {{20, -3, 11, 8}, {-3, -7, -4, 1}, {11, -4, 2, 2}, {8, 1, 2, -3}};

constexpr int cell_value(int cell) {
  const int row = cell / 8, column = cell % 8;
  return quadrant[row < 4 ? row : 7 - row][column < 4 ? column : 7 - column];
}

constexpr auto valued_cells = [] {
  constexpr std::array values = {20, -3, 11, 8, -7, -4, 1, 2};
  std::array<ValuedCells, values.size()> result{};
  for (std::size_t i = 0; i < values.size(); ++i) {
    result[i].value = values[i];
    for (int cell = 0; cell < 64; ++cell)
      if (cell_value(cell) == values[i]) result[i].cells |= std::uint64_t{1} << cell;
  }
  return result;
}();

constexpr std::uint64_t all_corners = 0x8100000000000081ULL;
constexpr std::uint64_t border = 0xff818181818181ffULL;

// An edge of own stable discs, as a byte.
constexpr int edge_worth(unsigned stable) {
  int from_start = 0, from_end = 0, worth = 0;
  while (from_start < 8 && (stable >> from_start & 1) != 0) worth += ++from_start;
  if (from_start == 8) return worth;
  while ((stable >> (7 - from_end) & 1) != 0) worth += ++from_end;
  for (int i = from_start; i < 8 - from_end; ++i) worth += static_cast<int>(stable >> i & 1);
  return worth;
}

constexpr auto edge_worths = [] {
  std::array<std::uint8_t, 256> result{};
  for (unsigned edge = 0; edge < 256; ++edge) result[edge] = static_cast<std::uint8_t>(edge_worth(edge));
  return result;
}();

int stable_worth(std::uint64_t own, std::uint64_t opponent, const EdgeTable& edges) noexcept {
  const std::uint64_t stable = stable_discs(own, opponent, edges);
  return 4 * bit_count(stable & ~border) + edge_worths[stable & 0xff] + edge_worths[stable >> 56] +
         edge_worths[detail::packed_column(stable, 0)] + edge_worths[detail::packed_column(stable, 7)];
}

}  // namespace

int position_factor(std::uint64_t own, std::uint64_t opponent) noexcept {
  int sum = 0;
  for (const auto& [cells, value] : valued_cells) sum += value * (bit_count(own & cells) - bit_count(opponent & cells));
  return sum;
}

int disc_factor(std::uint64_t own, std::uint64_t opponent) noexcept {
  return signed_share(bit_count(own), bit_count(opponent));
}

int mobility_factor(std::uint64_t own, std::uint64_t opponent) noexcept {
  const int mine = bit_count(mobility(own, opponent)), theirs = bit_count(mobility(opponent, own));
  if (mine == 0 || theirs == 0) return mine == theirs ? 0 : mine == 0 ? -no_moves : no_moves;
  return signed_share(mine, theirs);
}

int corner_factor(std::uint64_t own, std::uint64_t opponent) noexcept {
  return 25 * (bit_count(own & all_corners) - bit_count(opponent & all_corners));
}

int near_corner_factor(std::uint64_t own, std::uint64_t opponent) noexcept {
  const std::uint64_t empty_corners = all_corners & ~(own | opponent);
  const std::uint64_t wide =
      empty_corners | (empty_corners << 1 & ~detail::column_a) | (empty_corners >> 1 & ~detail::column_h);
  const std::uint64_t beside = (wide | wide << 8 | wide >> 8) & ~empty_corners;
  return 8 * (bit_count(opponent & beside) - bit_count(own & beside));
}

int stability_factor(std::uint64_t own, std::uint64_t opponent) noexcept {
  const EdgeTable& edges = stable_edges();
  return stable_worth(own, opponent, edges) - stable_worth(opponent, own, edges);
}

std::vector<Setting> SixWeights::settings() {
  const SixWeights standard;
  const auto weight = [](const char* name, int value, const char* help) {
    return Setting::integer(name, value, 0, 1000, help).tuned_by(2);
  };
  return {weight("position", standard.position, "weight of the values of cells"),
          weight("discs", standard.discs, "weight of the share of discs"),
          weight("mobility", standard.mobility, "weight of the share of legal moves"),
          weight("corners", standard.corners, "weight of corners held"),
          weight("near", standard.near_corners, "weight of discs beside empty corners"),
          weight("stability", standard.stability, "weight of stable discs")};
}

SixWeights SixWeights::from(const Values& values) {
  return {values.integer("position"), values.integer("discs"), values.integer("mobility"),
          values.integer("corners"),  values.integer("near"),  values.integer("stability")};
}

int SixFactors::operator()(const Position& position) const noexcept {
  const std::uint64_t own = position.own(), opponent = position.opponent();
  const int sum = weights_.position * position_factor(own, opponent) + weights_.discs * disc_factor(own, opponent) +
                  weights_.mobility * mobility_factor(own, opponent) + weights_.corners * corner_factor(own, opponent) +
                  weights_.near_corners * near_corner_factor(own, opponent) +
                  weights_.stability * stability_factor(own, opponent);
  return std::clamp(sum, -search::win_threshold + 1, search::win_threshold - 1);  // no guess may look like a proof
}

}  // namespace tengen::engines::othello
