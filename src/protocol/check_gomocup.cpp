// The conformance script of the Gomocup protocol.

#include <fmt/format.h>

#include "core/text.hpp"
#include "games/gomoku/game.hpp"
#include "protocol/conformance.hpp"
#include "protocol/gomocup.hpp"

namespace tengen::protocol {

namespace gomocup {

namespace {

using Kind = Answer::Kind;

class Script {
 public:
  explicit Script(const CheckPlan& plan) : exam_(plan), size_(plan.size) {}
  std::vector<CheckPoint> run();

 private:
  bool answers(Kind kind) {
    return exam_.answers([kind](std::string_view l) { return parse_answer(l).kind == kind; }, is_chatter);
  }
  static bool is_chatter(std::string_view line) {
    const Kind kind = parse_answer(line).kind;
    return kind == Kind::message || kind == Kind::empty;
  }
  bool starts() {
    exam_.send(fmt::format("START {}\n", size_));
    return answers(Kind::ok);
  }
  // Asks for a move as the protocol has it, the time first, and plays the answer; true when it was legal.
  bool moves(std::string_view command, games::gomoku::LargePosition& position);
  std::string at(games::gomoku::Move move) const {
    const Point p = point_of(move, size_);
    return fmt::format("{},{}", p.x, p.y);
  }
  games::gomoku::LargePosition empty_board() const { return {size_, games::gomoku::Rule::freestyle}; }

  void greeting();
  void first_moves();
  void boards();
  void optional_commands();
  void whole_game();

