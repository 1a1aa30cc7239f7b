#include "games/gomoku/game.hpp"

#include "core/text.hpp"
#include "games/notation.hpp"

namespace tengen::games::gomoku {

namespace {

constexpr std::array<std::string_view, 3> rule_names = {"freestyle", "standard", "renju"};

Rule rule_named(std::string_view name) {
  for (std::size_t i = 0; i < rule_names.size(); ++i)
    if (rule_names[i] == name) return static_cast<Rule>(i);
  return Rule::freestyle;
}

struct Parsed {
  PositionText text;
  int size;
  Rule rule;
};

Expected<Parsed> parse_any(std::string_view text, const Values& options) {
  auto parsed = parse_position_text(text, Game::options(), options, Game::name);
  if (!parsed) return parsed.error();
  int size = parsed->options.integer("size");
  if (const auto& d = parsed->diagram) {
    if (d->rows != d->columns)
      return fail("position: the diagram has {} rows and {} columns; a board is square", d->rows, d->columns);
    if (d->rows < smallest_size)
      return fail("position: the diagram has {} rows; a board has {} to {}", d->rows, smallest_size, largest_size);
    if (parsed->has("size") && size != d->rows)
      return fail("position: size={} but the diagram has {} rows", size, d->rows);
    size = d->rows;
  }
  const Rule rule = rule_named(parsed->options.text("rule"));
  return Parsed{std::move(*parsed), size, rule};
}

template <class P>
Expected<P> from_diagram(P position, const Diagram& diagram) {
  typename P::Bits stones[2];
  for (int row = 0; row < diagram.rows; ++row)
    for (int column = 0; column < diagram.columns; ++column) {
      const Cell cell = diagram.at(row, column);
      if (cell == Cell::blocked) return fail("position: Gomoku has no blocked cells");
      if (cell == Cell::empty) continue;
      stones[cell == Cell::first ? 0 : 1].set((diagram.rows - 1 - row) * stride_of(diagram.rows) + column);
    }
  const auto set = position.set_stones(stones[0], stones[1], diagram.to_move);
  if (!set) return set.error();
  return position;
}

template <class P>
Expected<P> build(const Parsed& parsed) {
  if (!P::fits(parsed.size)) return fail("position: size {} needs the larger position type", parsed.size);
  const P start(parsed.size, parsed.rule);
  if (parsed.text.diagram) return from_diagram(start, *parsed.text.diagram);
  return play_cells(start, parsed.text.moves);
}

}  // namespace

std::string_view name_of(Rule rule) noexcept { return rule_names[static_cast<std::size_t>(rule)]; }

std::vector<Setting> Game::options() {
  return {Setting::integer("size", 15, smallest_size, largest_size, "points on a side of the board"),
          Setting::choice("rule", {rule_names.begin(), rule_names.end()},
                          "freestyle: five or more win; standard: exactly five; renju: with Black's forbidden points")};
}

Expected<Game::AnyPosition> Game::from_string(std::string_view text, const Values& options) {
  const auto parsed = parse_any(text, options);
  if (!parsed) return parsed.error();
  if (SmallPosition::fits(parsed->size)) return build<SmallPosition>(*parsed);
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

}  // namespace tengen::games::gomoku
