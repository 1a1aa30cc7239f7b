// The lists of stones that a brain is sent: boards, and the opening under Swap2.

#include <fmt/format.h>

#include "core/text.hpp"
#include "protocol/gomocup_brain.hpp"
#include "roster/typed_game.hpp"

namespace tengen::protocol::gomocup {

// --- Lists of stones ---

void BrainEngine::read_list(List list, std::string_view text) {
  list_ = list;
  board_.clear();
  board_error_.clear();
  for (const std::string_view word : words(text)) {
    if (list_ == List::none) break;
    handle(word);
  }
}

void BrainEngine::add_stone(std::string_view line) {
  if (list_ == List::ignored || board_.size() > 10'000) return;
  const bool coloured = list_ != List::swap2;
  const std::size_t comma = coloured ? line.find_last_of(',') : line.size();
  const auto field = !coloured                         ? 0
                     : comma == std::string_view::npos ? std::nullopt
                                                       : to_number<int>(trim(line.substr(comma + 1)));
  const auto point = field ? parse_point(line.substr(0, comma)) : std::nullopt;
  if (!point || (coloured && (*field < 1 || *field > 3)))
    board_error_ = fmt::format("a stone is written {}, not {}", coloured ? "x,y,1 or x,y,2" : "x,y", in_quotes(line));
  else if (!on_board(*point, size_))
    board_error_ = "a stone is off the board";
  else if (*field != 3)
    board_.push_back({*point, *field});
}

void BrainEngine::end_list() {
  const List list = std::exchange(list_, List::none);
  if (list == List::ignored) return session_.say("UNKNOWN command " + list_word_);
  if (!ready()) return;
  if (!board_error_.empty()) return error(board_error_);
  if (list == List::swap2) return end_swap2();
  const auto own = std::ranges::count(board_, 1, &std::pair<Point, int>::second);
  const auto others = std::ssize(board_) - own;
  if (list == List::board && others != own && others != own + 1)
    return error(fmt::format("{} stones of ours and {} of the opponent's: we are not to move", own, others));
  // Whose turn it is tells our colour: Black began, unless the stones say otherwise.
  const Side our_side = own >= others ? Side::first : Side::second;
  std::vector<Stone> placed;
  for (const auto& [point, field] : board_) placed.push_back({point, field == 1 ? our_side : other(our_side)});
  if (!place_stones(placed, our_side)) return;
  if (list == List::board) answer(1);
}

// In the order of play where they have one, so that moves can be taken back; else as they lie.
bool BrainEngine::place_stones(const std::vector<Stone>& stones, Side to_move) {
  if (const auto placed = session_.place(options()); !placed) return error(placed.error().message), false;
  std::vector<std::string> rows(static_cast<std::size_t>(size_), std::string(static_cast<std::size_t>(size_), '.'));
  bool in_order = true;
  for (const Stone& s : stones) {
    char& cell = rows[static_cast<std::size_t>(s.point.y)][static_cast<std::size_t>(s.point.x)];
    if (cell != '.') return error("two stones on one point"), false;
    cell = s.side == Side::first ? 'x' : 'o';
    const auto move = roster::AnyMove::from(move_at(s.point, size_));
    in_order = in_order && session_.game().side_to_move() == s.side && session_.game().is_legal(move);
    if (in_order) session_.game().play(move);
  }
  if (in_order && session_.game().side_to_move() == to_move) return true;
  const auto placed = session_.place(options() + joined(rows, "/") + (to_move == Side::first ? " x" : " o"));
  if (!placed) return error(placed.error().message), false;
  return true;
}

std::vector<BrainEngine::Stone> BrainEngine::stones() const {
  std::vector<Stone> all;
  const auto collect = [&]<class P>(const roster::TypedGame<P>& game) {
    const P& position = game.position();
    for (const Side side : {Side::first, Side::second})
      for_each_bit(position.stones(side), [&](int cell) {
        all.push_back({gomocup::point_of(position.move_at(cell), size_), side});
      });
  };
  const roster::Game& game = session_.game();
  if (game.position_type() == typeid(games::gomoku::SmallPosition))
    collect(static_cast<const roster::TypedGame<games::gomoku::SmallPosition>&>(game));
  else
    collect(static_cast<const roster::TypedGame<games::gomoku::LargePosition>&>(game));
  return all;
}

// --- Swap2 ---

void BrainEngine::say_moves(const std::vector<roster::AnyMove>& moves) {
  std::vector<std::string> points;
  for (const roster::AnyMove move : moves) {
    const Point p = point_of(move);
    points.push_back(fmt::format("{},{}", p.x, p.y));
    session_.game().play(move);
  }
  session_.say(joined(points, " "));
}

void BrainEngine::say_edge(double edge) {
  session_.say(fmt::format("MESSAGE {} is thought to win with {:.0f}%",
                           session_.game().side_to_move() == Side::first ? "black" : "white", 50 * (1 + edge)));
}

std::vector<roster::AnyMove> BrainEngine::balanced(int stones) {
  const auto found = swap2_.balance(session_.game(), stones, limits());
  if (!found.moves.empty())
    session_.say(fmt::format("MESSAGE then the side to move is thought to win with {:.0f}%", 50 * (1 + found.edge)));
  return found.moves;
}

void BrainEngine::end_swap2() {
  if (board_.size() != 0 && board_.size() != 3 && board_.size() != 5)
    return error(fmt::format("Swap2 is about 0, 3 or 5 stones, not {}", board_.size()));
  std::vector<Stone> placed;
  for (const auto& [point, field] : board_)
    placed.push_back({point, placed.size() % 2 == 0 ? Side::first : Side::second});
  if (!place_stones(placed, placed.empty() ? Side::first : Side::second)) return;
  if (placed.size() != session_.game().moves().size()) return error("these stones cannot be played in this order");
  if (!ongoing()) return;
  if (placed.empty()) return say_moves(balanced(3));
  const auto decision = swap2_.decide(session_.game(), limits());
  if (!decision) return error(in_quotes(decision.error().message));
  say_edge(decision->stones.edge);
  if (decision->kind == Swap2::Decision::Kind::swap) return session_.say("SWAP");
  say_moves(decision->stones.moves);
}

void BrainEngine::balance(int stones, std::string_view bias) {
  if (!ongoing()) return;
  if (const auto wanted = bias.empty() ? 0 : to_number<int>(bias); wanted != 0)
    return error("only positions as even as can be, bias 0");
  const auto moves = balanced(stones);
  if (moves.empty()) return error("there is no room for more stones");
  say_moves(moves);
}

// Yixin's window has its own words for the same, with the points in two numbers.
void BrainEngine::yixin_offer(std::string_view) {
  if (!ready()) return;
  if (!place_stones({}, Side::first)) return;
  int number = 0;
  for (const roster::AnyMove move : balanced(3)) {
    const Point p = point_of(move);
    session_.say(fmt::format("MESSAGE SWAP2 MOVE{} {} {}", ++number, p.x, p.y));
  }
}

void BrainEngine::yixin_choice(std::string_view) {
  if (!ongoing()) return;
  const int step = list_word_.back() - '0';
  const roster::Game& game = session_.game();
  if (game.moves().size() != (step == 2 ? 3U : 5U))
    return error(fmt::format("{} wants {} stones, placed in the order of play", list_word_, step == 2 ? 3 : 5));
  const auto decision = swap2_.decide(game, limits());
  if (!decision) return error(in_quotes(decision.error().message));
  say_edge(decision->stones.edge);
  if (decision->kind != Swap2::Decision::Kind::put_two)
    return session_.say(
        fmt::format("MESSAGE SWAP2 SWAP{} {}", step - 1, decision->kind == Swap2::Decision::Kind::swap ? "YES" : "NO"));
  for (int i = 0; i < 2; ++i) {
    const Point p = point_of(decision->stones.moves[static_cast<std::size_t>(i)]);
    session_.say(fmt::format("MESSAGE SWAP2 MOVE{} {} {}", 4 + i, p.x, p.y));
  }
}

}  // namespace tengen::protocol::gomocup