  Examination exam_;
  int size_;
};

bool Script::moves(std::string_view command, games::gomoku::LargePosition& position) {
  exam_.send(fmt::format("INFO time_left 2147483647\n{}", command));
  // What else it says before its move is no harm; where none comes, the first of it may tell why.
  std::string instead;
  const bool answered = exam_.answers([](std::string_view l) { return parse_answer(l).kind == Kind::point; },
                                      [&](std::string_view l) {
                                        if (instead.empty() && !is_chatter(l)) instead = l;
                                        return true;
                                      });
  if (!answered) {
    if (!instead.empty()) exam_.heard(std::move(instead));
    return false;
  }
  exam_.rest();
  const Point p = parse_answer(exam_.last()).point;
  if (!on_board(p, size_)) return false;
  const games::gomoku::Move move = move_at(p, size_);
  if (!position.empty().test(position.cell_of(move)) || position.outcome() != Outcome::ongoing) return false;
  position.play(move);
  return true;
}

void Script::greeting() {
  exam_.send(fmt::format("START {}\n", size_));
  exam_.about(fmt::format("START {} is answered with OK", size_),
              exam_.answers([](auto l) { return parse_answer(l).kind == Kind::ok; },
                            [](auto l) { return parse_answer(l).kind != Kind::error; }));
  exam_.send("ABOUT\n");
  const auto about = exam_.line();
  exam_.about("ABOUT is answered with one line", about && !trim(*about).empty());
  exam_.about("ABOUT names itself as name=\"…\"", about && about->find("name=\"") != std::string::npos, false);
  // Whatever comes before the answer to ABOUT came of the others.
  exam_.send(
      "INFO timeout_turn 1000\nINFO timeout_match 1000000\nINFO time_left 1000000\nINFO max_memory 83886080\n"
      "INFO game_type 1\nINFO rule 0\nINFO no_such_key 7\nABOUT\n");
  const bool silent = exam_.answers([&](std::string_view l) { return about && l == *about; }, is_chatter);
  exam_.about("INFO is not answered", silent);
  exam_.rest();
}

void Script::first_moves() {
  games::gomoku::LargePosition position = empty_board();
  // It may still load something.
  exam_.about("BEGIN is answered with a point", moves("BEGIN\n", position));
  const auto middle = static_cast<std::uint8_t>(size_ / 2);
  games::gomoku::Move move{middle, middle};
  if (!position.empty().test(position.cell_of(move))) --move.column;
  position.play(move);
  const auto begin = Clock::now();
  const bool moved = moves("TURN " + at(move) + "\n", position);
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  exam_.about("TURN is answered with a free point", moved);
  exam_.verdict("a move keeps to timeout_turn 1000", moved && seconds < 1.5,
                moved ? fmt::format("{:.2f} s", seconds) : "there was no move");
  exam_.send("NOSUCHCOMMAND 1\n");
  exam_.about("a strange command is answered with UNKNOWN", answers(Kind::unknown));
  games::MoveList<games::gomoku::LargePosition> free;
  position.legal_moves(free);
  position.play(free[0]);
  exam_.about("the game goes on after a strange command", moves("TURN " + at(free[0]) + "\n", position));
}

void Script::boards() {
  // A fresh start each time: START is mandatory, RESTART is not.
  games::gomoku::LargePosition position = empty_board();
  std::string board = "BOARD\n";
  const auto middle = static_cast<std::uint8_t>(size_ / 2), above = static_cast<std::uint8_t>(middle + 1);
  const auto left = static_cast<std::uint8_t>(middle - 1);
  for (const games::gomoku::Move move : {games::gomoku::Move{left, middle}, games::gomoku::Move{middle, above},
                                         games::gomoku::Move{middle, middle}, games::gomoku::Move{left, above}}) {
    board += fmt::format("{},{}\n", at(move), position.side_to_move() == Side::first ? 1 : 2);
    position.play(move);
  }
  static_cast<void>(starts());
  exam_.about("BOARD … DONE is answered with a free point", moves(board + "DONE\n", position));
  games::gomoku::LargePosition windows = empty_board();
  exam_.send(fmt::format("START {}\r\n", size_));
  const bool ok = answers(Kind::ok);
  exam_.about("lines may end in CR LF", ok && moves("BEGIN\r\n", windows));
}

void Script::optional_commands() {
  games::gomoku::LargePosition position = empty_board();
  exam_.send("RESTART\n");
  exam_.about("RESTART is answered with OK", answers(Kind::ok), false);
  if (moves("BEGIN\n", position)) {
    const std::string point = exam_.last();
    exam_.send("TAKEBACK " + point + "\n");
    exam_.about("TAKEBACK is answered with OK", answers(Kind::ok), false);
  }
  exam_.send("RECTSTART 30,20\n");
  const bool said = exam_.answers(
      [](std::string_view l) {
        const Kind kind = parse_answer(l).kind;
        return kind == Kind::ok || kind == Kind::error || kind == Kind::unknown;
      },
      is_chatter);
  exam_.about("RECTSTART is answered with OK, ERROR or UNKNOWN", said, false);
  const int other_size = size_ == 15 ? 20 : 15;
  exam_.send(fmt::format("START {}\n", other_size));
  exam_.about(fmt::format("START {} is answered with OK", other_size), answers(Kind::ok), false);
}

void Script::whole_game() {
  static_cast<void>(starts());
  exam_.send("INFO timeout_turn 100\n");
  games::gomoku::LargePosition position = empty_board();
  Rng rng(7);
  std::string command = "BEGIN\n";
  int plies = 0;
  while (position.outcome() == Outcome::ongoing && plies < 60) {
    if (!moves(command, position)) return exam_.about("plays a whole game legally", false);
    ++plies;
    if (position.outcome() != Outcome::ongoing) break;
    const auto reply = *games::random_move(position, rng);
    position.play(reply);
    command = "TURN " + at(reply) + "\n";
  }
  exam_.verdict("plays a whole game legally", true, fmt::format("{} moves of its own", plies));
}

std::vector<CheckPoint> Script::run() {
  if (!exam_.start()) return exam_.take();
  greeting();
  // Each part gets a living engine, so that one failure is not blamed on all that follows.
  for (void (Script::*part)() :
       {&Script::first_moves, &Script::boards, &Script::optional_commands, &Script::whole_game}) {
    if (!exam_.running()) {
      if (!exam_.start()) return exam_.take();
      static_cast<void>(starts());
    }
    (this->*part)();
  }
  exam_.ends("END ends it", "END\n");
  if (exam_.start()) {
    static_cast<void>(starts());  // how long it takes to load is another matter
    exam_.ends("the end of its input ends it", "");
  }
  return exam_.take();
}

}  // namespace

}  // namespace gomocup

std::vector<CheckPoint> check_gomocup(const CheckPlan& plan) { return gomocup::Script(plan).run(); }

}  // namespace tengen::protocol
