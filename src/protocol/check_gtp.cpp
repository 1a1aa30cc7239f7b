// The conformance script of the Go Text Protocol, for whichever of our games the engine plays.

#include <fmt/format.h>

#include "core/text.hpp"
#include "protocol/conformance.hpp"
#include "protocol/gtp.hpp"

namespace tengen::protocol {

namespace gtp {

namespace {

class Script {
 public:
  explicit Script(const CheckPlan& plan) : exam_(plan) {}
  std::vector<CheckPoint> run();

 private:
  // Sends a command and reads its response; nothing when none came that could be read.
  struct Response {
    bool ok = false;
    std::string text;
  };
  std::optional<Response> ask(std::string_view command);
  bool accepts(std::string_view command) {
    const auto response = ask(command);
    return response && response->ok;
  }
  bool clear() { return accepts("boardsize " + board_size(*game_)) && accepts("clear_board"); }

  void administration();
  void moves();
  void whole_game();

  Examination exam_;
  std::unique_ptr<roster::Game> game_;
};

std::optional<Script::Response> Script::ask(std::string_view command) {
  exam_.send(fmt::format("{}\n", command));
  Response response;
  std::string whole;  // as it came, with its sign
  bool begun = false;
  while (const auto line = exam_.line()) {
    if (!begun) {
      if (trim(*line).empty()) continue;
      const auto head = parse_response(*line);
      if (!head) return std::nullopt;
      response = {head->ok, std::string(head->text)};
      whole = *line;
      begun = true;
    } else {
      if (line->empty()) {
        exam_.quote(std::move(whole));
        return response;
      }
      response.text += "\n" + *line;
      whole += " " + *line;
    }
  }
  return std::nullopt;
}

void Script::administration() {
  const auto version = ask("protocol_version");
  exam_.about("protocol_version is 2", version && version->ok && version->text == "2");
  for (const char* command : {"name", "version"}) {
    const auto said = ask(command);
    exam_.about(fmt::format("{} is answered", command), said && said->ok);
  }
  const auto known = ask("known_command genmove");
  exam_.about("known_command genmove is true", known && known->ok && known->text == "true");
  const auto unknown = ask("known_command no_such_command");
  exam_.about("known_command of a strange one is false", unknown && unknown->ok && unknown->text == "false");
  const auto list = ask("list_commands");
  exam_.about("list_commands lists", list && list->ok);
  std::vector<std::string> missing;
  const auto listed = words(list ? std::string_view(list->text) : std::string_view());
  for (const char* command : {"protocol_version", "name", "version", "known_command", "list_commands", "quit",
                              "boardsize", "clear_board", "komi", "play", "genmove"})
    if (std::ranges::find(listed, command) == listed.end()) missing.emplace_back(command);
  exam_.verdict("the required commands are listed", missing.empty(),
                missing.empty() ? "" : "missing: " + joined(missing));
  const auto strange = ask("no_such_command");
  exam_.about("a strange command is refused with ?", strange && !strange->ok);
  exam_.send("17 name\n");
  const auto line = exam_.line();
  exam_.about("an id comes back", line && line->starts_with("=17"));
  while (exam_.running() && exam_.line(std::chrono::milliseconds(100))) {
  }
  exam_.about("comments and empty lines are ignored", accepts("\n# a comment\nname # and another"));
}

void Script::moves() {
  exam_.about("boardsize is accepted", accepts("boardsize " + board_size(*game_)));
  exam_.about("clear_board is accepted", accepts("clear_board"));
  exam_.about("komi is accepted", accepts("komi 0"));
  game_->restart();
  const roster::AnyMove first = game_->legal_moves()[game_->legal_moves().size() / 2];
  exam_.about("play is accepted", accepts("play b " + to_vertex(*game_, first)));
  game_->play(first);
  const auto wrong = ask("play w z99");
  exam_.about("play off the board is refused", wrong && !wrong->ok);
  const auto answer = ask("genmove w");
  const ReadMove read = answer && answer->ok ? read_move(*game_, answer->text) : ReadMove{};
  exam_.about("genmove is answered with a legal move", read.kind == ReadMove::Kind::legal);
  exam_.about("undo is accepted", accepts("undo"), false);
  exam_.about("time_settings is accepted", accepts("time_settings 0 1 1"), false);
  exam_.about("time_left is accepted", accepts("time_left b 60 0"), false);
  exam_.about("showboard is accepted", accepts("showboard"), false);
}

void Script::whole_game() {
  game_->restart();
  if (!clear()) return exam_.about("plays a whole game legally", false);
  static_cast<void>(ask("time_settings 0 1 1"));
  static_cast<void>(ask("time_left w 1 1"));
  Rng rng(7);
  while (game_->outcome() == Outcome::ongoing) {
    if (game_->side_to_move() == Side::first) {
      const auto legal = game_->legal_moves();
      const roster::AnyMove move = legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
      if (!accepts("play b " + to_vertex(*game_, move))) return exam_.about("plays a whole game legally", false);
      game_->play(move);
      continue;
    }
    const auto answer = ask("genmove w");
    if (answer && answer->ok && lower(trim(answer->text)) == "resign") break;
    const ReadMove read = answer && answer->ok ? read_move(*game_, answer->text) : ReadMove{};
    if (read.kind != ReadMove::Kind::legal) return exam_.about("plays a whole game legally", false);
    game_->play(read.move);
    if (game_->moves().size() >= 80) break;
  }
  exam_.verdict("plays a whole game legally", true, fmt::format("{} plies", game_->moves().size()));
}

std::vector<CheckPoint> Script::run() {
  const auto kind = exam_.plan().registry->find_game(exam_.plan().game);
  const CheckPlan& plan = exam_.plan();
  auto start = (*kind)->start(plan.game == "gomoku" ? fmt::format("size={}", plan.size) : "");
  game_ = std::move(*start);
  if (!exam_.start()) return exam_.take();
  for (void (Script::*part)() : {&Script::administration, &Script::moves, &Script::whole_game}) {
    if (!exam_.running() && !exam_.start()) return exam_.take();
    (this->*part)();
  }
  exam_.ends("quit ends it", "quit\n");
  if (exam_.start()) {
    static_cast<void>(clear());  // how long it takes to load is another matter
    exam_.ends("the end of its input ends it", "");
  }
  return exam_.take();
}

}  // namespace

}  // namespace gtp

std::vector<CheckPoint> check_gtp(const CheckPlan& plan) { return gtp::Script(plan).run(); }

}  // namespace tengen::protocol
