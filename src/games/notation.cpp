#include "games/notation.hpp"

#include <algorithm>
#include <cctype>

#include "core/text.hpp"

namespace tengen::games {

namespace {

constexpr int largest_side = 22;

std::optional<Cell> parse_cell(char c) {
  switch (c) {
    case 'x':
    case 'X':
    case 'b':
    case 'B':
    case '*': return Cell::first;
    case 'o':
    case 'O':
    case 'w':
    case 'W': return Cell::second;
    case '.':
    case '-':
    case '_': return Cell::empty;
    case '#': return Cell::blocked;
    default: return std::nullopt;
  }
}

Expected<std::vector<Cell>> parse_row(std::string_view text) {
  std::vector<Cell> row;
  while (!text.empty()) {
    if (std::isdigit(static_cast<unsigned char>(text.front()))) {
      std::size_t digits = 1;
      while (digits < text.size() && std::isdigit(static_cast<unsigned char>(text[digits]))) ++digits;
      const auto run = to_number<int>(text.substr(0, digits));
      if (!run || *run > largest_side)
        return fail("a run of {} empty cells is too long", in_quotes(text.substr(0, digits)));
      row.insert(row.end(), static_cast<std::size_t>(*run), Cell::empty);
      text.remove_prefix(digits);
    } else {
      const auto cell = parse_cell(text.front());
      if (!cell)
        return fail("{} is no cell; cells are x, o, '.', '#' or a number of empty ones", in_quotes(text.substr(0, 1)));
      row.push_back(*cell);
      text.remove_prefix(1);
    }
    if (row.size() > largest_side) return fail("a row is longer than {} cells", largest_side);
  }
  return row;
}

Expected<Diagram> parse_diagram(std::string_view text) {
  Diagram diagram;
  for (const std::string_view row_text : split(text, '/')) {
    const auto row = parse_row(row_text);
    ++diagram.rows;
    if (!row) return fail("row {} from the top: {}", diagram.rows, row.error().message);
    const int columns = static_cast<int>(row->size());
    if (diagram.rows == 1) diagram.columns = columns;
    if (columns != diagram.columns)
      return fail("row {} from the top has {} cells, the rows above have {}", diagram.rows, columns, diagram.columns);
    if (diagram.rows > largest_side) return fail("a board has at most {} rows", largest_side);
    diagram.cells.insert(diagram.cells.end(), row->begin(), row->end());
  }
  return diagram;
}

}  // namespace

std::string Diagram::name_of(int cell) const { return cell_name(cell % columns, number_of(cell / columns)); }

bool PositionText::has(std::string_view option) const { return std::ranges::find(given, option) != given.end(); }

Expected<PositionText> parse_position_text(std::string_view text, const std::vector<Setting>& settings,
                                           const Values& defaults, std::string_view game) {
  PositionText result;
  result.options = defaults;
  bool side_expected = false;
  for (const std::string_view word : words(text)) {
    if (const std::size_t equals = word.find('='); equals != std::string_view::npos) {
      const std::string_view name = word.substr(0, equals);
      if (result.has(name)) return fail("position: {} is set twice", in_quotes(name));
      const auto set = result.options.set(settings, name, word.substr(equals + 1), fmt::format("position of {}", game));
      if (!set) return set.error();
      result.given.emplace_back(name);
    } else if (word.find('/') != std::string_view::npos) {
      if (result.diagram) return fail("position: there are two diagrams");
      auto diagram = parse_diagram(word);
      if (!diagram) return fail("position: {}", diagram.error().message);
      result.diagram = std::move(*diagram);
      side_expected = true;
    } else if (side_expected) {
      const auto side = parse_side(word);
      if (!side) return fail("position: after the diagram comes the side to move, x or o, not {}", in_quotes(word));
      result.diagram->to_move = *side;
      side_expected = false;
    } else {
      if (!result.moves.empty()) result.moves += ' ';
      result.moves += lower(word);
    }
  }
  if (side_expected) return fail("position: the side to move (x or o) is missing after the diagram");
  if (result.diagram && !result.moves.empty())
    return fail("position: {} follows the side to move; give a diagram or moves, not both", in_quotes(result.moves));
  return result;
}

std::string to_text(const Diagram& diagram) {
  std::string text;
  for (int row = 0; row < diagram.rows; ++row) {
    if (row > 0) text += '/';
    int run = 0;
    for (int column = 0; column <= diagram.columns; ++column) {
      const bool at_end = column == diagram.columns;
      if (!at_end && diagram.at(row, column) == Cell::empty) {
        ++run;
        continue;
      }
      if (run > 0) text += std::to_string(run);
      run = 0;
      if (!at_end) text += static_cast<char>(diagram.at(row, column));
    }
  }
  return text + (diagram.to_move == Side::first ? " x" : " o");
}

std::optional<Side> parse_side(std::string_view text) {
  const std::string side = lower(text);
  if (side == "x" || side == "b" || side == "black" || side == "first" || side == "*") return Side::first;
  if (side == "o" || side == "w" || side == "white" || side == "second") return Side::second;
  return std::nullopt;
}

std::optional<CellName> parse_cell_name(std::string_view text) {
  if (text.size() < 2 || text[0] < 'a' || text[0] > 'z') return std::nullopt;
  std::size_t end = 1;
  while (end < text.size() && end < 3 && std::isdigit(static_cast<unsigned char>(text[end]))) ++end;
  const auto number = to_number<int>(text.substr(1, end - 1));
  if (!number || *number < 1) return std::nullopt;
  return CellName{text[0] - 'a', *number, end};
}

std::string cell_name(int column, int number) { return static_cast<char>('a' + column) + std::to_string(number); }

std::string_view skip_separators(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n,;");
  return begin == std::string_view::npos ? std::string_view{} : text.substr(begin);
}

std::string draw(const Diagram& diagram) {
  std::string text;
  for (int row = 0; row < diagram.rows; ++row) {
    text += fmt::format("{:>2} ", diagram.number_of(row));
    for (int column = 0; column < diagram.columns; ++column) {
      text += ' ';
      text += static_cast<char>(diagram.at(row, column));
    }
    text += '\n';
  }
  text += "   ";
  for (int column = 0; column < diagram.columns; ++column) {
    text += ' ';
    text += static_cast<char>('a' + column);
  }
  text += '\n';
  if (!diagram.column_numbers) return text;
  text += "   ";
  for (int column = 1; column <= diagram.columns; ++column) text += fmt::format(" {}", column);
  return text + '\n';
}

}  // namespace tengen::games
