#pragma once
// A tournament's report as one HTML file that needs nothing else: no network, no other file. The page's build makes the
// file (web/report.html, one for all reports); here a report with its games is put into it.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "arena/report.hpp"

namespace tengen::arena {

// {"report": …, "games": [ … ]} as docs/report.md has it, with the first ten thousand games of the store where there is one.
Expected<nlohmann::ordered_json> report_with_games(const Report& report, const GameStore* store,
                                                   const roster::Registry& registry);

// Nothing in `content` can become markup or script, whatever players call themselves.
std::string html_report(std::string_view file, const nlohmann::ordered_json& content);

}  // namespace tengen::arena
