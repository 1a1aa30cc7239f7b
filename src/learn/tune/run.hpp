#pragma once
// Runs a method on games until its budget is spent, and then asks fresh games whether it was worth it.
//
//   setup ──▶ Method ◀──▶ games on all threads ──▶ log.jsonl ──▶ path, tuned numbers ──▶ validation ──▶ TuneResult
//
// The log in the run's folder is all that is kept on the way. The same setup in the same folder goes on where it was
// stopped, to the same end; with more games it goes on from an end that was reached. Results do not depend on threads.

#include <functional>
#include <string>
#include <vector>

#include "learn/tune/setup.hpp"
#include "learn/tune/validation.hpp"

namespace tengen::learn::tune {

// Where the search stood after a generation.
struct Generation {
  std::uint64_t games = 0;  // from the start, this generation included
  Standing standing;
};

struct TuneResult {
  std::vector<Parameter> parameters;
  std::vector<Generation> path;  // one for each generation; path[39] is the state after 40 rounds
  Values original, tuned;        // all settings of the player
  std::string original_spec, tuned_spec;
  std::optional<Validation> validation;  // when it was asked for and finished
  bool repeatable = true;                // no player depends on time
  bool interrupted = false;
  std::uint64_t played_now = 0;  // games in this run, those of validation included
  double seconds = 0;            // of this run
};

struct TuneProgress {
  std::string_view stage;  // "tuning", "validation"
  std::uint64_t generation = 0;
  std::uint64_t games = 0;  // of the stage
  std::uint64_t planned = 0;
  const Standing* standing = nullptr;  // of the last generation, if there was one
  std::uint64_t played_now = 0;
  double seconds = 0;
};

struct TuneOptions {
  std::string folder;  // for the log; empty: nothing is kept
  // Called never more than ten times a second, and from one thread at a time.
  std::function<void(const TuneProgress&)> progress;
};

// Blocks until done or stopped; a stopped run gives the path so far.
Expected<TuneResult> run_tune(const TuneSetup& setup, const roster::Registry& registry, const TuneOptions& options,
                              const StopToken& stop);

}  // namespace tengen::learn::tune
