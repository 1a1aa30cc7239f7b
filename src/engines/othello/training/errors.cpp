#include "engines/othello/training/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <thread>
#include <tuple>

#include "core/rng.hpp"
#include "engines/othello/search_margins.hpp"
#include "engines/othello/solver.hpp"

namespace tengen::engines::othello {

namespace {

constexpr int deepest = 11;        // plies of a search to compare with
constexpr int most_exact = 20;     // empty cells of an exact one
constexpr int fewest_empties = 8;  // below, no search is cut
constexpr int bucket = 4;          // empty cells that are counted together

// Differences between two searches: how many, and the sum of their squares.
struct Spread {
  double count = 0, squares = 0;
  double deviation() const { return std::sqrt(squares / count); }
};
using Key = std::tuple<int, int, int>;  // empty cells, depth, shorter depth
using Spreads = std::map<Key, Spread>;

struct Measurement {
  Spreads midgame, end;
};

void compare(Spreads& spreads, int empties, int depth, int shorter, int difference) {
  Spread& spread = spreads[{empties, depth, shorter}];
  ++spread.count;
  spread.squares += difference * difference;
}

void measure(Solver& solver, const Sample& sample, Measurement& found) {
  const Position position(sample.own, sample.opponent, Side::first);
  if (position.outcome() != Outcome::ongoing) return;
  const int empties = sample.empties(), middle = empties / bucket * bucket + bucket / 2;
  solver.clear();
  std::array<int, deepest + 1> values{};
  const int most = std::min(deepest, empties - 1);
  for (int depth = 0; depth <= most; ++depth)
    values[static_cast<std::size_t>(depth)] =
        depth == 0 ? solver.search().evaluate(position) : *solver.search().look_ahead(position, depth, certain);
  const auto value = [&](int depth) { return values[static_cast<std::size_t>(depth)]; };
  for (int depth = 3; depth <= most; ++depth) {
    const int shorter = CutMargins::probe_depth(depth);
    compare(found.midgame, middle, depth, shorter, value(depth) - value(shorter));
    if (shorter != 0) compare(found.midgame, middle, depth, 0, value(depth) - value(0));
  }
  if (empties > most_exact) return;
  const int exact = *solver.score(position);
  for (int shorter = 0; shorter <= most; ++shorter)
    compare(found.end, empties, empties, shorter, exact - value(shorter));
}

// Least squares on the logarithm of the deviations, each with the weight of its number of differences.
ErrorModel fit(const Spreads& spreads) {
  constexpr std::size_t n = ErrorModel::terms;
  std::array<std::array<double, n + 1>, n> rows{};
  for (std::size_t i = 0; i < n; ++i) rows[i][i] = 1e-3;  // terms that the data cannot tell apart stay small
  for (const auto& [key, spread] : spreads) {
    if (spread.count < 10 || spread.squares == 0) continue;
    const auto& [empties, depth, shorter] = key;
    const auto x = ErrorModel::terms_of(empties, depth, shorter);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) rows[i][j] += spread.count * x[i] * x[j];
      rows[i][n] += spread.count * x[i] * std::log(spread.deviation());
    }
  }
  for (std::size_t i = 0; i < n; ++i) {  // elimination; the matrix is positive definite
    for (std::size_t k = 0; k < n; ++k) {
      if (k == i) continue;
      const double factor = rows[k][i] / rows[i][i];
      for (std::size_t j = i; j <= n; ++j) rows[k][j] -= factor * rows[i][j];
    }
  }
  ErrorModel model;
  for (std::size_t i = 0; i < n; ++i) model.factors[i] = rows[i][n] / rows[i][i];
  return model;
}

std::string table_of(std::string_view title, const Spreads& spreads, const ErrorModel& model) {
  std::string table = fmt::format("{}\nempty  depth  shorter  pairs  deviation  fitted\n", title);
  for (const auto& [key, spread] : spreads) {
    const auto& [empties, depth, shorter] = key;
    table += fmt::format("{:5}  {:5}  {:7}  {:5}  {:9.2f}  {:6.2f}\n", empties, depth, shorter, spread.count,
                         spread.deviation(), model.deviation(empties, depth, shorter));
  }
  return table;
}

}  // namespace

Expected<MeasuredErrors> measure_errors(const PatternWeights& weights, const std::vector<Sample>& samples,
                                        int positions, int threads, const StopToken& stop) {
  // As many positions of every number of empty cells.
  std::map<int, std::vector<Sample>> by_empties;
  for (const Sample& sample : samples)
    if (sample.empties() >= fewest_empties) by_empties[sample.empties()].push_back(sample);
  if (by_empties.empty()) return fail("there are no positions to measure");
  Rng rng(1);
  std::vector<Sample> chosen;
  for (int i = 0; i < positions; ++i) {
    const auto& among = std::next(by_empties.begin(), rng.below(static_cast<std::uint32_t>(by_empties.size())))->second;
    chosen.push_back(among[rng() % among.size()]);
  }

  Measurement all;
  std::mutex mutex;
  std::atomic<std::size_t> next = 0;
  {
    std::vector<std::jthread> workers;
    for (int i = 0; i < threads; ++i)
      workers.emplace_back([&] {
        Solver solver(std::size_t{64} << 20, 1, known_processors().back(), weights);
        solver.begin({}, {});
        Measurement own;
        for (std::size_t at = next++; at < chosen.size() && !stop.stop_requested(); at = next++)
          measure(solver, chosen[at], own);
        const std::lock_guard lock(mutex);
        const auto merge = [](Spreads& into, const Spreads& from) {
          for (const auto& [key, spread] : from) {
            into[key].count += spread.count;
            into[key].squares += spread.squares;
          }
        };
        merge(all.midgame, own.midgame);
        merge(all.end, own.end);
      });
  }
  if (stop.stop_requested()) return fail("stopped; nothing was written");
  MeasuredErrors result{fit(all.midgame), fit(all.end), {}};
  result.table = table_of("a search against a longer one", all.midgame, result.midgame) +
                 table_of("a search against the exact score", all.end, result.end);
  return result;
}

}  // namespace tengen::engines::othello
