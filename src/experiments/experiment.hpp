#pragma once
// The tables of the papers, each in a file of its own: how it is run, what was printed, the comparison.

#include <span>
#include <string>

#include "document/document.hpp"
#include "experiments/lab.hpp"

namespace tengen::experiments {

// What an experiment found, ready to be read.
using Findings = Expected<std::vector<document::Block>>;

struct Experiment {
  std::string id;     // what one types
  std::string title;  // says what it is about and where it was printed
  Findings (*run)(Lab& lab);
};

Findings run_ladder(Lab& lab);
Findings run_cost(Lab& lab);
Findings run_evolution(Lab& lab);
Findings run_minimax_cost(Lab& lab);
Findings run_k_win(Lab& lab);
Findings run_uct(Lab& lab);
Findings run_rl(Lab& lab);
Findings run_search_othello(Lab& lab);
Findings run_depth(Lab& lab);
Findings run_style(Lab& lab);

// In the order of the report.
std::span<const Experiment> experiments();

}  // namespace tengen::experiments
