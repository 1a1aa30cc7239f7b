// One of our players as an engine of the Go Text Protocol, for any of our games.

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/text.hpp"
#include "core/version.hpp"
#include "games/connect4/game.hpp"
#include "games/gomoku/game.hpp"
#include "games/othello/game.hpp"
#include "protocol/engine_session.hpp"
#include "protocol/gtp.hpp"
#include "roster/moves.hpp"
#include "roster/typed_game.hpp"

namespace tengen::protocol {

namespace gtp {

namespace {

using Words = std::vector<std::string>;

// What a command answers: the text after "=" or, when it fails, after "?".
struct Reply {
  bool ok = true;
  std::string text;
};
Reply refuse(std::string text) { return {false, std::move(text)}; }

std::optional<double> to_seconds(std::string_view text) {
  const auto number = to_number<double>(text);
  if (!number || !(*number >= 0) || *number > 1e7) return std::nullopt;
  return number;
}

std::chrono::nanoseconds seconds(double s) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(s));
}

// A picture's lines of letters as vertices have them: capitals without I. Rows of cells begin with their number.
std::string with_vertex_letters(std::string picture) {
  std::size_t begin = picture.rfind("\n    a b ");
  if (begin == std::string::npos) return picture;
  for (++begin; begin < picture.size() && picture[begin] != '\n'; ++begin) {
    char& c = picture[begin];
    if (c >= 'a') c = static_cast<char>(c - 'a' + 'A' + (c >= 'i' ? 1 : 0));
  }
  return picture;
}

class TextEngine final : public EngineProtocol {
 public:
  explicit TextEngine(const EngineSetup& setup);

  bool handle(std::string_view line) override;
  // Commands wait for the one before them: that is the protocol.
  bool interrupts(std::string_view) const override { return false; }
  void idle(StopToken stop) override { session_.ponder(std::move(stop)); }

 private:
  Reply boardsize(const Words& words);
  Reply clear_board();
  Reply play(const Words& words);
  Reply genmove(const Words& words, bool keep);
  Reply undo();
  Reply time_settings(const Words& words);
  Reply time_left(const Words& words);
  Reply final_score() const;
  Reply set_limits(const Words& words);
  Reply set_option(std::string_view name, const Words& words);

  // The board's options as our notation has them: "size=15 rule=renju ".
  std::string options() const;
  Reply begin(std::string_view position);
  // True when this side may move now; plays a forced pass of the other side where that is all that is in the way.
  bool turn_of(Side side);
  Limits limits(Side side) const;

