// One of our players as a brain of the Gomocup protocol, with the extensions of the Yixin protocol that fit.

#include <fmt/format.h>

#include <array>
#include <map>

#include "core/text.hpp"
#include "core/version.hpp"
#include "games/gomoku/game.hpp"
#include "protocol/engine_session.hpp"
#include "protocol/gomocup.hpp"
#include "protocol/thoughts.hpp"
#include "roster/typed_game.hpp"

namespace tengen::protocol {

namespace gomocup {

namespace {

using std::chrono::milliseconds;

constexpr std::int64_t no_limit = 2147483647;

// The way to the manager and back counts too.
std::chrono::nanoseconds less_margin(milliseconds time) {
  const auto margin = std::clamp(time / 20, milliseconds(5), milliseconds(100));
  return std::max(time - margin, milliseconds(1));
}

class BrainEngine final : public EngineProtocol {
 public:
  explicit BrainEngine(const EngineSetup& setup) : session_(setup) {}

  bool handle(std::string_view line) override;
  bool interrupts(std::string_view line) const override {
    const std::string word = parse_command(line).word;
    return word == "END" || word == "YXSTOP" || word == "STOP";
  }

 private:
  struct Stone {
    Point point;
    Side side = Side::first;
  };

  void error(std::string_view message) { session_.say(fmt::format("ERROR {}", message)); }
  void start(std::string_view size_text);
  void rect_start(std::string_view text);
  void restart();
  void turn(std::string_view text, bool answer);
  void take_back(std::string_view text);
  void info(std::string_view text);
  void forbidden_points();
  void about();

  void add_stone(std::string_view line);
  void end_board();
  bool place_stones(const std::vector<Stone>& stones, Side to_move);

  std::string options() const { return fmt::format("size={} rule={} ", size_, games::gomoku::name_of(rule_)); }
  // The game there is, or an error to the manager.
  bool ready();
  void answer();
  Limits limits() const;
  // The stones as they lie, for a board without one of them.
  std::vector<Stone> stones() const;

  EngineSession session_;
  int size_ = 0;  // 0 before START
  games::gomoku::Rule rule_ = games::gomoku::Rule::freestyle;
  bool strange_rule_ = false;  // one that we do not play was asked for
  std::optional<std::int64_t> timeout_turn_, timeout_match_, time_left_, max_depth_, max_nodes_;

