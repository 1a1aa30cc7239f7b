// SGF, the way in. A file is ( node node … ( variation ) ( variation ) ) …; a node is ; and properties NAME[value]….
// The main line is everything up to the first closing parenthesis.

#include <algorithm>
#include <map>

#include "core/text.hpp"
#include "records/builder.hpp"
#include "records/notes.hpp"
#include "records/sgf.hpp"
#include "records/sgf_games.hpp"

namespace tengen::records {

namespace {

using Node = std::map<std::string, std::vector<std::string>, std::less<>>;

class SgfReader {
 public:
  SgfReader(std::string_view text, const roster::Registry& registry) : in_(text), registry_(registry) {}

  Expected<std::vector<Record>> read() {
    if (const auto games = read_games(); !games) return fail("line {}: {}", in_.line(), games.error().message);
    return std::move(records_);
  }

 private:
  Expected<void> read_games() {
    for (in_.skip_space(); !in_.at_end(); in_.skip_space()) {
      if (in_.next() != '(') return fail("a game begins with (;");
      if (const auto game = read_game(); !game) return game;
    }
    if (records_.empty()) return fail("there is no game in it");
    return {};
  }

  // After the opening parenthesis, to its partner.
  Expected<void> read_game() {
    builder_ = {};
    root_.clear();
    board_.reset();
    int depth = 1;
    bool main_line = true;
    while (depth > 0) {
      in_.skip_space();
      const char c = in_.next();
      if (c == '(') {
        ++depth;
      } else if (c == ')') {
        --depth;
        if (main_line)
          if (const auto ended = end_main_line(); !ended) return ended;
        main_line = false;
      } else if (c == ';') {
        const auto node = read_node();
        if (!node) return node.error();
        if (main_line)
          if (const auto taken = take(*node); !taken) return taken;
      } else {
        return c == '\0' ? fail("a game has no closing parenthesis")
                         : fail("{} stands where ; ( or ) is due", in_quotes(std::string_view(&c, 1)));
      }
    }
    return {};
  }

  Expected<Node> read_node() {
    Node node;
    for (in_.skip_space(); std::string_view(";()").find(in_.peek()) == std::string_view::npos; in_.skip_space()) {
      if (in_.at_end()) break;
      std::string name;
      // FF[3] allowed lower case letters inside names, to be left out: Black[hh].
      for (const char c : in_.until("[;()")) {
        if (c >= 'A' && c <= 'Z') name += c;
      }
      if (name.empty() || in_.peek() != '[') return fail("a property is written NAME[value]");
      if (node.contains(name)) return fail("property {} stands twice in one node", in_quotes(name));
      while (in_.peek() == '[') {
        auto value = read_value();
        if (!value) return fail("property {}: {}", in_quotes(name), value.error().message);
        node[name].push_back(std::move(*value));
        in_.skip_space();
      }
    }
    return node;
  }

  Expected<std::string> read_value() {
    in_.next();
    std::string value;
    while (in_.peek() != ']') {
      char c = in_.next();
      if (c == '\\') {
        c = in_.next();
        if (c == '\n') continue;  // a line broken by the writer
      }
      if (in_.at_end()) return fail("the value has no closing bracket");
      value += c == '\n' || c == '\r' ? ' ' : c;
    }
    in_.next();
    return value;
  }

  Expected<void> take(const Node& node) {
    const auto black = node.find("B"), white = node.find("W");
    if (black == node.end() && white == node.end()) {
      if (builder_.begun()) {
        if (node.contains("AB") || node.contains("AW") || node.contains("AE"))
          return fail("stones are set up after the first move");
        return {};
      }
      for (const auto& [name, values] : node) root_[name].insert(root_[name].end(), values.begin(), values.end());
      return {};
    }
    if (black != node.end() && white != node.end()) return fail("one node holds moves of both sides");
    if (!builder_.begun()) {
      for (const auto& [name, values] : node)
        if (name != "B" && name != "W" && name != "C") root_.emplace(name, values);
      if (const auto begun = begin_game(); !begun) return begun;
    }
    const Side side = black != node.end() ? Side::first : Side::second;
    if (const auto played = play(side, (black != node.end() ? black : white)->second.front()); !played)
      return fail("move {}: {}", builder_.game().moves().size() + 1, played.error().message);
    if (const auto comment = node.find("C"); comment != node.end()) {
      if (const auto note = note_from(comment->second.front())) builder_.note(*note);
      if (comment->second.front().starts_with("opening")) builder_.end_opening();
    }
    return {};
  }

  Expected<void> play(Side side, const std::string& point) {
    const auto move = board_->move_at(trim(point), side);
    if (!move) return move.error();
    if (builder_.game().outcome() != Outcome::ongoing) return fail("the game is over");
    if (builder_.game().side_to_move() != side) {
      // A forced pass may be left out.
      if (!builder_.play("pass")) return fail("it is the other side's turn");
    }
    return builder_.play(*move);
  }

  std::string text_of(std::string_view name) const {
    const auto found = root_.find(name);
    return found == root_.end() ? "" : std::string(trim(found->second.front()));
  }

