#pragma once
// A game in progress behind one type, whatever is played. One virtual call per move, never per node.

#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <typeindex>
#include <vector>

#include "core/expected.hpp"
#include "core/settings.hpp"
#include "core/side.hpp"
#include "games/board_facts.hpp"
#include "games/notation.hpp"

namespace tengen::roster {

// The bits of some game's move. Only the game it came from can read it.
struct AnyMove {
  std::uint32_t bits = 0;
  auto operator<=>(const AnyMove&) const = default;

  template <class Move>
  static AnyMove from(Move move) noexcept {
    const auto bytes = std::bit_cast<std::array<std::uint8_t, sizeof(Move)>>(move);
    AnyMove any;
    for (std::size_t i = 0; i < sizeof(Move); ++i) any.bits |= static_cast<std::uint32_t>(bytes[i]) << (8 * i);
    return any;
  }
  template <class Move>
  Move to() const noexcept {
    std::array<std::uint8_t, sizeof(Move)> bytes;
    for (std::size_t i = 0; i < sizeof(Move); ++i) bytes[i] = static_cast<std::uint8_t>(bits >> (8 * i));
    return std::bit_cast<Move>(bytes);
  }
};

class Game {
 public:
  virtual ~Game() = default;
  virtual std::unique_ptr<Game> clone() const = 0;

  virtual Side side_to_move() const = 0;
  virtual Outcome outcome() const = 0;
  virtual std::vector<AnyMove> legal_moves() const = 0;
  virtual bool is_legal(AnyMove move) const = 0;
  virtual void play(AnyMove move) = 0;  // precondition: the move is legal
  virtual bool undo() = 0;              // false at the start
  virtual void restart() = 0;           // back to the start

  virtual Expected<AnyMove> parse_move(std::string_view text) const = 0;
  virtual std::string format(AnyMove move) const = 0;
  virtual std::string to_string() const = 0;
  virtual games::Diagram diagram() const = 0;
  virtual games::BoardChange change(AnyMove move) const = 0;  // what a legal move does to the diagram

  // What the game says about the position beside its rules (games/position.hpp).
  virtual std::vector<games::CellIndex> winning_line() const = 0;
  virtual std::vector<games::ForbiddenCell> forbidden() const = 0;
  virtual games::Threats threats() const = 0;
  virtual games::OptionValues option_values() const = 0;

  virtual std::uint64_t key() const = 0;
  virtual std::uint64_t perft(int depth) const = 0;

  // The moves played since the start.
  const std::vector<AnyMove>& moves() const { return moves_; }
  // Those moves as text.
  virtual std::vector<std::string> move_names() const = 0;

  // The board's symmetries: 0 (as it is) to symmetries() - 1. A move is mapped as it stands in the position now.
  virtual int symmetries() const = 0;
  virtual AnyMove transformed(AnyMove move, int symmetry) const = 0;
  virtual bool is_symmetric(int symmetry) const = 0;  // the position looks the same afterwards

  // Which type of position is inside, for whoever knows it.
  virtual std::type_index position_type() const = 0;

 protected:
  Game() = default;
  Game(const Game&) = default;
  Game& operator=(const Game&) = default;

  std::vector<AnyMove> moves_;
};

// A kind of game: its name, its options, and how to begin one.
struct GameKind {
  std::string name;
  std::string title;
  std::string summary;
  std::array<std::string, 2> sides;
  std::string move_help;
  std::vector<Setting> options;
  std::function<Expected<std::unique_ptr<Game>>(std::string_view position)> start;
  games::BoardLook look = games::BoardLook::squares;
  // Programs exchange this game's moves without its name, in lines that begin with one of these characters.
  std::string_view bare_transcript;
};

}  // namespace tengen::roster
