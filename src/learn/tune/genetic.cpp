#include <algorithm>
#include <cmath>

#include "core/rng.hpp"
#include "learn/tune/method.hpp"

namespace tengen::learn::tune {

namespace {

class Genetic final : public Method {
 public:
  Genetic(Search search, const GeneticOptions& options) : search_(std::move(search)), options_(options) {
    population_.push_back({start_of(search_.parameters), {}});
  }

  std::uint64_t next_games() const override { return options_.population * search_.games_per_trial; }

  Standing next_generation(Trials& trials) override {
    population_.resize(std::min<std::size_t>(population_.size(), options_.survivors));
    for (std::uint64_t i = population_.size(); i < options_.population; ++i)
      population_.push_back({mutated(population_[0].point, i), {}});
    std::vector<Trial> wanted;
    for (std::size_t i = 0; i < population_.size(); ++i)
      wanted.push_back({generation_, i, population_[i].point, std::nullopt, search_.games_per_trial});
    const std::vector<Measure> measures = trials.measure(wanted);
    for (std::size_t i = 0; i < population_.size(); ++i) population_[i].measure += measures[i];
    std::ranges::stable_sort(population_, std::greater{}, [](const Individual& i) { return i.measure.mean(); });
    ++generation_;
    return standing();
  }

 private:
  struct Individual {
    Point point;
    Measure measure;  // of all its games
  };

  Point mutated(const Point& from, std::uint64_t individual) const {
    Rng rng(hash_words(search_.seed, generation_, individual));
    Point point;
    for (std::size_t i = 0; i < from.size(); ++i) {
      const Parameter& p = search_.parameters[i];
      const double change = p.step * (2 * rng.real() - 1);
      point.push_back(p.in_range(p.share ? from[i] * (1 + change) : from[i] + change));
    }
    return point;
  }

  Standing standing() const {
    const Individual& best = population_[0];
    Standing s{best.point, best.measure.mean(), best.measure.standard_error(), 0, 0};
    const auto n = static_cast<double>(population_.size());
    for (const Individual& i : population_) s.mean += i.measure.mean() / n;
    for (const Individual& i : population_) s.spread += std::pow(i.measure.mean() - s.mean, 2) / n;
    s.spread = std::sqrt(s.spread);
    return s;
  }

  Search search_;
  GeneticOptions options_;
  std::uint64_t generation_ = 0;
  std::vector<Individual> population_;  // best first
};

}  // namespace

std::unique_ptr<Method> make_genetic(Search search, const GeneticOptions& options) {
  return std::make_unique<Genetic>(std::move(search), options);
}

}  // namespace tengen::learn::tune
