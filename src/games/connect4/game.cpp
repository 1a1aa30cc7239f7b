#include "games/connect4/game.hpp"

#include "core/text.hpp"
#include "games/notation.hpp"

namespace tengen::games::connect4 {

namespace {

Expected<Geometry> geometry_from(const Values& options) {
  Geometry g{options.integer("rows"), options.integer("columns"), -1, -1};
  const std::string blocked = lower(options.text("blocked"));
  if (blocked == "none") return g;
  const auto cell = parse_cell_name(blocked);
  if (!cell || cell->length != blocked.size())
    return fail("blocked must be a cell such as c3 (column c, row 3 from the bottom) or none, not {}",
                in_quotes(options.text("blocked")));
  if (cell->column >= g.columns || cell->number > g.rows)
    return fail("blocked cell {} is outside the board of {} rows and {} columns (a1 to {})", blocked, g.rows, g.columns,
                cell_name(g.columns - 1, g.rows));
  g.blocked_column = cell->column;
  g.blocked_row = cell->number - 1;
  return g;
}

template <class P>
Expected<P> from_moves(const Geometry& geometry, std::string_view moves) {
  P position(geometry);
  int number = 0;
  for (auto rest = skip_separators(moves); !rest.empty(); rest = skip_separators(rest.substr(1))) {
    ++number;
    // "12" could be column 12 or columns 1 and 2.
    if (geometry.columns > 9 && rest.front() >= '0' && rest.front() <= '9')
      return fail("position: move {}: on a board of {} columns moves are letters, not {}", number, geometry.columns,
                  in_quotes(rest.substr(0, 1)));
    const auto move = position.parse_move(rest.substr(0, 1));
    if (!move) return fail("position: move {}: {}", number, move.error().message);
    position.play(*move);
  }
  return position;
}

Expected<Geometry> geometry_from(const Diagram& d, const PositionText& text) {
  if (d.rows < Geometry::smallest || d.rows > Geometry::largest || d.columns < Geometry::smallest ||
      d.columns > Geometry::largest)
    return fail("position: the diagram has {} rows and {} columns; each must be {} to {}", d.rows, d.columns,
                Geometry::smallest, Geometry::largest);
  Geometry g{d.rows, d.columns, -1, -1};
  for (int row = 0; row < d.rows; ++row)
    for (int column = 0; column < d.columns; ++column) {
      if (d.at(row, column) != Cell::blocked) continue;
      if (g.has_blocked()) return fail("position: there is more than one blocked cell");
      g.blocked_column = column;
      g.blocked_row = d.rows - 1 - row;
    }
  if ((text.has("rows") && text.options.integer("rows") != d.rows) ||
      (text.has("columns") && text.options.integer("columns") != d.columns) || text.has("blocked"))
    return fail("position: a diagram shows rows, columns and the blocked cell by itself; leave the options out");
  return g;
}

template <class P>
Expected<P> from_diagram(const Geometry& g, const Diagram& d) {
  using Bits = std::remove_cvref_t<decltype(P{}.mine())>;
  Bits discs[2]{};
  for (int column = 0; column < d.columns; ++column) {
    bool gap = false;
    for (int row = d.rows - 1; row >= 0; --row) {
      const Cell cell = d.at(row, column);
      if (cell == Cell::empty) gap = true;
      if (cell == Cell::empty || cell == Cell::blocked) continue;
      if (gap) return fail("position: the disc on {} floats", cell_name(column, d.rows - row));
      discs[cell == Cell::first ? 0 : 1] |= single_bit<Bits>(column * (g.rows + 1) + d.rows - 1 - row);
    }
  }
  const int first = bit_count(discs[0]), second = bit_count(discs[1]);
  if (first - second != (d.to_move == Side::first ? 0 : 1))
    return fail("position: {} discs of x and {} of o do not fit {} to move", first, second,
                d.to_move == Side::first ? "x" : "o");
  P position(g), reversed(g);
  const int mine = index(d.to_move);
  position.set_discs(discs[mine], discs[1 - mine], first + second);
  reversed.set_discs(discs[1 - mine], discs[mine], first + second);
  if (reversed.outcome() != Outcome::ongoing && reversed.outcome() != Outcome::draw)
    return fail("position: {} is to move but already has four in a row", d.to_move == Side::first ? "x" : "o");
  return position;
}

struct Parsed {
  PositionText text;
  Geometry geometry;
};

Expected<Parsed> parse_any(std::string_view text, const Values& options) {
  auto parsed = parse_position_text(text, Game::options(), options, Game::name);
  if (!parsed) return parsed.error();
  const auto g = parsed->diagram ? geometry_from(*parsed->diagram, *parsed) : geometry_from(parsed->options);
  if (!g) return g.error();
  return Parsed{std::move(*parsed), *g};
}

template <class P>
Expected<P> build(const Parsed& parsed) {
  if (!P::fits(parsed.geometry))
    return fail("position: a board of {} rows and {} columns needs the larger position type", parsed.geometry.rows,
                parsed.geometry.columns);
  if (parsed.text.diagram) return from_diagram<P>(parsed.geometry, *parsed.text.diagram);
  return from_moves<P>(parsed.geometry, parsed.text.moves);
}

}  // namespace

std::vector<Setting> Game::options() {
  return {Setting::integer("rows", 6, Geometry::smallest, Geometry::largest, "rows of the board"),
          Setting::integer("columns", 7, Geometry::smallest, Geometry::largest, "columns of the board"),
          Setting::text("blocked", "none", "a cell where no disc can rest, such as c3, or none")};
}

Expected<Game::AnyPosition> Game::from_string(std::string_view text, const Values& options) {
  const auto parsed = parse_any(text, options);
  if (!parsed) return parsed.error();
  if (SmallPosition::fits(parsed->geometry)) return build<SmallPosition>(*parsed);
  return build<LargePosition>(*parsed);
}

template <class P>
Expected<P> Game::parse(std::string_view text, const Values& options) {
  const auto parsed = parse_any(text, options);
  if (!parsed) return parsed.error();
  return build<P>(*parsed);
}

template Expected<SmallPosition> Game::parse<SmallPosition>(std::string_view, const Values&);
template Expected<LargePosition> Game::parse<LargePosition>(std::string_view, const Values&);

}  // namespace tengen::games::connect4
