#pragma once
// A tournament's report as one HTML file that needs nothing else: no network, no other file.

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

namespace tengen {

// `report` is described in docs/report.md; parts that are null or missing are left out of the page. Each of `games` is
// one game as a line of JSON, also described there; the page says so when it holds fewer than were played. Nothing in
// either can become markup or script, whatever players call themselves.
std::string html_report(const nlohmann::ordered_json& report, std::span<const std::string> games);

}  // namespace tengen
