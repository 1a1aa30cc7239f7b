#pragma once
// Players that the experiment `evolution` left in the folder, for others that look at them.

#include <string>
#include <vector>

#include "experiments/lab.hpp"

namespace tengen::experiments {

struct EvolvedPlayer {
  std::string name;
  std::string spec;
  std::string original;  // by name, as the other experiments call it
  std::string printed;   // what the paper says of the change in style; "–" where it says nothing
};
std::vector<EvolvedPlayer> evolved_players(const LabPlan& plan);

}  // namespace tengen::experiments
