// CMA-ES, differential evolution (plain and self-adapting) and particle swarms, as pagmo2 has them.
//
// pagmo asks for the fitness of one point at a time, from inside its algorithms; its answer comes from the games of a
// trial, which are played on all threads. One call of evolve is one generation. The algorithms remember what they need
// from call to call (`memory`), and are seeded, so that told the same they do the same.
//
// This is a library of its own, loaded when a run asks for it (pagmo_method.cpp): whoever starts a program that is linked
// to pagmo waits 14 ms until that is ready, also for a list of games.

// Eigen frees memory otherwise under the address sanitizer, while pagmo's library was built without it: what one side
// takes, the other may give back.
#define EIGEN_MALLOC_ALREADY_ALIGNED 1

#include <algorithm>
#include <cmath>
#include <map>
#include <pagmo/algorithms/cmaes.hpp>
#include <pagmo/algorithms/de.hpp>
#include <pagmo/algorithms/pso.hpp>
#include <pagmo/algorithms/sade.hpp>
#include <pagmo/population.hpp>
#include <pagmo/problem.hpp>
#include <variant>

#include "core/rng.hpp"
#include "learn/tune/method.hpp"

namespace tengen::learn::tune {

namespace {

using Steps = pagmo::vector_double;

// What pagmo minimises. It copies its problems about, so this one only points at whoever can answer.
class Asker {
 public:
  virtual ~Asker() = default;
  virtual double ask(const Steps& steps) = 0;
};
struct TrialProblem {
  Asker* asker = nullptr;
  std::pair<Steps, Steps> bounds{{0}, {1}};

  Steps fitness(const Steps& steps) const { return {asker->ask(steps)}; }
  std::pair<Steps, Steps> get_bounds() const { return bounds; }
};

using Algorithm = std::variant<pagmo::cmaes, pagmo::de, pagmo::sade, pagmo::pso>;

Algorithm make_algorithm(const PagmoOptions& options, unsigned seed) {
  // Where pagmo measures in widths of the box, which is twice the reach.
  const double width = options.spread / (2 * options.reach);
  switch (options.kind) {
    case PagmoKind::cmaes: return pagmo::cmaes(1, -1, -1, -1, -1, width, 0, 0, true, true, seed);
    case PagmoKind::de: return pagmo::de(1, 0.8, 0.9, 2, 0, 0, seed);
    case PagmoKind::sade: return pagmo::sade(1, 2, 1, 0, 0, true, seed);
    case PagmoKind::pso: return pagmo::pso(1, 0.7298, 2.05, 2.05, std::min(1.0, width), 5, 2, 4, true, seed);
  }
  return pagmo::cmaes(1);
}

std::uint64_t standard_population(PagmoKind kind, std::size_t parameters) {
  if (kind == PagmoKind::cmaes)
    return std::max<std::uint64_t>(6, 4 + static_cast<std::uint64_t>(3 * std::log(static_cast<double>(parameters))));
  return std::clamp<std::uint64_t>(2 * parameters, 8, 20);
}

class PagmoMethod final : public Method, private Asker {
 public:
  PagmoMethod(Search search, const PagmoOptions& options)
      : search_(std::move(search)),
        options_(options),
        algorithm_(make_algorithm(options, static_cast<unsigned>(hash_words(search_.seed, 1) >> 33))) {
    if (options_.population == 0) options_.population = standard_population(options_.kind, search_.parameters.size());
  }

  std::uint64_t next_games() const override { return options_.population * search_.games_per_trial; }

  Standing next_generation(Trials& trials) override {
    trials_ = &trials;
    fresh_.clear();
    if (!population_) {
      begin();
    } else {
      population_ = std::visit([&](const auto& algorithm) { return algorithm.evolve(*population_); }, algorithm_);
    }
    // CMA-ES samples its first generation itself, around the start.
    if (fresh_.empty()) population_ = std::get<pagmo::cmaes>(algorithm_).evolve(*population_);
    ++generation_;
    return standing();
  }

