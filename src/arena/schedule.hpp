#pragma once
// Which games a tournament consists of, and in which order. Every game has a number that says all about it: who plays
// whom, after which opening, who moves first.
//
//   number = 2 · (round · pairings + pairing) + turn        turn 1 swaps the sides of turn 0
//
// So the rounds go over all pairings before the next begins, results come in evenly, and a tournament that is made
// longer keeps the numbers it had.

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "arena/game_summary.hpp"

namespace tengen::arena {

enum class TournamentKind : std::uint8_t { match, round_robin, gauntlet, knockout };

std::string_view name_of(TournamentKind kind);
std::optional<TournamentKind> kind_from(std::string_view name);

struct Slot {
  std::uint64_t number = 0;
  std::size_t pairing = 0;
  std::uint64_t round = 0;       // the pairing's how-manieth pair of games; decides the opening
  std::array<int, 2> players{};  // the first side's, the second side's
};

// One match of a knockout. Its players are known once the two matches before it are decided.
struct KnockoutMatch {
  std::array<std::optional<int>, 2> players{};
  std::array<int, 2> half_points{};
  std::uint64_t games = 0;
  std::optional<int> winner;
};

class Schedule {
 public:
  // Precondition: at least two players and one game; for a knockout an even number of games.
  Schedule(TournamentKind kind, int players, std::uint64_t games_per_pair);

  // How many pairings there are; of a knockout, matches.
  std::size_t pairings() const { return kind_ == TournamentKind::knockout ? matches_.size() : pairs_.size(); }
  std::uint64_t planned() const { return planned_; }  // games, without a knockout's tie-breaks

  // Hands out the next game that nobody has had yet. Nothing when there is none, or none yet: a knockout waits for
  // results, and over() tells the two apart.
  std::optional<Slot> next();
  bool over() const;

  // Some game of this schedule may have that number.
  bool holds(std::uint64_t number) const { return number < end_; }

  // A result, from next() or from an earlier run. Ignored where the number belongs to no game of this schedule.
  void add(const GameSummary& game);
  // Its remaining games will not be played; in a knockout its opponents go on without.
  void withdraw(int player);
  bool is_withdrawn(int player) const { return withdrawn_[static_cast<std::size_t>(player)]; }

  // A knockout's matches by round; empty for other kinds.
  std::vector<std::vector<KnockoutMatch>> bracket() const;

  // A drawn match is prolonged by at most so many pairs; then the player higher up in the list goes on.
  static constexpr std::uint64_t tie_break_pairs = 10;

 private:
  std::optional<Slot> slot(std::uint64_t number) const;
  std::optional<Slot> next_in_knockout();
  bool may_begin(std::size_t match, std::uint64_t game) const;
  void settle();  // names winners and sends them on
  std::optional<int> winner_of(const KnockoutMatch& match) const;
  std::uint64_t number_of(std::uint64_t round, std::size_t pairing, std::uint64_t turn) const {
    return 2 * (round * pairings() + pairing) + turn;
  }

  TournamentKind kind_;
  std::uint64_t games_per_pair_;
  std::uint64_t planned_ = 0;
  std::uint64_t end_ = 0;     // no number is that large
  std::uint64_t cursor_ = 0;  // numbers below were handed out, or need not be
  std::vector<bool> done_;    // by number
  std::vector<bool> withdrawn_;
  std::vector<std::pair<int, int>> pairs_;  // who meets whom, for all kinds but the knockout

  // A knockout of five players, who stand in the order of their places in the list:
  //
  //   match 0  1 – bye ┐
  //                    ├ match 4 ┐
  //   match 1  4 – 5   ┘         │
  //                              ├ match 6
  //   match 2  2 – bye ┐         │
  //                    ├ match 5 ┘
  //   match 3  3 – bye ┘
  struct Score {
    int player = 0;
    int half_points = 0;
  };
  std::vector<KnockoutMatch> matches_;
  std::vector<std::vector<Score>> scores_;  // of each match; results may arrive before its players are known
  std::vector<std::uint64_t> handed_out_;   // games of each match
};

}  // namespace tengen::arena
