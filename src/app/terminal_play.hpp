#pragma once
// A game between people and players, on any pair of text streams.

#include <array>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>

#include "core/limits.hpp"
#include "records/record.hpp"
#include "roster/registry.hpp"

namespace tengen::app {

class TerminalPlay {
 public:
  struct Participant {
    std::string name;                        // what was typed: "human" or a spec
    std::unique_ptr<roster::Player> player;  // none for a person
  };

  TerminalPlay(const roster::GameKind& kind, std::unique_ptr<roster::Game> game,
               std::array<Participant, 2> participants, std::unique_ptr<roster::Player> adviser, const Limits& limits,
               std::uint64_t seed, std::istream& in, std::ostream& out);

  // Until the game ends and nobody wants to take back, or quit, or the end of the input.
  void run();

 private:
  enum class Next { go_on, quit };

  bool is_human(Side side) const { return !participants_[static_cast<std::size_t>(side)].player; }
  const std::string& side_name(Side side) const { return kind_.sides[static_cast<std::size_t>(side)]; }
  bool any_human() const { return is_human(Side::first) || is_human(Side::second); }

  void show_board();
  void show_result();
  Next ask();
  Next obey(const std::string& line);
  bool machine_moves();
  void play(roster::AnyMove move);
  void undo();
  void hint();
  void save(const std::string& path);
  void help();
  std::string thoughts(const roster::Choice& choice) const;

  const roster::GameKind& kind_;
  std::unique_ptr<roster::Game> game_;
  std::string start_;
  std::array<Participant, 2> participants_;
  std::unique_ptr<roster::Player> adviser_;
  Limits limits_;
  std::uint64_t seed_;
  std::istream& in_;
  std::ostream& out_;
  std::string saved_to_;  // may be written again without asking
};

}  // namespace tengen::app
