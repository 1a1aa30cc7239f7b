#pragma once
// A training as a report: how it was done, and how the table grew and played.

#include "document/document.hpp"
#include "learn/tabular/run.hpp"

namespace tengen::learn {

// "48.5% [47.5%, 49.5%]".
std::string score_in_words(const TableTrial& trial);

// The section about one training, for reports of its own or within others. `trial` is the last and longest one.
document::Section learning_section(const TabularPlan& plan, const TabularResult& result, const TableTrial& trial);

}  // namespace tengen::learn
