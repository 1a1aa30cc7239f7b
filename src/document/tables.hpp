#pragma once
// What the forms of a report share: which columns hold numbers, and a chart or a heat map told as a table.

#include <vector>

#include "document/document.hpp"

namespace tengen::document {

// By column: whether all cells that say something begin with a digit, perhaps behind a sign.
std::vector<bool> columns_of_numbers(const Table& table);

Table as_table(const Chart& chart);
Table as_table(const DotPlot& plot);
Table as_table(const HeatMap& map);

}  // namespace tengen::document
