#pragma once
// What a tuning run leaves behind: the file that the player loads, and a page that shows how it came about.

#include <string>

#include "document/document.hpp"
#include "learn/tune/run.hpp"

namespace tengen::learn::tune {

// In the run's folder.
inline constexpr std::string_view params_file = "params.toml";
inline constexpr std::string_view report_file = "report.html";

// Validation and its verdict; the numbers; fitness; how it was made. Nothing in it depends on how fast the run was, or how
// often it was interrupted.
document::Document report(const TuneSetup& setup, const TuneResult& result);
// The first section of that, with where to find the rest.
document::Section summary(const TuneSetup& setup, const TuneResult& result);

std::string params_text(const TuneSetup& setup, const TuneResult& result, const roster::Registry& registry);

// Writes both files.
Expected<void> write_results(const std::string& folder, const TuneSetup& setup, const TuneResult& result,
                             const roster::Registry& registry);

}  // namespace tengen::learn::tune
