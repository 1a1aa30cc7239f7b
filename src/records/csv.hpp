#pragma once
// One line a game, for spreadsheets and R: a heading, then the fields as RFC 4180 quotes them. Lists (moves and what was
// thought about each) are separated by spaces inside their field.

#include <string>
#include <string_view>
#include <vector>

#include "records/record.hpp"
#include "roster/registry.hpp"

namespace tengen::records {

std::string csv_heading();  // with its line break
std::string to_csv(const Record& record);
// All games of a file. Columns are found by their heading, in any order; those of other programs are left alone.
Expected<std::vector<Record>> records_from_csv(std::string_view text, const roster::Registry& registry);

}  // namespace tengen::records
