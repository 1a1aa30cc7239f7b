#include "protocol/ggf.hpp"

#include <fmt/format.h>

#include "core/text.hpp"

namespace tengen::protocol {

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
Expected<games::othello::Position> parse_board(std::string_view text) {
  const auto pieces = words(text);
  if (pieces.empty() || pieces[0] != "8") return fail("game: only boards of 8 by 8, not {}", in_quotes(text));
  std::string cells;
  for (std::size_t i = 1; i < pieces.size(); ++i) cells += pieces[i];
  if (cells.size() != 65) return fail("game: a board has 64 cells and the side to move, not {}", in_quotes(text));
  const char side = cells.back();
  if (side != '*' && side != 'O') return fail("game: the side to move is * or O, not {}", in_quotes({&side, 1}));
  cells.pop_back();
  return games::othello::Position::from_string(cells + (side == '*' ? " X" : " O"));
}

std::chrono::nanoseconds from_seconds(double seconds) {
  constexpr double most = 1e8;  // three years
  if (!(seconds > 0)) return {};
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(std::min(seconds, most)));
}

// "15:00", "1:00:00", "90", with or without "/increment/grace" behind it; nothing when it is none.
std::optional<std::chrono::nanoseconds> parse_clock(std::string_view text) {
  double seconds = 0;
  for (const std::string_view part : split(text.substr(0, text.find('/')), ':')) {
    const auto number = to_number<double>(trim(part));
    if (!number || !(*number >= 0)) return std::nullopt;
    seconds = 60 * seconds + *number;
  }
  return from_seconds(seconds);
}

}  // namespace

std::string ggf_move(games::othello::Move move) {
  if (move.is_pass()) return "PA";
  return {static_cast<char>('A' + move.cell % 8), static_cast<char>('1' + move.cell / 8)};
}

std::chrono::nanoseconds ggf_move_time(std::string_view move) {
  const auto parts = split(move, '/');
  return parts.size() < 3 ? std::chrono::nanoseconds(0) : from_seconds(to_number<double>(trim(parts[2])).value_or(0));
}

// Clocks are written in whole seconds, for programs that take a dot for the end of the days. What is too much by that is
// said to have gone into the side's last move; before its first one the rest of a second is lost.
std::string to_ggf(const games::othello::Position& start, std::span<const games::othello::Move> moves,
                   std::optional<std::chrono::nanoseconds> left) {
  constexpr auto second = std::chrono::nanoseconds(std::chrono::seconds(1));
  std::string cells = start.to_string();  // 64 cells, a space, the side to move
  std::ranges::replace(cells, 'X', '*');
  std::string text = "(;GM[Othello]PC[Tengen]PB[first]PW[second]RE[?]";
  std::chrono::nanoseconds too_much{};
  if (left) {
    const auto down = *left / second;
    const auto shown = moves.size() >= 2 && *left % second != std::chrono::nanoseconds(0) ? down + 1 : down;
    too_much = std::max(shown * second - *left, std::chrono::nanoseconds(0));
    text += fmt::format("TI[{}:{:02}]", shown / 60, shown % 60);
  }
  text += fmt::format("TY[8]BO[8 {}]", cells);
  Side side = start.side_to_move();
  for (std::size_t i = 0; i < moves.size(); ++i, side = other(side)) {
    const std::string name = ggf_move(moves[i]);
    if (i + 2 == moves.size() && too_much > std::chrono::nanoseconds(0))
      text += fmt::format("{}[{}//{:.3f}]", side == Side::first ? 'B' : 'W', name,
                          std::chrono::duration<double>(too_much).count());
    else
      text += fmt::format("{}[{}]", side == Side::first ? 'B' : 'W', name);
  }
  return text + ";)";
}

Expected<GgfGame> parse_ggf(std::string_view text) {
  GgfGame game;
  games::othello::Position now;
  bool any = false;
  const std::string_view whole = text;
  while (const auto tag = take_tag(text)) {
    any = true;
    if (tag->name == "BO") {
      const auto start = parse_board(tag->value);
      if (!start) return start.error();
      game.start = now = *start;
      game.moves.clear();
    } else if (tag->name == "TI") {
      game.clocks.fill(parse_clock(tag->value));
    } else if (tag->name == "TB" || tag->name == "TW") {
      game.clocks[tag->name == "TB" ? 0 : 1] = parse_clock(tag->value);
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
      auto& clock = game.clocks[static_cast<std::size_t>(side)];
      if (clock) clock = std::max(*clock - ggf_move_time(tag->value), std::chrono::nanoseconds(0));
    }
  }
  if (!any) return fail("game: there is none in {}", in_quotes(whole));
  return game;
}

}  // namespace tengen::protocol
