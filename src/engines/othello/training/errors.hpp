#pragma once
// By how much short searches miss what long ones find: measured, and fitted to the error models of Multi-ProbCut.

#include <string>
#include <vector>

#include "core/limits.hpp"
#include "engines/othello/pattern_weights.hpp"
#include "engines/othello/training/samples.hpp"

namespace tengen::engines::othello {

struct MeasuredErrors {
  ErrorModel midgame, end;
  std::string table;  // measured beside fitted, for people
};

// Searches so many positions of the samples to several depths, without cuts.
Expected<MeasuredErrors> measure_errors(const PatternWeights& weights, const std::vector<Sample>& samples,
                                        int positions, int threads, const StopToken& stop);

}  // namespace tengen::engines::othello
