#include "stats/ratings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "stats/davidson.hpp"
#include "stats/gamma.hpp"
#include "stats/standing.hpp"

namespace tengen::stats {

namespace {

constexpr double fit_tolerance = 1e-7, resample_tolerance = 1e-4;  // natural units; 1e-4 is 0.02 Elo

double as_double(std::uint64_t n) { return static_cast<double>(n); }

// The units of a pairing as weights: copies share the weight of one, and the imagined units are spread over the kinds
// of unit (pair, single game of either seat) that were played.
struct Weights {
  std::array<double, 16> seen{};
  std::array<double, 16> imagined{};
};

// Adds one class of units to the two cells of its pairing: a moving first, and b moving first.
void add(DavidsonCell& a_first, DavidsonCell& b_first, std::size_t unit, double weight) {
  const std::size_t when_first = unit / 4, when_second = unit % 4;
  if (when_first == 1) a_first.losses += weight;
  if (when_first == 2) a_first.draws += weight;
  if (when_first == 3) a_first.wins += weight;
  if (when_second == 1) b_first.wins += weight;
  if (when_second == 2) b_first.draws += weight;
  if (when_second == 3) b_first.losses += weight;
}

// Everything a fit needs, drawn from the pairings once.
class Tables {
 public:
  Tables(std::size_t n, std::span<const Pairing> pairings, double imagined_games);

  // The cells with the weights that `weight_of(pairing, unit)` gives.
  template <class F>
  const std::vector<DavidsonCell>& cells(F weight_of) {
    for (std::size_t p = 0; p < weights_.size(); ++p) {
      DavidsonCell &a_first = cells_[2 * p], &b_first = cells_[2 * p + 1];
      for (DavidsonCell* cell : {&a_first, &b_first}) cell->wins = cell->draws = cell->losses = 0;
      for (std::size_t u = 1; u < 16; ++u)
        if (const double w = weight_of(weights_[p], u); w > 0) add(a_first, b_first, u, w);
    }
    return cells_;
  }
  double units() const { return units_; }

