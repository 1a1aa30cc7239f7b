#pragma once
// A fixed field of Connect Four opponents on boards like those of the paper's course: sides of 9 to 12 cells, and one
// cell blocked. The course's own hundred opponents are not public.

#include <string>
#include <vector>

#include "experiments/lab.hpp"

namespace tengen::experiments {

struct FieldResult {
  stats::Estimate wins;  // share of all games
  std::uint64_t games = 0;
  std::uint64_t distinct = 0;
  std::vector<std::pair<std::string, stats::Estimate>> by_opponent;
};

// `games` with the field in all, spread evenly over opponents and boards; `name` is part of the stores' names.
Expected<FieldResult> play_field(Lab& lab, const std::string& name, const std::string& spec, std::uint64_t games);

// The field in words.
std::string field_in_words();

}  // namespace tengen::experiments
