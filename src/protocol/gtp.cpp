#include "protocol/gtp.hpp"

#include <fmt/format.h>

#include "core/text.hpp"
#include "games/connect4/game.hpp"
#include "games/gomoku/game.hpp"
#include "games/othello/game.hpp"
#include "roster/typed_game.hpp"

namespace tengen::protocol::gtp {

namespace {

// Calls visit with the position inside, whatever its type.
template <class Visit>
auto with_position(const roster::Game& game, const Visit& visit) {
  const auto type = game.position_type();
  const auto as = [&]<class P>(std::type_identity<P>) -> const P& {
    return static_cast<const roster::TypedGame<P>&>(game).position();
  };
  if (type == typeid(games::gomoku::SmallPosition))
    return visit(as(std::type_identity<games::gomoku::SmallPosition>{}));
  if (type == typeid(games::gomoku::LargePosition))
    return visit(as(std::type_identity<games::gomoku::LargePosition>{}));
  if (type == typeid(games::connect4::SmallPosition))
    return visit(as(std::type_identity<games::connect4::SmallPosition>{}));
  if (type == typeid(games::connect4::LargePosition))
    return visit(as(std::type_identity<games::connect4::LargePosition>{}));
  return visit(as(std::type_identity<games::othello::Position>{}));
}

template <class P>
concept GomokuPosition = requires(const P& p) { p.stone_count(); };
template <class P>
concept Connect4Position = requires(const P& p) { p.geometry(); };

char column_letter(int column) { return static_cast<char>((column < 8 ? 'A' : 'B') + column); }

std::string vertex(int column, int number) { return fmt::format("{}{}", column_letter(column), number); }

struct Vertex {
  int column = 0;
  int number = 0;  // 0: none was written
};

std::optional<Vertex> parse_vertex(std::string_view text) {
  if (text.empty()) return std::nullopt;
  const char letter = lower(text.substr(0, 1))[0];
  if (letter < 'a' || letter > 'z' || letter == 'i') return std::nullopt;
  Vertex v{letter - 'a' - (letter > 'i' ? 1 : 0), 0};
  if (text.size() == 1) return v;
  const auto number = to_number<int>(text.substr(1));
  if (!number || *number < 1) return std::nullopt;
  v.number = *number;
  return v;
}

template <class P>
int landing_row(const P& position, int column) {
  int row = 0;
  while (test_bit(position.filled(), column * position.stride() + row)) ++row;
  return row;
}

// The move that a vertex means, legal or not; nothing where the board has no such cell.
std::optional<roster::AnyMove> move_at(const roster::Game& game, const Vertex& v) {
  return with_position(game, [&]<class P>(const P& position) -> std::optional<roster::AnyMove> {
    if constexpr (GomokuPosition<P>) {
      if (v.column >= position.size() || v.number < 1 || v.number > position.size()) return std::nullopt;
      return roster::AnyMove::from(
          games::gomoku::Move{static_cast<std::uint8_t>(v.column), static_cast<std::uint8_t>(v.number - 1)});
    } else if constexpr (Connect4Position<P>) {
      if (v.column >= position.geometry().columns) return std::nullopt;
      if (v.number > 0 && position.is_open(v.column) && landing_row(position, v.column) + 1 != v.number)
        return std::nullopt;
      return roster::AnyMove::from(games::connect4::Move{static_cast<std::uint8_t>(v.column)});
    } else {
      if (v.column >= 8 || v.number < 1 || v.number > 8) return std::nullopt;
      return roster::AnyMove::from(games::othello::Move{static_cast<std::uint8_t>(8 * (v.number - 1) + v.column)});
    }
  });
}

}  // namespace

std::vector<std::string> games() {
  return {std::string(games::gomoku::Game::name), std::string(games::connect4::Game::name),
          std::string(games::othello::Game::name)};
}

bool is_usual_start(const roster::Game& start) {
  return with_position(start, []<class P>(const P& position) {
    if constexpr (GomokuPosition<P>)
      return position.stone_count() == 0 && position.side_to_move() == Side::first;
    else if constexpr (Connect4Position<P>)
      return position.plies() == 0;
    else
      return position == P{};
  });
}

std::string board_size(const roster::Game& game) {
  return with_position(game, []<class P>(const P& position) -> std::string {
    if constexpr (GomokuPosition<P>) return fmt::format("{}", position.size());
    if constexpr (Connect4Position<P>)
      return fmt::format("{} {}", position.geometry().columns, position.geometry().rows);
    return "8";
  });
}

std::optional<std::string> blocked_vertex(const roster::Game& game) {
  return with_position(game, []<class P>(const P& position) -> std::optional<std::string> {
    if constexpr (Connect4Position<P>) {
      const auto g = position.geometry();
      if (g.has_blocked()) return vertex(g.blocked_column, g.blocked_row + 1);
    }
    return std::nullopt;
  });
}

std::string to_vertex(const roster::Game& game, roster::AnyMove any) {
  return with_position(game, [&]<class P>(const P& position) -> std::string {
    const auto move = any.to<typename P::Move>();
    if constexpr (GomokuPosition<P>)
      return vertex(move.column, move.row + 1);
    else if constexpr (Connect4Position<P>)
      return vertex(move.column, landing_row(position, move.column) + 1);
    else
      return move.is_pass() ? "pass" : vertex(move.cell % 8, move.cell / 8 + 1);
  });
}

ReadMove read_move(const roster::Game& game, std::string_view text) {
  const std::string typed = lower(trim(text));
  std::optional<roster::AnyMove> move;
  if (typed == "pass") {
    if (game.position_type() != typeid(games::othello::Position)) return {ReadMove::Kind::illegal, {}};
    move = roster::AnyMove::from(games::othello::Move{});
  } else {
    const auto v = parse_vertex(typed);
    if (!v) return {};
    move = move_at(game, *v);
  }
  if (!move || !game.is_legal(*move)) return {ReadMove::Kind::illegal, {}};
  return {ReadMove::Kind::legal, *move};
}

std::string_view colour_of(Side side) { return side == Side::first ? "b" : "w"; }

std::optional<Side> read_colour(std::string_view text) {
  const std::string colour = lower(text);
  if (colour == "b" || colour == "black") return Side::first;
  if (colour == "w" || colour == "white") return Side::second;
  return std::nullopt;
}

std::optional<Command> parse_command(std::string_view line) {
  std::string clean;
  for (const char c : line.substr(0, line.find('#'))) {
    if (c == '\t')
      clean += ' ';
    else if (static_cast<unsigned char>(c) >= 32 && c != 127)
      clean += c;
  }
  Command command;
  for (const std::string_view word : words(clean)) {
    const bool first = command.name.empty() && !command.id;
    if (const auto id = to_number<long>(word); first && id && *id >= 0)
      command.id = *id;
    else if (command.name.empty())
      command.name = word;
    else
      command.arguments.emplace_back(word);
  }
  if (command.name.empty() && !command.id) return std::nullopt;
  return command;
}

std::optional<ResponseHead> parse_response(std::string_view line) {
  if (!line.starts_with('=') && !line.starts_with('?')) return std::nullopt;
  const bool ok = line.front() == '=';
  line.remove_prefix(1);
  while (!line.empty() && line.front() >= '0' && line.front() <= '9') line.remove_prefix(1);  // an id, if we gave one
  if (!line.empty() && line.front() != ' ' && line.front() != '\t') return std::nullopt;
  return ResponseHead{ok, trim(line)};
}

}  // namespace tengen::protocol::gtp