 private:
  double ask(const Steps& steps) override {
    const Trial trial{generation_, fresh_.size(), from_steps(search_.parameters, steps), std::nullopt,
                      search_.games_per_trial};
    return learn(steps, trials_->measure(std::span(&trial, 1))[0]);
  }
  double learn(const Steps& steps, const Measure& measure) {
    fresh_.push_back(measure);
    known_.insert_or_assign(steps, measure);
    return -measure.mean();
  }

  std::pair<Steps, Steps> bounds() const {
    Steps low, high;
    for (const Parameter& p : search_.parameters) {
      // From one end of the setting's range to the other, as far as the search may go.
      const double a = p.steps(p.value(-options_.reach)), b = p.steps(p.value(options_.reach));
      low.push_back(std::min(a, b));
      high.push_back(std::max(a, b));
    }
    return {low, high};
  }

  // The first population: the start, and for all but CMA-ES others around it, measured together.
  void begin() {
    const auto box = bounds();
    const Steps start(search_.parameters.size(), 0.0);
    population_.emplace(pagmo::problem(TrialProblem{this, box}), 0u, 0u);
    if (options_.kind == PagmoKind::cmaes) {
      for (std::uint64_t i = 0; i < options_.population; ++i) population_->push_back(start, {0});
      return;
    }
    std::vector<Steps> first;
    std::vector<Trial> wanted;
    for (std::uint64_t i = 0; i < options_.population; ++i) {
      Rng rng(hash_words(search_.seed, 2, i));
      Steps steps = start;
      for (std::size_t d = 0; d < steps.size() && i > 0; ++d)
        steps[d] = std::clamp(options_.spread * (2 * rng.real() - 1), box.first[d], box.second[d]);
      wanted.push_back({generation_, i, from_steps(search_.parameters, steps), std::nullopt, search_.games_per_trial});
      first.push_back(std::move(steps));
    }
    const std::vector<Measure> measures = trials_->measure(wanted);
    for (std::size_t i = 0; i < first.size(); ++i) population_->push_back(first[i], {learn(first[i], measures[i])});
  }

  // The answer is the weighted mean of the better half, which is also CMA-ES's own: the best single point owes too much
  // to luck.
  Standing standing() const {
    const std::vector<Steps> points = population_->get_x();
    std::vector<std::size_t> order(points.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    const std::vector<Steps> costs = population_->get_f();
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return costs[i][0]; });
    const std::size_t half = std::max<std::size_t>(1, points.size() / 2);
    Steps centre(search_.parameters.size(), 0.0);
    double weights = 0;
    Measure elite;
    for (std::size_t rank = 0; rank < half; ++rank) {
      const double weight = std::log(static_cast<double>(half) + 0.5) - std::log(static_cast<double>(rank) + 1);
      const Steps& point = points[order[rank]];
      weights += weight;
      for (std::size_t d = 0; d < centre.size(); ++d) centre[d] += weight * point[d];
      elite += known_.at(point);
    }
    for (double& x : centre) x /= weights;
    Standing s{from_steps(search_.parameters, centre), elite.mean(), elite.standard_error(), 0, 0};
    const auto n = static_cast<double>(fresh_.size());
    for (const Measure& m : fresh_) s.mean += m.mean() / n;
    for (const Measure& m : fresh_) s.spread += std::pow(m.mean() - s.mean, 2) / n;
    s.spread = std::sqrt(s.spread);
    return s;
  }

  Search search_;
  PagmoOptions options_;
  Algorithm algorithm_;
  Trials* trials_ = nullptr;
  std::optional<pagmo::population> population_;
  std::uint64_t generation_ = 0;
  std::vector<Measure> fresh_;      // of the generation that was last
  std::map<Steps, Measure> known_;  // of every point
};

}  // namespace

}  // namespace tengen::learn::tune

// The only thing that can be seen from outside; the caller owns the method.
extern "C" __attribute__((visibility("default"))) tengen::learn::tune::Method* tengen_make_pagmo(
    const tengen::learn::tune::Search& search, const tengen::learn::tune::PagmoOptions& options) {
  return new tengen::learn::tune::PagmoMethod(search, options);
}
