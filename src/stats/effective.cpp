#include "stats/effective.hpp"

#include <algorithm>
#include <cmath>

namespace tengen::stats {

namespace {

Estimate rate(const WinDrawLoss& games, std::uint64_t distinct) {
  return share_of(static_cast<double>(games.wins) + static_cast<double>(games.draws) / 2, games.games(), distinct);
}

// pre + suf. Where all games are paired the pairs set the ends, since the games of a pair share an opening; otherwise
// the two rates count as independent, and their half-widths add like the sides of a right angle.
Estimate sum_of(const Estimate& pre, const Estimate& suf, const MatchCounts& counts) {
  Estimate com;
  if (!pre.value || !suf.value) return com;
  com.value = *pre.value + *suf.value;
  if (counts.single_count() == 0) {
    if (const auto interval = score_interval(counts)) {
      com.low = 2 * interval->low;
      com.high = 2 * interval->high;
    }
  } else if (pre.low && suf.low) {
    com.low = std::max(0.0, *com.value - std::hypot(*pre.value - *pre.low, *suf.value - *suf.low));
    com.high = std::min(2.0, *com.value + std::hypot(*pre.high - *pre.value, *suf.high - *suf.value));
  }
  return com;
}

struct CurvePoint {
  double depth = 0;
  double com = 0;
  double weight = 1;
};

// The nearest curve that never rises: neighbours that do are replaced by their mean, until none are left.
std::vector<CurvePoint> never_rising(const std::vector<CurvePoint>& points) {
  struct Block {
    double com, weight;
    std::size_t size;
  };
  std::vector<Block> blocks;
  for (const CurvePoint& point : points) {
    blocks.push_back({point.com, point.weight, 1});
    while (blocks.size() > 1 && blocks[blocks.size() - 2].com < blocks.back().com) {
      const Block last = blocks.back();
      blocks.pop_back();
      Block& into = blocks.back();
      into.com = (into.com * into.weight + last.com * last.weight) / (into.weight + last.weight);
      into.weight += last.weight;
      into.size += last.size;
    }
  }
  std::vector<CurvePoint> curve = points;
  std::size_t i = 0;
  for (const Block& block : blocks)
    for (std::size_t k = 0; k < block.size; ++k) curve[i++].com = block.com;
  return curve;
}

enum class Where : std::uint8_t { before, inside, beyond };

struct Crossing {
  Where where = Where::inside;
  double depth = 0;
};

// Where a falling curve passes 1; the middle of the stretch where it lies on 1.
Crossing crossing(const std::vector<CurvePoint>& curve) {
  if (curve.front().com < 1) return {Where::before, curve.front().depth};
  if (curve.back().com > 1) return {Where::beyond, curve.back().depth};
  const auto below = std::find_if(curve.begin(), curve.end(), [](const CurvePoint& p) { return p.com < 1; });
  const auto not_above = std::find_if(curve.begin(), curve.end(), [](const CurvePoint& p) { return p.com <= 1; });
  if (not_above != below) return {Where::inside, (not_above->depth + (below - 1)->depth) / 2};
  const CurvePoint &a = *(below - 1), &b = *below;
  return {Where::inside, a.depth + (a.com - 1) / (a.com - b.com) * (b.depth - a.depth)};
}

}  // namespace

TableCell table_cell(const Pairing& pairing, Side a_moves) {
  // Seen from b, the games in which b moved first are those of a moving second.
  const Pairing seen = a_moves == Side::first ? pairing : pairing.seen_from_b();
  TableCell cell;
  cell.games = seen.games_of_a(Side::first);
  cell.distinct_games = seen.distinct_games[0];
  cell.first_wins = share_of(static_cast<double>(cell.games.wins), cell.games.games(), cell.distinct_games);
  cell.second_wins = share_of(static_cast<double>(cell.games.losses), cell.games.games(), cell.distinct_games);
  return cell;
}

WinRates win_rates(const Pairing& pairing) {
  WinRates rates;
  rates.pre = rate(pairing.games_of_a(Side::first), pairing.distinct_games[0]);
  rates.suf = rate(pairing.games_of_a(Side::second), pairing.distinct_games[1]);
  rates.com = sum_of(rates.pre, rates.suf, pairing.counts());
  return rates;
}

Relation relation(const Estimate& com) {
  if (!com.low || !com.high) return Relation::unknown;
  if (*com.high < 1) return Relation::weaker;
  if (*com.low > 1) return Relation::stronger;
  return Relation::equivalent;
}

Transitivity transitivity(int n, std::span<const Relation> relations) {
  Transitivity result;
  const auto of = [&](int a, int b) {
    return relations[static_cast<std::size_t>(a) * static_cast<std::size_t>(n) + static_cast<std::size_t>(b)];
  };
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < n; ++b)
      for (int c = 0; c < n; ++c) {
        if (a == b || b == c || a == c || of(a, c) == Relation::unknown) continue;
        if (of(a, b) == Relation::weaker && of(b, c) == Relation::weaker) {
          ++result.weaker_chains;
          result.weaker_reversed += of(a, c) == Relation::stronger;
          result.weaker_undecided += of(a, c) == Relation::equivalent;
        }
        if (a < c && of(a, b) == Relation::equivalent && of(b, c) == Relation::equivalent) {
          ++result.equal_chains;
          result.equal_broken += of(a, c) != Relation::equivalent;
        }
      }
  return result;
}

EffectiveDepth effective_depth(std::vector<DepthPoint> points) {
  std::erase_if(points, [](const DepthPoint& p) { return !p.com.value; });
  std::sort(points.begin(), points.end(), [](const auto& x, const auto& y) { return x.depth < y.depth; });
  EffectiveDepth result;
  if (points.empty()) return result;

  // Three curves: com, and the ends of its interval. Where an end is not known, com could be anything from 0 to 2.
  std::vector<CurvePoint> middle, low, high;
  for (const DepthPoint& p : points) {
    const double from = p.com.low.value_or(0), to = p.com.high.value_or(2), width = to - from;
    const double depth = p.depth, weight = 1 / (width * width + 1e-12);
    middle.push_back({depth, *p.com.value, weight});
    low.push_back({depth, from, weight});
    high.push_back({depth, to, weight});
  }
  for (std::size_t i = 1; i < middle.size(); ++i) result.falling &= middle[i].com <= middle[i - 1].com;

  const Crossing at = crossing(never_rising(middle)), from = crossing(never_rising(low)),
                 to = crossing(never_rising(high));
  if (at.where == Where::inside) result.depth.value = at.depth;
  // An end that lies outside of what was tried is open, unless the value lies there too: then the last depth bounds it.
  if (from.where == Where::inside || (from.where == at.where && at.where == Where::beyond))
    result.depth.low = from.depth;
  if (to.where == Where::inside || (to.where == at.where && at.where == Where::before)) result.depth.high = to.depth;
  return result;
}

}  // namespace tengen::stats
