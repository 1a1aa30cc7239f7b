// The conformance script of the Gomocup protocol.

#include <fmt/format.h>

#include "core/text.hpp"
#include "games/gomoku/game.hpp"
#include "protocol/conformance.hpp"
#include "protocol/gomocup.hpp"

namespace tengen {

namespace gomocup {

namespace {

constexpr int size = 20;  // the one that every brain must know

using Kind = Answer::Kind;

class Script {
 public:
  explicit Script(const CheckPlan& plan) : exam_(plan) {}
  std::vector<CheckPoint> run();

 private:
  bool answers(Kind kind) {
    return exam_.answers([kind](std::string_view l) { return parse_answer(l).kind == kind; }, is_chatter);
  }
  static bool is_chatter(std::string_view line) {
    const Kind kind = parse_answer(line).kind;
    return kind == Kind::message || kind == Kind::empty;
  }
  // Sends a command that asks for a move and plays the answer; true when it was legal.
  bool moves(std::string_view command, gomoku::LargePosition& position);
  static std::string at(gomoku::Move move) {
    const Point p = point_of(move, size);
    return fmt::format("{},{}", p.x, p.y);
  }
  static void play(gomoku::LargePosition& position, std::string_view name) {
    position.play(*position.parse_move(name));
  }

  void greeting();
  void first_moves();
  void boards();
  void optional_commands();
  void whole_game();

  Examination exam_;
};

bool Script::moves(std::string_view command, gomoku::LargePosition& position) {
  exam_.send(command);
  if (!answers(Kind::point)) return false;
  const Point p = parse_answer(exam_.last()).point;
  if (!on_board(p, size)) return false;
  const gomoku::Move move = move_at(p, size);
  if (!position.empty().test(position.cell_of(move)) || position.outcome() != Outcome::ongoing) return false;
  position.play(move);
  return true;
}

void Script::greeting() {
  exam_.send("START 20\n");
  exam_.about("START 20 is answered with OK",
              exam_.answers([](auto l) { return parse_answer(l).kind == Kind::ok; },
                            [](auto l) { return parse_answer(l).kind != Kind::error; }));
  exam_.send("ABOUT\n");
  const auto about = exam_.line();
  exam_.about("ABOUT is answered with one line", about && !trim(*about).empty());
  exam_.about("ABOUT names itself as name=\"…\"", about && about->find("name=\"") != std::string::npos, false);
  exam_.send(
      "INFO timeout_turn 1000\nINFO timeout_match 1000000\nINFO time_left 1000000\nINFO max_memory 0\n"
      "INFO game_type 1\nINFO rule 0\nINFO no_such_key 7\n");
  const auto said = exam_.line(std::chrono::milliseconds(200));
  exam_.verdict("INFO is not answered", !said && exam_.running(), said ? "said " + in_quotes(*said) : "");
}

void Script::first_moves() {
  gomoku::LargePosition position(size, gomoku::Rule::freestyle);
  const auto begin = Clock::now();
  const bool moved = moves("BEGIN\n", position);
  exam_.about("BEGIN is answered with a point", moved);
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  exam_.verdict("a move keeps within timeout_turn 1000", moved && seconds < 1.1,
                moved ? fmt::format("{:.2f} s", seconds) : "there was no move");
  const char* reply = position.empty().test(position.cell_of({9, 9})) ? "j10" : "k10";
  const auto move = *position.parse_move(reply);
  position.play(move);
  exam_.about("TURN is answered with a free point", moves("TURN " + at(move) + "\n", position));
  exam_.send("NOSUCHCOMMAND 1\n");
  exam_.about("a strange command is answered with UNKNOWN", answers(Kind::unknown));
  MoveList<gomoku::LargePosition> free;
  position.legal_moves(free);
  position.play(free[0]);
  exam_.about("the game goes on after a strange command", moves("TURN " + at(free[0]) + "\n", position));
}

void Script::boards() {
  // A fresh start each time: START is mandatory, RESTART is not.
  gomoku::LargePosition position(size, gomoku::Rule::freestyle);
  std::string board = "START 20\nBOARD\n";
  for (const char* name : {"j10", "k11", "k10", "l11"}) {
    const auto move = *position.parse_move(name);
    board += fmt::format("{},{}\n", at(move), position.side_to_move() == Side::first ? 1 : 2);
    position.play(move);
  }
  exam_.send("START 20\n");
  static_cast<void>(answers(Kind::ok));
  exam_.about("BOARD … DONE is answered with a free point", moves(board.substr(9) + "DONE\n", position));
  gomoku::LargePosition windows(size, gomoku::Rule::freestyle);
  exam_.send("START 20\r\n");
  const bool ok = answers(Kind::ok);
  exam_.about("lines may end in CR LF", ok && moves("BEGIN\r\n", windows));
}

void Script::optional_commands() {
  gomoku::LargePosition position(size, gomoku::Rule::freestyle);
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
  exam_.send("START 15\n");
  exam_.about("START 15 is answered with OK", answers(Kind::ok), false);
}

void Script::whole_game() {
  exam_.send("START 20\n");
  static_cast<void>(answers(Kind::ok));
  exam_.send("INFO timeout_turn 100\n");
  gomoku::LargePosition position(size, gomoku::Rule::freestyle);
  Rng rng(7);
  std::string command = "BEGIN\n";
  int plies = 0;
  while (position.outcome() == Outcome::ongoing && plies < 60) {
    if (!moves(command, position)) return exam_.about("plays a whole game legally", false);
    ++plies;
    if (position.outcome() != Outcome::ongoing) break;
    const auto reply = *random_move(position, rng);
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
      exam_.send("START 20\n");
      static_cast<void>(answers(Kind::ok));
    }
    (this->*part)();
  }
  exam_.ends("END ends it within a second", "END\n");
  if (exam_.start()) exam_.ends("the end of its input ends it within a second", "");
  return exam_.take();
}

}  // namespace

}  // namespace gomocup

std::vector<CheckPoint> check_gomocup(const CheckPlan& plan) { return gomocup::Script(plan).run(); }

}  // namespace tengen
