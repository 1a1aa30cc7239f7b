#include "engines/othello/training/fit.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <thread>

#include "core/hash.hpp"
#include "core/rng.hpp"
#include "engines/othello/kernels.hpp"
#include "engines/othello/pattern_features.hpp"

namespace tengen::engines::othello {

namespace {

constexpr std::size_t most_moves = PatternWeights::most_moves;

// One in so many games is kept apart to see how well the weights know what they were not shown.
constexpr std::uint32_t held_out_every = 50;
bool is_held_out(const Sample& sample) { return mix(sample.game) % held_out_every == 0; }

// The weights of a phase while it learns, in discs.
class Phase {
 public:
  explicit Phase(int number, const PatternWeights::Phase& start) : number_(number) {
    patterns_.resize(pattern_layout.total);
    const auto discs = [](std::int16_t weight) { return static_cast<float>(weight) / PatternWeights::unit; };
    std::ranges::transform(start.patterns, patterns_.begin(), discs);
    std::ranges::transform(start.mobility, mobility_.begin(), discs);
    std::ranges::transform(start.ply, ply_.begin(), discs);
  }

  float value(const Sample& sample) {
    look_at(sample);
    float sum = *mobility_weight_ + *ply_weight_;
    for (const std::uint32_t i : active_) sum += patterns_[i];
    return sum;
  }
  // Moves the weights that the last value came from.
  void learn(float step) {
    for (const std::uint32_t i : active_) patterns_[i] += step;
    *mobility_weight_ += step;
    *ply_weight_ += step;
  }

  void write(PatternWeights::Phase& phase) const {
    const auto rounded = [](float discs) {
      return static_cast<std::int16_t>(std::clamp(std::lround(discs * PatternWeights::unit), -32'000L, 32'000L));
    };
    const auto& mirrored = mirror_images();
    for (std::size_t i = 0; i < patterns_.size(); ++i)
      phase.patterns[i] = rounded(patterns_[std::min<std::size_t>(i, mirrored[i])]);
    std::ranges::transform(mobility_, phase.mobility.begin(), rounded);
    std::ranges::transform(ply_, phase.ply.begin(), rounded);
  }

 private:
  void look_at(const Sample& sample) {
    const PatternFeatures<PlainKernels> features(sample.own, sample.opponent);
    const auto& mirrored = mirror_images();
    for (std::size_t place = 0; place < pattern_places; ++place) {
      const auto i =
          static_cast<std::uint32_t>(pattern_layout.begin[pattern_places_table.shape[place]] + features.number(place));
      active_[place] = std::min(i, mirrored[i]);
    }
    const auto moves = static_cast<std::size_t>(bit_count(mobility(sample.own, sample.opponent)));
    const auto answers = static_cast<std::size_t>(bit_count(mobility(sample.opponent, sample.own)));
    mobility_weight_ = &mobility_[std::min(moves, most_moves - 1) * most_moves + std::min(answers, most_moves - 1)];
    // Neighbours of the phase learn with its nearest ply.
    const int first = 60 - PatternWeights::plies_per_phase * number_;
    const int last = number_ == PatternWeights::phases - 1 ? 0 : first - PatternWeights::plies_per_phase + 1;
    ply_weight_ = &ply_[PatternWeights::ply_of(std::clamp(sample.empties(), last, first))];
  }

  int number_;
  std::vector<float> patterns_;
  std::array<float, most_moves * most_moves> mobility_{};
  std::array<float, PatternWeights::plies_per_phase> ply_{};
  std::array<std::uint32_t, pattern_places> active_{};
  float *mobility_weight_ = nullptr, *ply_weight_ = nullptr;
};

double root_mean_square(Phase& phase, const std::vector<Sample>& samples) {
  double sum = 0;
  for (const Sample& sample : samples) {
    const double miss = static_cast<double>(sample.result) - static_cast<double>(phase.value(sample));
    sum += miss * miss;
  }
  return samples.empty() ? 0 : std::sqrt(sum / static_cast<double>(samples.size()));
}

PhaseFit fit_phase(PatternWeights& weights, int number, const std::vector<Sample>& all, const FitPlan& plan,
                   const StopToken& stop) {
  std::vector<Sample> samples, held_out;
  for (const Sample& sample : all) {
    const int empties = sample.empties();
    if (PatternWeights::phase_of(empties) == number)
      (is_held_out(sample) ? held_out : samples).push_back(sample);
    else if (!is_held_out(sample) && (PatternWeights::phase_of(empties + 1) == number ||
                                      (empties > 0 && PatternWeights::phase_of(empties - 1) == number)))
      samples.push_back(sample);  // a ply to both sides: nearly as good as its own, and there is never enough
  }
  Rng rng(hash_words(plan.seed, number));
  for (std::size_t i = samples.size(); i > 1; --i) std::swap(samples[i - 1], samples[rng() % i]);

  Phase phase(number, weights.phase(number));
  const auto share = static_cast<float>(plan.searched_share);
  for (int epoch = 0; epoch < plan.epochs && !stop.stop_requested(); ++epoch) {
    const double way = plan.epochs > 1 ? static_cast<double>(epoch) / (plan.epochs - 1) : 0;
    const auto rate = static_cast<float>(plan.first_rate * std::pow(plan.last_rate / plan.first_rate, way));
    for (const Sample& sample : samples) {
      const float wanted = share * sample.searched + (1 - share) * sample.result;
      phase.learn(rate * (wanted - phase.value(sample)));
    }
  }
  phase.write(weights.phase(number));
  return {number, samples.size(), held_out.size(), root_mean_square(phase, samples), root_mean_square(phase, held_out)};
}

}  // namespace

void fit_weights(PatternWeights& weights, const std::vector<Sample>& samples, const FitPlan& plan, int threads,
                 const StopToken& stop, const FitSink& sink) {
  std::atomic<int> next = 0;
  std::mutex mutex;
  std::vector<std::jthread> workers;
  for (int i = 0; i < threads; ++i)
    workers.emplace_back([&] {
      for (int number = next++; number < plan.phases; number = next++) {
        const PhaseFit fit = fit_phase(weights, number, samples, plan, stop);
        const std::lock_guard lock(mutex);
        sink(fit);
      }
    });
}

}  // namespace tengen::engines::othello
