#pragma once
// A board for drawings, on the page and in reports.

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "games/notation.hpp"

namespace tengen::records {

// The cells as one text, a character for each.
std::string cells_text(const games::Diagram& diagram);
// Its shape, its cells, the names of its rows and columns.
nlohmann::ordered_json board_json(const games::Diagram& board);

}  // namespace tengen::records
