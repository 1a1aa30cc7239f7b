#pragma once
// Fits the weights of the evaluation to samples, by gradient descent on the squared error.

#include <functional>
#include <vector>

#include "core/limits.hpp"
#include "engines/othello/pattern_weights.hpp"
#include "engines/othello/training/samples.hpp"

namespace tengen::engines::othello {

struct FitPlan {
  int epochs = 12;
  double first_rate = 0.01, last_rate = 0.0005;  // of a weight's step to the error
  double searched_share = 0.0;          // of what the search thought in what is learned; the rest is the result
  int phases = PatternWeights::phases;  // only so many of the first; the others stay as they are
  std::uint64_t seed = 1;
};

// How well a phase is known: root mean squared errors in discs, against the results of games.
struct PhaseFit {
  int phase = 0;
  std::size_t samples = 0, held_out = 0;
  double error = 0, held_out_error = 0;  // of those learned from, and of games that were not
};
using FitSink = std::function<void(const PhaseFit&)>;

// Learns one phase in each thread; the result does not depend on their number. Stops between epochs.
void fit_weights(PatternWeights& weights, const std::vector<Sample>& samples, const FitPlan& plan, int threads,
                 const StopToken& stop, const FitSink& sink);

}  // namespace tengen::engines::othello
