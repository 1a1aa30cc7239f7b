#include "protocol/ggf.hpp"

#include "core/text.hpp"

namespace tengen {

namespace {

struct Tag {
  std::string_view name, value;
};

// The next NAME[value] of the text, which it is taken from; nothing at its end.
std::optional<Tag> take_tag(std::string_view& text) {
  const std::size_t begin = text.find_first_not_of(" \t();");
  const std::size_t open = begin == std::string_view::npos ? begin : text.find('[', begin);
  const std::size_t close = open == std::string_view::npos ? open : text.find(']', open);
  if (close == std::string_view::npos) return std::nullopt;
  const Tag tag{trim(text.substr(begin, open - begin)), text.substr(open + 1, close - open - 1)};
  text.remove_prefix(close + 1);
  return tag;
}

// "8 ---…--- *": the width, 64 cells from the upper left with or without spaces, the side to move.
Expected<othello::Position> parse_board(std::string_view text) {
  const auto pieces = words(text);
  if (pieces.empty() || pieces[0] != "8") return fail("game: only boards of 8 by 8, not {}", in_quotes(text));
  std::string cells;
  for (std::size_t i = 1; i < pieces.size(); ++i) cells += pieces[i];
  if (cells.size() != 65) return fail("game: a board has 64 cells and the side to move, not {}", in_quotes(text));
  const char side = cells.back();
  if (side != '*' && side != 'O') return fail("game: the side to move is * or O, not {}", in_quotes({&side, 1}));
  cells.pop_back();
  return othello::Position::from_string(cells + (side == '*' ? " X" : " O"));
}

}  // namespace

Expected<GgfGame> parse_ggf(std::string_view text) {
  GgfGame game;
  othello::Position now;
  bool any = false;
  const std::string_view whole = text;
  while (const auto tag = take_tag(text)) {
    any = true;
    if (tag->name == "BO") {
      const auto start = parse_board(tag->value);
      if (!start) return tl::unexpected(start.error());
      game.start = now = *start;
      game.moves.clear();
    } else if (tag->name == "B" || tag->name == "W") {
      const auto side = tag->name == "B" ? Side::first : Side::second;
      if (now.side_to_move() != side)
        if (const auto pass = now.parse_move("pass")) {
          game.moves.push_back(*pass);
          now.play(*pass);
        }
      const auto move = now.parse_move(tag->value.substr(0, tag->value.find('/')));
      if (now.side_to_move() != side || !move)
        return fail("game: move {}: {} is not legal", game.moves.size() + 1, in_quotes(tag->value));
      game.moves.push_back(*move);
      now.play(*move);
    }
  }
  if (!any) return fail("game: there is none in {}", in_quotes(whole));
  return game;
}

}  // namespace tengen