 private:
  std::vector<Weights> weights_;
  std::vector<DavidsonCell> cells_;  // two for each pairing
  double units_ = 0;                 // distinct ones
};

Tables::Tables(std::size_t n, std::span<const Pairing> pairings, double imagined_games)
    : weights_(pairings.size()), cells_(2 * pairings.size()) {
  std::vector<double> units_of(n);
  for (const Pairing& p : pairings) {
    units_of[static_cast<std::size_t>(p.a)] += as_double(p.distinct_units);
    units_of[static_cast<std::size_t>(p.b)] += as_double(p.distinct_units);
    units_ += as_double(p.distinct_units);
  }
  for (std::size_t i = 0; i < pairings.size(); ++i) {
    const Pairing& p = pairings[i];
    const auto a = static_cast<std::size_t>(p.a), b = static_cast<std::size_t>(p.b);
    cells_[2 * i] = {a, b, 0, 0, 0};
    cells_[2 * i + 1] = {b, a, 0, 0, 0};
    const double units = as_double(p.unit_count()), distinct = as_double(p.distinct_units);
    if (units == 0) continue;
    // Each player's imagined games fall on its pairings in proportion to what it played there, and on the kinds of unit
    // likewise; those of the seats, first wins twice or second does, on all pairs alike.
    const double of_players = (distinct / units_of[a] + distinct / units_of[b]) / 2, of_seats = distinct / units_;
    Weights& weights = weights_[i];
    for (std::size_t u = 1; u < 16; ++u) {
      const double share = as_double(p.units[u]) / units;
      weights.seen[u] = share * distinct;
      const std::size_t lost = (u / 4 > 0 ? 4 : 0) + (u % 4 > 0 ? 1 : 0), won = 3 * lost;
      const bool pair = lost == 5;
      const double granted = share * imagined_games / (pair ? 2 : 1);
      for (const std::size_t result : {lost, won}) weights.imagined[result] += granted * of_players;
      if (pair)
        for (const std::size_t result : {4 * 3 + 1, 4 * 1 + 3}) weights.imagined[result] += granted * of_seats;
    }
  }
}

// The figures of one fit, in Elo, with the core's mean at 0, or that of all where there is no core.
struct Figures {
  std::vector<double> elo;
  double advantage = 0;
  double draw_rate = 0;
};

Figures figures_of(const DavidsonModel& model, bool draws, const Standings& standings) {
  const double nu = draws ? std::exp(model.log_nu) : 0;
  const double scale = elo_unit * 2 / (2 + nu);
  double sum = 0, count = 0;
  for (std::size_t i = 0; i < model.strength.size(); ++i)
    if (standings.of(i) == Standing::known || !standings.has_core()) sum += model.strength[i], ++count;
  Figures figures{std::vector<double>(model.strength.size()), scale * model.advantage, nu / (2 + nu)};
  for (std::size_t i = 0; i < model.strength.size(); ++i) {
    const bool apart = standings.of(i) == Standing::unconnected && standings.has_core();
    figures.elo[i] = scale * (model.strength[i] - (apart ? 0 : sum / count));
  }
  return figures;
}

Interval middle95(std::vector<double>& values) {
  std::sort(values.begin(), values.end());
  const auto at = [&](double share) {
    // n values cut the line into n + 1 parts that a new one falls into with equal chance.
    const double last = static_cast<double>(values.size() - 1);
    const double place = std::clamp(share * (last + 2) - 1, 0.0, last);
    const auto below = static_cast<std::size_t>(place);
    const double above = values[std::min(below + 1, values.size() - 1)];
    return values[below] + (place - static_cast<double>(below)) * (above - values[below]);
  };
  return {at(0.025), at(0.975)};
}

// The totals that say which parameters can be fitted, and which of them are unbounded.
struct Totals {
  double games = 0, draws = 0, first_wins = 0, second_wins = 0;
  bool colours_swapped = false;  // in at least one pairing
};

Totals totals_of(std::span<const Pairing> pairings) {
  Totals totals;
  for (const Pairing& p : pairings) {
    const WinDrawLoss first = p.games_of_a(Side::first), second = p.games_of_a(Side::second);
    totals.games += as_double(first.games() + second.games());
    totals.draws += as_double(first.draws + second.draws);
    totals.first_wins += as_double(first.wins + second.losses);
    totals.second_wins += as_double(first.losses + second.wins);
    totals.colours_swapped |= p.a == p.b || (first.games() > 0 && second.games() > 0);
  }
  return totals;
}

// Turns resampled figures into intervals and the superiority matrix.
void add_intervals(RatingList& list, const std::vector<Figures>& resamples, const Standings& standings) {
  const std::size_t n = list.players.size();
  std::vector<double> values(resamples.size());
  for (std::size_t i = 0; i < n && standings.has_core(); ++i) {
    const Standing standing = standings.of(i);
    if (standing == Standing::unconnected) continue;
    for (std::size_t r = 0; r < resamples.size(); ++r) values[r] = resamples[r].elo[i];
    const Interval interval = middle95(values);
    if (standing != Standing::at_most) list.players[i].low = interval.low;
    if (standing != Standing::at_least) list.players[i].high = interval.high;
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      if (!standings.scored(i, j) && !standings.scored(j, i)) continue;  // nothing known
      double above = 0.5;
      for (const Figures& f : resamples) above += f.elo[i] > f.elo[j] ? 1.0 : f.elo[i] < f.elo[j] ? 0.0 : 0.5;
      list.superiority[i * n + j] = above / (static_cast<double>(resamples.size()) + 1);
      list.superiority[j * n + i] = 1 - list.superiority[i * n + j];
    }
}

// Without a core: how far those that won, or lost, every game are from the mean of the players they met. The others may
// lie any distance apart, so no bound holds relative to anybody else.
void add_leads(RatingList& list, std::span<const Pairing> pairings, const std::vector<Figures>& resamples) {
  const std::size_t n = list.players.size();
  std::vector<std::vector<std::size_t>> opponents(n);
  for (const Pairing& p : pairings) {
    if (p.a == p.b) continue;
    opponents[static_cast<std::size_t>(p.a)].push_back(static_cast<std::size_t>(p.b));
    opponents[static_cast<std::size_t>(p.b)].push_back(static_cast<std::size_t>(p.a));
  }
  std::vector<double> values(resamples.size());
  for (std::size_t i = 0; i < n; ++i) {
    Rating& rating = list.players[i];
    if (rating.standing == Standing::unconnected) continue;
    for (std::size_t r = 0; r < resamples.size(); ++r) {
      double sum = 0;
      for (const std::size_t opponent : opponents[i]) sum += resamples[r].elo[opponent];
      values[r] = resamples[r].elo[i] - sum / static_cast<double>(opponents[i].size());
    }
    const Interval interval = middle95(values);
    rating.lead = rating.standing == Standing::at_least ? interval.low : interval.high;
  }
}

void add_extras(RatingList& list, const Figures& best, const std::vector<Figures>& resamples, const Totals& totals) {
  std::vector<double> values(resamples.size());
  const auto interval_of = [&](double Figures::*member) {
    std::transform(resamples.begin(), resamples.end(), values.begin(), [&](const Figures& f) { return f.*member; });
    return middle95(values);
  };
  const bool first_shut_out = totals.first_wins + totals.draws == 0;
  const bool second_shut_out = totals.second_wins + totals.draws == 0;
  if (totals.colours_swapped) {
    if (!first_shut_out && !second_shut_out) list.first_move_elo.value = best.advantage;
    if (!resamples.empty()) {
      const Interval interval = interval_of(&Figures::advantage);
      if (!first_shut_out) list.first_move_elo.low = interval.low;
      if (!second_shut_out) list.first_move_elo.high = interval.high;
    }
  }
  if (totals.games == 0) return;
  list.draw_rate.value = best.draw_rate;
  if (totals.draws > 0 && !resamples.empty()) {
    const Interval interval = interval_of(&Figures::draw_rate);
    list.draw_rate.low = interval.low;
    list.draw_rate.high = interval.high;
  } else if (totals.draws == 0) {
    if (const auto none = wilson_interval(0, static_cast<std::uint64_t>(totals.games), list.distinct_units)) {
      list.draw_rate.low = none->low;
      list.draw_rate.high = none->high;
    }
  }
}

}  // namespace

RatingList rate_players(int players, std::span<const Pairing> pairings, const RatingOptions& options) {
  const auto n = static_cast<std::size_t>(players);
  const Totals totals = totals_of(pairings);
  const Standings standings(n, pairings);
  Tables tables(n, pairings, options.imagined_games);
  DavidsonFitter fitter({n, totals.colours_swapped, totals.draws > 0, options.prior_elo / elo_unit});

  DavidsonModel best{std::vector<double>(n), 0, 0};
  fitter.fit(tables.cells([](const Weights& w, std::size_t u) { return w.seen[u] + w.imagined[u]; }), best,
             fit_tolerance);

  // Fitting follows chance a little, so the units seem to vary less than they do: by the share of parameters in them.
  const double parameters = static_cast<double>(n) - 1 + (totals.colours_swapped ? 1 : 0) + (totals.draws > 0 ? 1 : 0);
  const double slack = std::clamp(1 - parameters / std::max(1.0, tables.units()), 0.25, 1.0);
  NormalSource source(options.seed);
  std::vector<Figures> resamples;
  for (int r = 0; r < options.resamples && tables.units() >= 2; ++r) {
    DavidsonModel model = best;
    const auto& cells = tables.cells(
        [&](const Weights& w, std::size_t u) { return source.gamma(slack * (w.seen[u] + w.imagined[u])) / slack; });
    if (fitter.fit(cells, model, resample_tolerance))
      resamples.push_back(figures_of(model, totals.draws > 0, standings));
  }

  const Figures figures = figures_of(best, totals.draws > 0, standings);
  RatingList list;
  list.players.resize(n);
  list.superiority.assign(n * n, 0.5);
  list.distinct_units = static_cast<std::uint64_t>(tables.units());
  for (std::size_t i = 0; i < n; ++i) {
    list.players[i].elo = figures.elo[i];
    list.players[i].standing = standings.of(i);
  }
  for (const Pairing& p : pairings)
    for (const Side side : {Side::first, Side::second}) {
      const WinDrawLoss g = p.games_of_a(side);
      Rating &a = list.players[static_cast<std::size_t>(p.a)], &b = list.players[static_cast<std::size_t>(p.b)];
      a.games += g.games();
      a.points += as_double(g.wins) + as_double(g.draws) / 2;
      b.games += g.games();
      b.points += as_double(g.losses) + as_double(g.draws) / 2;
    }
  if (!resamples.empty()) add_intervals(list, resamples, standings);
  if (!resamples.empty() && !standings.has_core()) add_leads(list, pairings, resamples);
  add_extras(list, figures, resamples, totals);
  return list;
}

std::string in_words(const Rating& rating) {
  const bool top = rating.standing == Standing::at_least;
  switch (rating.standing) {
    case Standing::known: return in_words(Estimate{rating.elo, rating.low, rating.high});
    case Standing::at_least:
    case Standing::at_most: {
      const std::optional<double> bound = rating.lead ? rating.lead : top ? rating.low : rating.high;
      if (!bound) return "unknown: too few games";
      return fmt::format("at {} {:+.0f}{}: {}", top ? "least" : "most", *bound, rating.lead ? " against opponents" : "",
                         top ? "the others never scored against it" : "never scored against the others");
    }
    case Standing::unconnected: break;
  }
  return "unknown: no results tie it to the others";
}

}  // namespace tengen::stats
