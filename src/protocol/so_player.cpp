#include "protocol/so_player.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "core/text.hpp"
#include "games/connect4/game.hpp"
#include "protocol/command_line.hpp"
#include "protocol/external_player.hpp"
#include "roster/typed_game.hpp"

namespace tengen::protocol {

namespace {

// The course counts rows from the top; top[c] is where column c begins to be filled, so that the next disc comes to
// rest on row top[c] - 1, with the blocked cell already taken into account, and 0 means closed:
//
//      row 0   . . .
//      row 1   . # .      # blocked       top = 4 1 3     (M = 4 rows)
//      row 2   . o .
//      row 3   . x o                      the blocked cell counts as filled once it is reached
template <class P>
std::string request(const P& position, const std::vector<roster::AnyMove>& moves) {
  const games::connect4::Geometry g = position.geometry();
  const auto bit = [&](int column, int row_from_top) { return column * position.stride() + g.rows - 1 - row_from_top; };
  int last_row = -1, last_column = -1;
  if (!moves.empty()) {
    last_column = moves.back().to<games::connect4::Move>().column;
    last_row = 0;  // the last disc is the topmost one of its column
    while (!test_bit(position.theirs(), bit(last_column, last_row))) ++last_row;
  }
  std::string text = fmt::format("{} {} {} {} {} {}", g.rows, g.columns, last_row, last_column,
                                 g.has_blocked() ? g.rows - 1 - g.blocked_row : -1, g.blocked_column);
  for (int column = 0; column < g.columns; ++column) {
    int top = g.rows;
    while (top > 0 && test_bit(position.filled(), bit(column, top - 1))) --top;
    text += fmt::format(" {}", top);
  }
  for (int row = 0; row < g.rows; ++row)
    for (int column = 0; column < g.columns; ++column)
      text += test_bit(position.theirs(), bit(column, row)) ? " 1"
              : test_bit(position.mine(), bit(column, row)) ? " 2"
                                                            : " 0";
  return text + "\n";
}

template <class P>
class SoPlayer final : public ExternalPlayer {
 public:
  explicit SoPlayer(ExternalSetup setup) : ExternalPlayer(std::move(setup), "") {}

 private:
  MaybeFailure open(const roster::Game&) override {
    const auto line = read_line();
    if (!line) return line.error();
    if (*line == "ready") return std::nullopt;
    return roster::Failure{roster::Fault::error, fmt::format("could not be loaded: {}", in_quotes(*line))};
  }
  // Its globals are made for one game; nobody promises that they are fit for another.
  tl::expected<bool, roster::Failure> reopen(const roster::Game&) override { return false; }

  roster::Chosen answer(const roster::Game& game, const Limits&, const roster::ChoiceSink&) override {
    const auto fails = [](roster::Fault fault, std::string message) {
      return roster::Failure{fault, std::move(message)};
    };
    const P& position = static_cast<const roster::TypedGame<P>&>(game).position();
    if (auto failure = send(request(position, game.moves()))) return *failure;
    const auto line = read_line();
    if (!line) return line.error();
    const auto numbers = words(*line);
    const auto row = numbers.size() == 2 ? to_number<int>(numbers[0]) : std::nullopt;
    const auto column = row ? to_number<int>(numbers[1]) : std::nullopt;
    if (!column) return fails(roster::Fault::garbage, "answered " + in_quotes(*line));
    const games::connect4::Geometry g = position.geometry();
    const bool on_board = *column >= 0 && *column < g.columns && *row >= 0 && *row < g.rows;
    const int bit = on_board ? *column * position.stride() + g.rows - 1 - *row : 0;
    const bool rests = on_board && position.is_open(*column) && !test_bit(position.filled(), bit) &&
                       (*row == g.rows - 1 || test_bit(position.filled(), bit - 1));
    // A free cell on something filled is where the disc rests, unless there is a gap under the blocked cell.
    P next = position;
    if (rests) next.play({static_cast<std::uint8_t>(*column)});
    if (!rests || !test_bit(next.theirs(), bit))
      return fails(roster::Fault::illegal_move,
                   fmt::format("answered row {}, column {}, where no disc can rest", *row, *column));
    roster::Choice choice;
    choice.move = roster::AnyMove::from(games::connect4::Move{static_cast<std::uint8_t>(*column)});
    return choice;
  }
};

// The host stands beside the program that runs.
std::string find_host(const std::string& given) {
  if (!given.empty()) return given;
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  return (self.parent_path() / "tengen_so_host").native();
}

template <class P>
Expected<std::unique_ptr<roster::Player>> make_so(const Values& values) {
  const std::string& file = values.text("file");
  std::error_code error;
  if (file.empty()) return fail("player so: no file was given");
  if (!std::filesystem::is_regular_file(file, error)) return fail("player so: there is no file {}", in_quotes(file));
  const std::string host = find_host(values.text("host"));
  if (!std::filesystem::is_regular_file(host, error)) return fail("player so: there is no host {}", in_quotes(host));
  auto setup = read_external_setup(values, {host, std::filesystem::absolute(file).lexically_normal().native()});
  if (!setup) return fail("player so: {}", setup.error().message);
  return std::make_unique<SoPlayer<P>>(std::move(*setup));
}

}  // namespace

roster::PlayerKind so_kind() {
  roster::PlayerKind kind;
  kind.info = {"so", "a shared object with the course's getPoint, in a process of its own", {}};
  kind.info.settings = {Setting::file("file", "the shared object: ./Strategy.so"),
                        Setting::file("host", "the program that loads it; default: tengen_so_host beside tengen")};
  for (Setting& s : external_settings()) kind.info.settings.push_back(std::move(s));
  kind.games = {std::string(games::connect4::Game::name)};
  kind.make.emplace(typeid(games::connect4::SmallPosition), make_so<games::connect4::SmallPosition>);
  kind.make.emplace(typeid(games::connect4::LargePosition), make_so<games::connect4::LargePosition>);
  kind.external = true;
  kind.outside = [](const Values& values) -> Expected<std::vector<roster::NamedFile>> {
    if (!values.text("host").empty()) return {};  // a setting that names a file
    return std::vector<roster::NamedFile>{{"host", find_host("")}};
  };
  return kind;
}

}  // namespace tengen::protocol
