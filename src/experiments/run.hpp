#pragma once
// Runs experiments, keeps what they found, and puts it together into one report.
//
//   FOLDER/games/…db        the games, one store for each match
//   FOLDER/found/ID.json    the section of each finished experiment
//   FOLDER/report.html      all sections; report.md and report/ the same in Markdown

#include "experiments/experiment.hpp"

namespace tengen::experiments {

// The experiment of that name; the error lists all.
Expected<const Experiment*> find_experiment(std::string_view id);

// The section of an experiment: what it finds now, kept in the folder for later reports. An experiment whose player or
// data is missing says so in its section.
Expected<document::Section> run_experiment(const Experiment& experiment, Lab& lab);

// What an earlier run under the same plan found; nothing where there was none.
Expected<std::optional<document::Section>> found_before(const Experiment& experiment, const LabPlan& plan);

// Writes the report over everything found so far in the plan's folder. `command` made it. `copy`, where not empty, is
// one more Markdown file to write, with its pictures in a folder of the same name beside it.
Expected<void> write_report(const LabPlan& plan, const std::string& command, const std::string& copy = "");

}  // namespace tengen::experiments
