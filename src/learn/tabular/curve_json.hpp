#pragma once
// What a training keeps in the description of its table: its settings and the learning curve.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "learn/tabular/run.hpp"

namespace tengen::learn {

struct TrainingNotes {
  std::map<std::string, std::string, std::less<>> settings;
  std::vector<CurvePoint> curve;
};

std::string training_text(const TrainingNotes& notes);
Expected<TrainingNotes> read_training(std::string_view text);

}  // namespace tengen::learn