  EngineSession session_;
  std::map<std::string, std::function<Reply(const Words&)>, std::less<>> commands_;
  std::map<std::string, std::string> options_;  // size, rule, rows, columns, blocked: what was set
  struct Time {
    double main = 0, extra = 0;
    int stones = 0;
  };
  std::optional<Time> time_;
  std::array<std::optional<Time>, 2> left_;  // extra unused
  Limits bounds_;                            // nodes and depth, by tengen-limits
  bool quit_ = false;
};

TextEngine::TextEngine(const EngineSetup& setup) : session_(setup) {
  commands_ = {
      {"protocol_version",
       [](const Words&) {
         return Reply{true, "2"};
       }},
      {"name",
       [](const Words&) {
         return Reply{true, "Tengen"};
       }},
      {"version",
       [this](const Words&) {
         return Reply{true, fmt::format("{} {}", version, session_.setup().player)};
       }},
      {"known_command",
       [this](const Words& w) {
         return Reply{true, !w.empty() && commands_.contains(w[0]) ? "true" : "false"};
       }},
      {"list_commands",
       [this](const Words&) {
         Words names;
         for (const auto& [name, run] : commands_) names.push_back(name);
         return Reply{true, joined(names, "\n")};
       }},
      {"quit", [this](const Words&) { return quit_ = true, Reply{}; }},
      {"boardsize", [this](const Words& w) { return boardsize(w); }},
      {"clear_board", [this](const Words&) { return clear_board(); }},
      {"komi",
       [](const Words& w) { return w.size() == 1 && to_number<double>(w[0]) ? Reply{} : refuse("syntax error"); }},
      {"play", [this](const Words& w) { return play(w); }},
      {"genmove", [this](const Words& w) { return genmove(w, true); }},
      {"reg_genmove", [this](const Words& w) { return genmove(w, false); }},
      {"undo", [this](const Words&) { return undo(); }},
      {"showboard",
       [this](const Words&) {
         return Reply{true, "\n" + with_vertex_letters(games::draw(session_.game().diagram()))};
       }},
      {"time_settings", [this](const Words& w) { return time_settings(w); }},
      {"time_left", [this](const Words& w) { return time_left(w); }},
      {"final_score", [this](const Words&) { return final_score(); }},
      {"tengen-limits", [this](const Words& w) { return set_limits(w); }},
      {"tengen-position",
       [this](const Words& w) {
         std::string text = joined(w, " ");
         std::ranges::replace(text, '%', '#');  // as a comment sign it would not have come through
         return begin(text);
       }},
  };
  if (session_.setup().game == games::gomoku::Game::name)
    commands_["tengen-rule"] = [this](const Words& w) { return set_option("rule", w); };
  if (session_.setup().game == games::connect4::Game::name)
    commands_["tengen-blocked"] = [this](const Words& w) { return set_option("blocked", w); };
  begin("");
}

bool TextEngine::handle(std::string_view line) {
  const auto command = parse_command(line);
  if (!command) return true;
  const auto found = commands_.find(command->name);
  Reply reply = refuse("unknown command");
  if (found != commands_.end()) reply = session_.has_game() ? found->second(command->arguments) : refuse("no game");
  // An empty line ends a response, so there is none inside.
  std::string text = reply.text;
  for (std::size_t at; (at = text.find("\n\n")) != std::string::npos;) text.erase(at, 1);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  session_.say(fmt::format("{}{}{}{}\n", reply.ok ? '=' : '?', command->id ? std::to_string(*command->id) : "",
                           text.empty() || text.front() == '\n' ? "" : " ", text));
  return !quit_;
}

std::string TextEngine::options() const {
  std::string text;
  for (const auto& [name, value] : options_) text += name + "=" + value + " ";
  return text;
}

Reply TextEngine::begin(std::string_view position) {
  if (const auto begun = session_.begin(position); !begun) return refuse(begun.error().message);
  return {};
}

Reply TextEngine::boardsize(const Words& words) {
  if (words.empty() || words.size() > 2) return refuse("syntax error");
  const auto columns = to_number<int>(words[0]), given_rows = to_number<int>(words.back());
  if (!columns || !given_rows) return refuse("syntax error");
  auto before = options_;
  const std::string& game = session_.setup().game;
  if (game == games::connect4::Game::name) {
    // One number is the width; the classic board is 7 wide and 6 high.
    const int rows = words.size() == 1 && *columns == 7 ? 6 : *given_rows;
    options_ = {{"columns", std::to_string(*columns)}, {"rows", std::to_string(rows)}};
  } else {
    if (*columns != *given_rows || (game == games::othello::Game::name && *columns != 8))
      return refuse("unacceptable size");
    if (game == games::gomoku::Game::name) options_["size"] = std::to_string(*columns);
  }
  if (Reply begun = begin(options()); !begun.ok) {
    options_ = std::move(before);
    return refuse("unacceptable size");
  }
  return {};
}

Reply TextEngine::set_option(std::string_view name, const Words& words) {
  if (words.size() != 1) return refuse("syntax error");
  auto before = options_;
  std::string value = lower(words[0]);
  // A vertex leaves out the letter I; our notation does not.
  if (name == "blocked" && value != "none" && !value.empty() && value[0] > 'i')
    value[0] = static_cast<char>(value[0] - 1);
  options_[std::string(name)] = value;
  Reply begun = begin(options());
  if (!begun.ok) options_ = std::move(before);
  return begun;
}

Reply TextEngine::clear_board() {
  options_.erase("blocked");
  return begin(options());
}

bool TextEngine::turn_of(Side side) {
  roster::Game& game = session_.game();
  if (game.outcome() != Outcome::ongoing) return false;
  if (game.side_to_move() == side) return true;
  const auto pass = roster::forced_pass(game);
  if (pass) game.play(*pass);
  return pass.has_value();
}

Reply TextEngine::play(const Words& words) {
  if (words.size() != 2) return refuse("syntax error");
  const auto side = read_colour(words[0]);
  if (!side) return refuse("syntax error");
  if (!turn_of(*side)) return refuse("illegal move");
  const ReadMove read = read_move(session_.game(), words[1]);
  if (read.kind != ReadMove::Kind::legal) return refuse("illegal move");
  session_.game().play(read.move);
  return {};
}

Limits TextEngine::limits(Side side) const {
  Limits limits = bounds_;
  const auto& left = left_[static_cast<std::size_t>(side)];
  const auto use = left ? left : time_;
  const double margin = 0.95;  // the way there and back counts too
  if (use && use->stones > 0)
    limits.time = seconds(margin * (left ? left->main : use->extra) / use->stones);
  else if (use && use->main > 0)
    limits.clock = GameClock{seconds(margin * use->main), {}};
  return limits.none() ? session_.setup().limits : limits;
}

Reply TextEngine::genmove(const Words& words, bool keep) {
  if (words.size() != 1) return refuse("syntax error");
  const auto side = read_colour(words[0]);
  if (!side) return refuse("syntax error");
  roster::Game& game = session_.game();
  if (game.outcome() != Outcome::ongoing)
    return session_.setup().game == games::othello::Game::name ? Reply{true, "pass"} : refuse("the game is over");
  if (!turn_of(*side)) return refuse("it is the other side's turn");
  const auto chosen = session_.think(limits(*side));
  if (!chosen) return refuse(in_quotes(chosen.error().message));
  const std::string vertex = to_vertex(game, chosen->move);
  if (keep) game.play(chosen->move);
  return {true, vertex};
}

Reply TextEngine::undo() { return session_.game().undo() ? Reply{} : refuse("cannot undo"); }

Reply TextEngine::time_settings(const Words& words) {
  if (words.size() != 3) return refuse("syntax error");
  const auto main = to_seconds(words[0]), extra = to_seconds(words[1]);
  const auto stones = to_number<int>(words[2]);
  if (!main || !extra || !stones || *stones < 0) return refuse("syntax error");
  time_ = Time{*main, *extra, *main > 0 ? 0 : *stones};
  // Extra time without stones means no limit at all.
  if (*extra > 0 && *stones == 0) time_.reset();
  left_ = {};
  return {};
}

Reply TextEngine::time_left(const Words& words) {
  if (words.size() != 3) return refuse("syntax error");
  const auto side = read_colour(words[0]);
  const auto time = to_seconds(words[1]);
  const auto stones = to_number<int>(words[2]);
  if (!side || !time || !stones || *stones < 0) return refuse("syntax error");
  // With nothing left we still have to move, at once.
  left_[static_cast<std::size_t>(*side)] = Time{std::max(*time, 0.001), 0, *stones};
  return {};
}

Reply TextEngine::final_score() const {
  const roster::Game& game = session_.game();
  if (game.outcome() == Outcome::ongoing) return refuse("cannot score");
  const auto winning = winner(game.outcome());
  if (!winning) return {true, "0"};
  int margin = 1;
  if (game.position_type() == typeid(games::othello::Position)) {
    const auto& p = static_cast<const roster::TypedGame<games::othello::Position>&>(game).position();
    margin = std::abs(bit_count(p.own()) - bit_count(p.opponent()));
  }
  return {true, fmt::format("{}+{}", *winning == Side::first ? 'B' : 'W', margin)};
}

Reply TextEngine::set_limits(const Words& words) {
  Limits bounds;
  for (const std::string& word : words) {
    if (word == "none" && words.size() == 1) break;
    const std::size_t equals = word.find('=');
    const std::string key = word.substr(0, equals);
    const auto number = equals == std::string::npos ? std::nullopt : to_number<std::uint64_t>(word.substr(equals + 1));
    if (!number || *number == 0) return refuse("syntax error");
    if (key == "nodes")
      bounds.nodes = *number;
    else if (key == "depth")
      bounds.depth = static_cast<int>(std::min<std::uint64_t>(*number, 64));
    else
      return refuse("syntax error");
  }
  bounds_ = bounds;
  return {};
}

}  // namespace

}  // namespace gtp

std::unique_ptr<EngineProtocol> make_gtp_engine(const EngineSetup& setup) {
  return std::make_unique<gtp::TextEngine>(setup);
}

}  // namespace tengen::protocol
