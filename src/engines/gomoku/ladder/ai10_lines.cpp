#include "engines/gomoku/ladder/ai10_lines.hpp"

#include <algorithm>

#include "core/bits.hpp"

namespace tengen::gomoku {

namespace {

// The stones in every window of a line that the other side has not touched, by side; −1 where it has.
struct LineWindows {
  static constexpr std::size_t most = largest_size - 4;
  std::array<std::array<std::int8_t, most>, 2> stones{};
  int count = 0;

  explicit LineWindows(const LineFace& face) noexcept : count(std::max(0, face.length - 4)) {
    for (std::size_t s = 0; s < 2; ++s)
      for (int w = 0; w < count; ++w)
        stones[s][static_cast<std::size_t>(w)] =
            static_cast<std::int8_t>((face.stones[1 - s] >> w & 31) != 0 ? -1 : bit_count(face.stones[s] >> w & 31));
  }

  void put(Side side, int i) noexcept {
    const auto s = static_cast<std::size_t>(side);
    for (int w = std::max(0, i - 4); w <= std::min(i, count - 1); ++w) {
      std::int8_t& own = stones[s][static_cast<std::size_t>(w)];
      own = static_cast<std::int8_t>(own < 0 ? -1 : own + 1);
      stones[1 - s][static_cast<std::size_t>(w)] = -1;
    }
  }

  Ai10Counts counts() const noexcept {
    Ai10Counts counts;
    for (std::size_t s = 0; s < 2; ++s) {
      int before = 0, chain = 0;  // stones one window back; windows with three or more in a row up to here
      for (int w = 0; w < count; ++w) {
        const int k = stones[s][static_cast<std::size_t>(w)];
        if (k > 0) ++counts.windows[s][static_cast<std::size_t>(k)];
        counts.open_fours[s] += k >= 4 && before >= 4;
        chain = k >= 3 ? chain + 1 : 0;
        counts.chains[s] += chain == 2;
        before = k;
      }
    }
    return counts;
  }
};

// The windows of a line as one side values them.
int window_sum(const Ai10Counts& counts, Side me, const Ai10Weights& weights) noexcept {
  const auto m = static_cast<std::size_t>(me), t = 1 - m;
  int sum = 0;
  for (std::size_t k = 1; k < weights.mine.size(); ++k) sum += weights.mine[k] * counts.windows[m][k];
  for (std::size_t k = 1; k < weights.theirs.size(); ++k) sum += weights.theirs[k] * counts.windows[t][k];
  return sum;
}

}  // namespace

Ai10Counts count_line(const LineFace& face, Rule rule) noexcept {
  Ai10Counts counts = LineWindows(face).counts();
  for (const Side side : {Side::first, Side::second})
    counts.fives[static_cast<std::size_t>(side)] = face.has_five(side, rule);
  return counts;
}

Ai10Change::Ai10Change(const Ai10Counts& before, const Ai10Counts& after, Side mover, int windows) noexcept {
  const auto m = static_cast<std::size_t>(mover), t = 1 - m;
  const std::array<int, 6> fields = {
      after.fives[m] - before.fives[m],           after.open_fours[m] - before.open_fours[m],
      before.open_fours[t] - after.open_fours[t], before.windows[t][4] - after.windows[t][4],
      after.chains[m] - before.chains[m] + 4,     after.chains[t] - before.chains[t] + 4};
  std::uint64_t high = 0;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    assert(fields[i] >= 0 && fields[i] < 8);  // so that four lines together stay within the field
    high |= static_cast<std::uint64_t>(fields[i]) << (5 * i);
  }
  word_ = (high << 32) + static_cast<std::uint64_t>(std::int64_t{windows});
}

void Ai10Lines::operator()(const LineFace& face, Info& out) const noexcept {
  const Ai10Counts here = count_line(face, rule);
  const LineWindows windows(face);
  for (const Side side : {Side::first, Side::second}) {
    const auto s = static_cast<std::size_t>(side);
    const int sum = window_sum(here, side, weights);
    out.total.windows[s] = sum;
    out.total.open_fours[s] = here.open_fours[s];
    out.total.chains[s] = here.chains[s];
    out.total.fours[s] = here.windows[s][4];
    out.total.fives[s] = here.fives[s];
    for (int i = 0; i < face.length; ++i) {
      if (!face.empty(i)) continue;
      LineWindows with_stone = windows;
      with_stone.put(side, i);
      Ai10Counts after = with_stone.counts();
      after.fives[s] = here.fives[s] | wins(rule, side == Side::first, face.run_through(side, i));
      out.changes[s][static_cast<std::size_t>(i)] =
          Ai10Change(here, after, side, window_sum(after, side, weights) - sum);
    }
  }
}

}  // namespace tengen::gomoku
