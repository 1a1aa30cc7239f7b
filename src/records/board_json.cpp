#include "records/board_json.hpp"

#include <nlohmann/json.hpp>

namespace tengen::records {

std::string cells_text(const games::Diagram& diagram) {
  std::string text;
  for (const games::Cell cell : diagram.cells) text += static_cast<char>(cell);
  return text;
}

nlohmann::ordered_json board_json(const games::Diagram& board) {
  std::vector<std::string> row_names, column_names;
  for (int row = 0; row < board.rows; ++row) row_names.push_back(std::to_string(board.number_of(row)));
  for (int column = 0; column < board.columns; ++column)
    column_names.push_back(board.column_numbers ? std::to_string(column + 1)
                                                : std::string(1, static_cast<char>('a' + column)));
  return {{"rows", board.rows},
          {"columns", board.columns},
          {"cells", cells_text(board)},
          {"row_names", row_names},
          {"column_names", column_names}};
}

}  // namespace tengen::records
