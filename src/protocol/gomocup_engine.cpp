// One of our players as a brain of the Gomocup protocol, with the extensions of the Yixin protocol that fit.

#include <fmt/format.h>

#include <bit>

#include "core/text.hpp"
#include "core/version.hpp"
#include "protocol/gomocup_brain.hpp"
#include "roster/guide.hpp"

namespace tengen::protocol {

namespace gomocup {

const std::map<std::string_view, BrainEngine::Command>& BrainEngine::commands() {
  static const std::map<std::string_view, Command> all = {{"START", &BrainEngine::start},
                                                          {"RECTSTART", &BrainEngine::rect_start},
                                                          {"RESTART", &BrainEngine::restart},
                                                          {"TURN", &BrainEngine::turn},
                                                          {"PLAY", &BrainEngine::play},
                                                          {"BEGIN", &BrainEngine::begin},
                                                          {"BOARD", &BrainEngine::board},
                                                          {"SWAP2BOARD", &BrainEngine::swap2_board},
                                                          {"TAKEBACK", &BrainEngine::take_back},
                                                          {"INFO", &BrainEngine::info},
                                                          {"ABOUT", &BrainEngine::about},
                                                          {"STOP", &BrainEngine::stop},
                                                          {"YXSTOP", &BrainEngine::stop},
                                                          {"YXBOARD", &BrainEngine::yixin_board},
                                                          {"YXNBEST", &BrainEngine::n_best},
                                                          {"YXSHOWINFO", &BrainEngine::show_info},
                                                          {"YXSHOWFORBID", &BrainEngine::forbidden_points},
                                                          {"YXHASHCLEAR", &BrainEngine::clear_hash},
                                                          {"YXBALANCEONE", &BrainEngine::balance_one},
                                                          {"YXBALANCETWO", &BrainEngine::balance_two},
                                                          {"YXSWAP2STEP1", &BrainEngine::yixin_offer},
                                                          {"YXSWAP2STEP2", &BrainEngine::yixin_choice},
                                                          {"YXSWAP2STEP3", &BrainEngine::yixin_choice}};
  return all;
}

namespace {

// Of the Yixin protocol and not for us, but with lines of their own, which are none for us either.
bool has_list(std::string_view word) {
  constexpr std::array<std::string_view, 7> words = {"YXBLOCK",       "YXQUERYDATABASE", "YXEDIT",       "YXDELETE",
                                                     "YXSETBESTMOVE", "YXCLEARBESTMOVE", "YXSOOSORVSTEP"};
  if (word.ends_with("RESET") || word == "YXSOOSORVSTEP1") return false;
  return std::ranges::any_of(words, [&](std::string_view w) { return word.starts_with(w); });
}

}  // namespace

bool BrainEngine::handle(std::string_view line) {
  const auto [word, rest] = parse_command(line);
  if (word.empty()) return true;
  if (word == "END") return false;
  if (list_ != List::none) {
    if (word == "DONE")
      end_list();
    else
      add_stone(line);
    return true;
  }
  if (const auto command = commands().find(word); command != commands().end()) {
    list_word_ = word;
    (this->*command->second)(rest);
  } else if (has_list(word)) {
    list_word_ = word;
    read_list(List::ignored, rest);
  } else {
    session_.say("UNKNOWN command " + in_quotes(line));
  }
  return true;
}

void BrainEngine::start(std::string_view size_text) {
  const auto sides = words(size_text);  // Yixin's window says both sides
  const auto size = sides.empty() ? std::nullopt : to_number<int>(sides[0]);
  if (!size || sides.size() > 2) return error("START needs a size, not " + in_quotes(size_text));
  if (sides.back() != sides.front()) return error("only square boards");
  if (*size < games::gomoku::smallest_size || *size > games::gomoku::largest_size)
    return error(
        fmt::format("boards are {} to {} points wide", games::gomoku::smallest_size, games::gomoku::largest_size));
  size_ = *size;
  told_.begin_match();
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

void BrainEngine::restart(std::string_view) {
  if (size_ == 0) return error("START comes first");
  told_.begin_match();
  if (const auto begun = session_.begin(options()); !begun) return error(begun.error().message);
  session_.say("OK");
}

bool BrainEngine::ready() {
  if (size_ == 0) return error("START comes first"), false;
  if (!strange_rule_.empty()) return error(strange_rule_), false;
  return true;
}

bool BrainEngine::ongoing() {
  if (!ready()) return false;
  if (session_.game().outcome() != Outcome::ongoing) return error("the game is over"), false;
  return true;
}

bool BrainEngine::put(std::string_view text, Point& point) {
  if (!ready()) return false;
  const auto given = parse_point(text);
  if (!given) return error("a point is written x,y, not " + in_quotes(text)), false;
  if (!on_board(*given, size_)) return error("the point is off the board"), false;
  const auto move = roster::AnyMove::from(move_at(*given, size_));
  if (!ongoing()) return false;
  if (!session_.game().is_legal(move)) return error("the point is taken or forbidden"), false;
  session_.game().play(move);
  point = *given;
  return true;
}

void BrainEngine::turn(std::string_view text) {
  Point point;
  if (put(text, point)) answer(1);
}

void BrainEngine::play(std::string_view text) {
  Point point;
  if (put(text, point)) say_point(point);
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

// What we do not know, folders, mouse pointers and nonsense may be ignored.
void BrainEngine::info(std::string_view text) {
  const auto [key, value] = parse_command(text);
  const auto number = to_number<std::int64_t>(value);
  if (!number || told_.set(key, *number)) return;
  if (key == "RULE")
    set_rule(*number);
  else if (key == "MAX_MEMORY")
    set_memory(*number);
  else if (key == "HASH_SIZE")
    set_table(*number >> 10);
  else if (key == "THREAD_NUM")
    static_cast<void>(session_.set("threads", *number));
  else if (key == "PONDERING")
    session_.let_ponder(*number == 1);
  else if (key == "SHOW_DETAIL")
    detail_ = *number;
}

void BrainEngine::set_rule(std::int64_t number) {
  const auto rule = rule_of(static_cast<int>(std::clamp<std::int64_t>(number, -1, 1000)));
  strange_rule_ =
      rule ? ""
           : fmt::format("rule {} is not supported{}; these are: 0 freestyle, 1 exactly five, 4 (or 2) renju", number,
                         number == 8 ? " (caro)" : "");
  if (!rule || *rule == rule_) return;
  rule_ = *rule;
  if (size_ == 0) return;
  // Usually said after START, on an empty board; later it takes the stones along.
  if (place_stones(stones(), session_.game().side_to_move())) session_.get_ready();
}

void BrainEngine::set_memory(std::int64_t bytes) {
  worry_.clear();
  const char* const table = session_.setting("memory") ? "memory" : "hash";
  if (bytes <= 0) return static_cast<void>(session_.reset(table));
  if (bytes < smallest_memory)
    worry_ = fmt::format("max_memory is less than the {} MB that this program needs", smallest_memory >> 20);
  set_table(megabytes_for_table(bytes));
}

void BrainEngine::set_table(std::int64_t megabytes) {
  static_cast<void>(session_.set(session_.setting("memory") ? "memory" : "hash", megabytes));
}

void BrainEngine::about(std::string_view) {
  std::string player = session_.setup().player;
  std::erase(player, '"');
  session_.say(fmt::format(R"(name="Tengen {}", version="{}", author="the Tengen project")", player, version));
}

void BrainEngine::forbidden_points(std::string_view) {
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

void BrainEngine::show_info(std::string_view) {
  session_.say(fmt::format("MESSAGE Tengen {}, {}", version, session_.player()));
  const auto threads = session_.setting("threads");
  session_.say(fmt::format("MESSAGE INFO MAX_THREAD_NUM {}", threads ? static_cast<int>(threads->high) : 1));
  // As a power of two, in kilobytes.
  const auto memory = session_.setting(session_.setting("memory") ? "memory" : "hash");
  const auto kilobytes = memory ? static_cast<std::uint64_t>(memory->high) << 10 : 1;
  session_.say(fmt::format("MESSAGE INFO MAX_HASH_SIZE {}", std::bit_width(kilobytes) - 1));
}

void BrainEngine::clear_hash(std::string_view) {
  if (size_ != 0) session_.get_ready();
}

void BrainEngine::n_best(std::string_view text) {
  const auto lines = to_number<int>(text);
  if (!lines || *lines < 1) return error("YXNBEST needs a number of moves, not " + in_quotes(text));
  answer(static_cast<std::size_t>(*lines));
}

// --- Moves ---

Limits BrainEngine::limits() const {
  const Limits told = told_.limits();
  return told.none() ? session_.setup().limits : told;
}

ShowPlan BrainEngine::show_plan(std::size_t lines) const {
  return {.size = size_,
          .meaning = score_meaning(session_.setup().registry, session_.player()),
          .lines = lines,
          .realtime = detail_ == 1 || detail_ == 3,
          .detail = detail_ == 2 || detail_ == 3};
}

void BrainEngine::answer(std::size_t lines) {
  if (!ongoing()) return;
  if (!worry_.empty()) session_.say("MESSAGE " + std::exchange(worry_, {}));
  roster::Game& game = session_.game();
  const ShowPlan plan = show_plan(lines);
  const Say say = [this](std::string_view line) { session_.say(line); };
  const Limits limits = this->limits();
  const auto chosen = session_.think(limits, [&](const roster::Choice& so_far) { show(game, so_far, plan, say); });
  if (!chosen) return error(in_quotes(chosen.error().message));
  told_.spend(chosen->time);
  if (limits.time) told_.was_late(chosen->time - *limits.time);
  show(game, *chosen, plan, say);
  game.play(chosen->move);
  say_point(point_of(chosen->move));
}

}  // namespace gomocup

std::unique_ptr<EngineProtocol> make_gomocup_engine(const EngineSetup& setup) {
  return std::make_unique<gomocup::BrainEngine>(setup);
}

}  // namespace tengen::protocol