  Expected<void> begin_game() {
    const std::string number = text_of("GM");
    const auto game = sgf_game(to_number<int>(number).value_or(0));
    if (!game)
      return fail("the game is {}; GM[4] is Gomoku, GM[2] Othello, GM[44] Connect Four",
                  in_quotes("GM[" + number + "]"));
    auto size = board_size(*game);
    if (!size) return size.error();
    board_.emplace(*game, *size);
    const auto position = position_text(*game, std::move(*size));
    if (!position) return position.error();
    if (const auto begun = builder_.begin(*game, *position, registry_); !begun) return begun;
    Record& record = builder_.record;
    record.players = {text_of("PB"), text_of("PW")};
    record.event = text_of("EV");
    record.number = to_number<std::uint64_t>(text_of("RO"));
    record.finished = time_from(text_of("DT") + "T00:00:00.000Z");
    return take_result(text_of("RE"));
  }

  Expected<void> take_result(const std::string& text) {
    const std::string result = lower(text);
    Record& record = builder_.record;
    if (result.empty() || result == "?" || result == "void") return {};
    if (result == "0" || result == "draw") {
      record.outcome = Outcome::draw;
    } else if (result.starts_with("b+") || result.starts_with("w+")) {
      record.outcome = result[0] == 'b' ? Outcome::first_wins : Outcome::second_wins;
      const std::string how = result.substr(2);
      if (how == "t" || how == "time") record.termination = Termination::time;
      if (how == "r" || how == "resign") record.termination = Termination::resign;
    } else {
      return fail("RE is {}, not B+…, W+…, 0, Draw, Void or ?", in_quotes(text));
    }
    return {};
  }

  // An empty board of the size that SZ names.
  Expected<games::Diagram> board_size(std::string_view game) const {
    const std::string text = text_of("SZ");
    std::optional<int> columns, rows;
    if (text.empty()) {
      columns = game == "gomoku" ? 15 : game == "othello" ? 8 : 7;
      rows = game == "connect4" ? 6 : *columns;
    } else {
      const std::size_t colon = text.find(':');
      columns = to_number<int>(text.substr(0, colon));
      rows = colon == std::string::npos ? columns : to_number<int>(text.substr(colon + 1));
    }
    if (!columns || !rows || *columns < 1 || *rows < 1 || *columns > 26 || *rows > 26)
      return fail("SZ is {}, not a size from 1 to 26", in_quotes(text));
    return games::Diagram{*rows, *columns,
                          std::vector<games::Cell>(static_cast<std::size_t>(*rows * *columns), games::Cell::empty),
                          Side::first};
  }

  // The start as our position text. Also puts its discs on board_.
  Expected<std::string> position_text(std::string_view game, games::Diagram board) {
    bool set_up = false;
    for (const auto& [name, cell] : {std::pair{"AB", games::Cell::first}, std::pair{"AW", games::Cell::second},
                                     std::pair{"XB", games::Cell::blocked}}) {
      const auto found = root_.find(name);
      if (found == root_.end()) continue;
      set_up = true;
      for (const std::string& value : found->second)
        if (const auto put = put_stones(board, trim(value), cell); !put)
          return fail("{}: {}", name, put.error().message);
    }
    const std::string player = lower(text_of("PL"));
    if (!player.empty()) {
      const auto side = games::parse_side(player);
      if (!side) return fail("PL is {}, not B or W", in_quotes(player));
      board.to_move = *side;
      set_up = set_up || *side == Side::second;
    }
    board_.emplace(game, board);
    if (game == "othello" && !set_up)
      return board.rows == 8 && board.columns == 8 ? Expected<std::string>("") : fail("Othello is played on 8x8");
    std::string rule;
    if (game == "gomoku") {
      const auto known = rule_named(text_of("RU"));
      if (!known) return known.error();
      rule = "rule=" + *known + " ";
    }
    return rule + games::to_text(board);
  }

  static Expected<std::string> rule_named(const std::string& text) {
    const std::string rule = lower(text);
    if (rule.empty() || rule == "0" || rule == "freestyle" || rule == "gomoku") return "freestyle";
    if (rule == "1" || rule == "standard") return "standard";
    if (rule == "4" || rule == "renju") return "renju";
    return fail("RU is {}, not freestyle, standard or renju", in_quotes(text));
  }

  // A point, or a rectangle of them: "aa:cc".
  static Expected<void> put_stones(games::Diagram& board, std::string_view value, games::Cell cell) {
    const auto inside = [&](std::string_view p) {
      return p.size() == 2 && p[0] >= 'a' && p[0] < 'a' + board.columns && p[1] >= 'a' && p[1] < 'a' + board.rows;
    };
    const std::size_t colon = value.find(':');
    const std::string_view from = value.substr(0, colon);
    const std::string_view to = colon == std::string_view::npos ? from : value.substr(colon + 1);
    if (!inside(from) || !inside(to)) return fail("{} is not on the board", in_quotes(value));
    for (char row = from[1]; row <= to[1]; ++row)
      for (char column = from[0]; column <= to[0]; ++column) {
        games::Cell& place = board.cells[static_cast<std::size_t>((row - 'a') * board.columns + column - 'a')];
        if (place != games::Cell::empty) return fail("{} is taken", in_quotes(value));
        place = cell;
      }
    return {};
  }

  Expected<void> end_main_line() {
    if (!builder_.begun())
      if (const auto begun = begin_game(); !begun) return begun;
    auto record = builder_.finish();
    if (!record) return record.error();
    records_.push_back(std::move(*record));
    return {};
  }

  Scanner in_;
  const roster::Registry& registry_;
  Node root_;  // everything said before the first move
  std::optional<SgfBoard> board_;
  RecordBuilder builder_;
  std::vector<Record> records_;
};

}  // namespace

Expected<std::vector<Record>> records_from_sgf(std::string_view text, const roster::Registry& registry) {
  return SgfReader(text, registry).read();
}

}  // namespace tengen::records
