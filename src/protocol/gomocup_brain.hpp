#pragma once
// A brain of the Gomocup protocol: its commands, the board, and what a manager has told it.

#include <map>
#include <string>
#include <vector>

#include "games/gomoku/game.hpp"
#include "protocol/engine_session.hpp"
#include "protocol/gomocup.hpp"
#include "protocol/gomocup_info.hpp"
#include "protocol/gomocup_show.hpp"
#include "protocol/gomocup_swap2.hpp"

namespace tengen::protocol::gomocup {

class BrainEngine final : public EngineProtocol {
 public:
  explicit BrainEngine(const protocol::EngineSetup& setup) : session_(setup), swap2_(session_, setup.seed) {}

  bool handle(std::string_view line) override;
  bool interrupts(std::string_view line) const override {
    const std::string word = parse_command(line).word;
    return word == "END" || word == "YXSTOP" || word == "STOP";
  }
  void idle(StopToken stop) override { session_.ponder(std::move(stop)); }

 private:
  struct Stone {
    Point point;
    Side side = Side::first;
  };
  using Command = void (BrainEngine::*)(std::string_view rest);
  static const std::map<std::string_view, Command>& commands();

  void error(std::string_view message) { session_.say(fmt::format("ERROR {}", message)); }
  void say_point(Point p) { session_.say(fmt::format("{},{}", p.x, p.y)); }

  void start(std::string_view size_text);
  void rect_start(std::string_view text);
  void restart(std::string_view);
  void turn(std::string_view text);
  void play(std::string_view text);
  void begin(std::string_view) { answer(1); }
  void take_back(std::string_view text);
  void info(std::string_view text);
  void about(std::string_view);
  void stop(std::string_view) {}  // has done its work if we were thinking
  void forbidden_points(std::string_view);
  void n_best(std::string_view text);
  void show_info(std::string_view);
  void clear_hash(std::string_view);
  void balance_one(std::string_view bias) { balance(1, bias); }
  void balance_two(std::string_view bias) { balance(2, bias); }
  void yixin_offer(std::string_view);
  void yixin_choice(std::string_view);

  // Lists of stones, from one of these words to DONE, on lines of their own or all in one.
  enum class List { none, board, yixin_board, swap2, ignored };
  void board(std::string_view text) { read_list(List::board, text); }
  void yixin_board(std::string_view text) { read_list(List::yixin_board, text); }
  void swap2_board(std::string_view text) { read_list(List::swap2, text); }
  void read_list(List list, std::string_view text);
  void add_stone(std::string_view line);
  void end_list();
  void end_swap2();
  bool place_stones(const std::vector<Stone>& stones, Side to_move);

  void set_rule(std::int64_t number);
  void set_memory(std::int64_t bytes);
  void set_table(std::int64_t megabytes);
  bool put(std::string_view text, Point& point);
  void balance(int stones, std::string_view bias);
  std::vector<roster::AnyMove> balanced(int stones);
  void say_edge(double edge);

  std::string options() const { return fmt::format("size={} rule={} ", size_, games::gomoku::name_of(rule_)); }
  // The game there is, or an error to the manager.
  bool ready();
  bool ongoing();
  void answer(std::size_t lines);
  Limits limits() const;
  ShowPlan show_plan(std::size_t lines) const;
  Point point_of(roster::AnyMove move) const { return gomocup::point_of(move.to<games::gomoku::Move>(), size_); }
  // Plays these on our board, too, and names them in one line.
  void say_moves(const std::vector<roster::AnyMove>& moves);
  // The stones as they lie, for a board without one of them.
  std::vector<Stone> stones() const;

  EngineSession session_;
  Swap2 swap2_;
  ToldLimits told_;
  int size_ = 0;  // 0 before START
  games::gomoku::Rule rule_ = games::gomoku::Rule::freestyle;
  std::string strange_rule_;  // one that we do not play was asked for
  std::string worry_;         // said before the next move
  std::int64_t detail_ = 0;   // INFO show_detail

  List list_ = List::none;                    // what is being read
  std::string list_word_;                     // the word that it began with
  std::vector<std::pair<Point, int>> board_;  // 1 our stone, 2 the opponent's, 0 where none is said
  std::string board_error_;
};

}  // namespace tengen::protocol::gomocup