  // Between BOARD and DONE.
  bool in_board_ = false;
  bool answer_board_ = true;                  // not after YXBOARD
  std::vector<std::pair<Point, int>> board_;  // 1 our stone, 2 the opponent's
  std::string board_error_;
};

bool BrainEngine::handle(std::string_view line) {
  const auto [word, rest] = parse_command(line);
  if (word.empty()) return true;
  if (word == "END") return false;
  if (in_board_) {
    if (word == "DONE")
      end_board();
    else
      add_stone(line);
    return true;
  }
  if (word == "START")
    start(rest);
  else if (word == "RECTSTART")
    rect_start(rest);
  else if (word == "RESTART")
    restart();
  else if (word == "TURN")
    turn(rest, true);
  else if (word == "PLAY")
    turn(rest, false);
  else if (word == "BEGIN")
    answer();
  else if (word == "TAKEBACK")
    take_back(rest);
  else if (word == "INFO")
    info(rest);
  else if (word == "ABOUT")
    about();
  else if (word == "YXSHOWFORBID")
    forbidden_points();
  else if (word == "YXHASHCLEAR")
    restart();
  else if (word == "YXSTOP" || word == "STOP")
    return true;  // has done its work if we were thinking
  else if (word == "BOARD" || word == "YXBOARD") {
    in_board_ = true;
    answer_board_ = word == "BOARD";
    board_.clear();
    board_error_.clear();
  } else {
    session_.say("UNKNOWN command " + in_quotes(line));
  }
  return true;
}

void BrainEngine::start(std::string_view size_text) {
  const auto size = to_number<int>(size_text);
  if (!size) return error("START needs a size, not " + in_quotes(size_text));
  if (*size < games::gomoku::smallest_size || *size > games::gomoku::largest_size)
    return error(
        fmt::format("boards are {} to {} points wide", games::gomoku::smallest_size, games::gomoku::largest_size));
  size_ = *size;
  if (const auto begun = session_.begin(options()); !begun) {
    size_ = 0;
    return error(begun.error().message);
  }
  session_.say("OK");
}

void BrainEngine::rect_start(std::string_view text) {
  const auto sides = parse_point(text);
  if (!sides) return error("RECTSTART needs width,height, not " + in_quotes(text));
  if (sides->x != sides->y) return error("only square boards");
  start(std::to_string(sides->x));
}

void BrainEngine::restart() {
  if (size_ == 0) return error("START comes first");
  if (const auto begun = session_.begin(options()); !begun) return error(begun.error().message);
  session_.say("OK");
}

bool BrainEngine::ready() {
  if (size_ == 0) return error("START comes first"), false;
  if (strange_rule_) return error("only the rules 0, 1, 2 and 4"), false;
  return true;
}

void BrainEngine::turn(std::string_view text, bool wants_answer) {
  if (!ready()) return;
  const auto point = parse_point(text);
  if (!point) return error("a point is written x,y, not " + in_quotes(text));
  if (!on_board(*point, size_)) return error("the point is off the board");
  const auto move = roster::AnyMove::from(move_at(*point, size_));
  if (session_.game().outcome() != Outcome::ongoing) return error("the game is over");
  if (!session_.game().is_legal(move)) return error("the point is taken or forbidden");
  session_.game().play(move);
  if (wants_answer) return answer();
  session_.say(fmt::format("{},{}", point->x, point->y));
}

void BrainEngine::take_back(std::string_view text) {
  if (!ready()) return;
  const auto point = parse_point(text);
  if (!point || !on_board(*point, size_)) return error("a point is written x,y, not " + in_quotes(text));
  roster::Game& game = session_.game();
  const auto& moves = game.moves();
  if (!moves.empty() && moves.back() == roster::AnyMove::from(move_at(*point, size_))) {
    game.undo();
    return session_.say("OK");
  }
  auto left = stones();
  const auto gone = std::ranges::find(left, *point, &Stone::point);
  if (gone == left.end()) return error("there is no stone on that point");
  const Side side = gone->side;
  left.erase(gone);
  if (place_stones(left, side)) session_.say("OK");
}

void BrainEngine::info(std::string_view text) {
  const auto [key, value] = parse_command(text);
  const auto number = to_number<std::int64_t>(value);
  if (!number) return;  // folders, mouse pointers, nonsense: all may be ignored
  if (key == "TIMEOUT_TURN")
    timeout_turn_ = *number;
  else if (key == "TIMEOUT_MATCH")
    timeout_match_ = *number;
  else if (key == "TIME_LEFT")
    time_left_ = *number;
  else if (key == "MAX_DEPTH")
    max_depth_ = *number;
  else if (key == "MAX_NODE")
    max_nodes_ = *number;
  else if (key == "RULE") {
    const auto rule = rule_of(static_cast<int>(std::clamp<std::int64_t>(*number, -1, 1000)));
    strange_rule_ = !rule;
    if (!rule || *rule == rule_) return;
    rule_ = *rule;
    // Usually said after START, on an empty board; later it takes the stones along.
    if (size_ != 0) place_stones(stones(), session_.game().side_to_move());
  }
}

void BrainEngine::about() {
  std::string player = session_.setup().player;
  std::erase(player, '"');
  session_.say(fmt::format(R"(name="Tengen {}", version="{}", author="the Tengen project")", player, version));
}

void BrainEngine::forbidden_points() {
  if (!ready()) return;
  std::string text = "FORBID ";
  // A point that Black must not take is empty and yet no legal move.
  const roster::Game& game = session_.game();
  std::vector<bool> taken(static_cast<std::size_t>(size_ * size_), false);
  for (const Stone& s : stones()) taken[static_cast<std::size_t>(s.point.y * size_ + s.point.x)] = true;
  if (game.side_to_move() == Side::first && game.outcome() == Outcome::ongoing)
    for (int y = 0; y < size_; ++y)
      for (int x = 0; x < size_; ++x)
        if (!taken[static_cast<std::size_t>(y * size_ + x)] &&
            !game.is_legal(roster::AnyMove::from(move_at({x, y}, size_))))
          text += fmt::format("{:02}{:02}", x, y);
  session_.say(text + ".");
}

void BrainEngine::add_stone(std::string_view line) {
  if (board_.size() > 10'000) return;
  const std::size_t comma = line.find_last_of(',');
  const auto field = comma == std::string_view::npos ? std::nullopt : to_number<int>(trim(line.substr(comma + 1)));
  const auto point = field ? parse_point(line.substr(0, comma)) : std::nullopt;
  if (!point || *field < 1 || *field > 3)
    board_error_ = "a stone is written x,y,1 or x,y,2, not " + in_quotes(line);
  else if (!on_board(*point, size_))
    board_error_ = "a stone is off the board";
  else if (*field != 3)
    board_.push_back({*point, *field});
}

void BrainEngine::end_board() {
  in_board_ = false;
  if (!ready()) return;
  if (!board_error_.empty()) return error(board_error_);
  const auto own = std::ranges::count(board_, 1, &std::pair<Point, int>::second);
  const auto others = std::ssize(board_) - own;
  if (answer_board_ && others != own && others != own + 1)
    return error(fmt::format("{} stones of ours and {} of the opponent's: we are not to move", own, others));
  // Whose turn it is tells our colour: Black began, unless the stones say otherwise.
  const Side our_side = own >= others ? Side::first : Side::second;
  std::vector<Stone> placed;
  for (const auto& [point, field] : board_) placed.push_back({point, field == 1 ? our_side : other(our_side)});
  if (!place_stones(placed, our_side)) return;
  if (answer_board_) answer();
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
        all.push_back({point_of(position.move_at(cell), size_), side});
      });
  };
  const roster::Game& game = session_.game();
  if (game.position_type() == typeid(games::gomoku::SmallPosition))
    collect(static_cast<const roster::TypedGame<games::gomoku::SmallPosition>&>(game));
  else
    collect(static_cast<const roster::TypedGame<games::gomoku::LargePosition>&>(game));
  return all;
}

Limits BrainEngine::limits() const {
  Limits limits;
  if (timeout_turn_ && *timeout_turn_ < no_limit)
    limits.time = less_margin(milliseconds(std::max<std::int64_t>(*timeout_turn_, 0)));
  const auto left = time_left_ ? time_left_ : timeout_match_ && *timeout_match_ > 0 ? timeout_match_ : std::nullopt;
  if (left && *left < no_limit)
    limits.clock = GameClock{less_margin(milliseconds(std::max<std::int64_t>(*left, 0))), {}};
  if (max_depth_ && *max_depth_ > 0 && *max_depth_ < 99) limits.depth = static_cast<int>(*max_depth_);
  if (max_nodes_ && *max_nodes_ > 0) limits.nodes = static_cast<std::uint64_t>(*max_nodes_);
  return limits.none() ? session_.setup().limits : limits;
}

void BrainEngine::answer() {
  if (!ready()) return;
  roster::Game& game = session_.game();
  if (game.outcome() != Outcome::ongoing) return error("the game is over");
  const auto chosen = session_.think(limits());
  if (!chosen) return error(in_quotes(chosen.error().message));
  session_.say("MESSAGE " + format_thoughts(game, *chosen));
  const Point p = point_of(chosen->move.to<games::gomoku::Move>(), size_);
  game.play(chosen->move);
  session_.say(fmt::format("{},{}", p.x, p.y));
}

}  // namespace

}  // namespace gomocup

std::unique_ptr<EngineProtocol> make_gomocup_engine(const EngineSetup& setup) {
  return std::make_unique<gomocup::BrainEngine>(setup);
}

}  // namespace tengen::protocol
