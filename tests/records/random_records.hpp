#pragma once
// Random games as records, with and without everything that an arena may know of them.

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <array>
#include <string>

#include "app/builtins.hpp"
#include "core/rng.hpp"
#include "records/replay.hpp"

namespace tengen::records {

// Boards of all kinds; the first three are the usual ones.
inline constexpr std::array<std::pair<std::string_view, std::string_view>, 10> boards = {{
    {"gomoku", ""},
    {"connect4", ""},
    {"othello", ""},
    {"gomoku", "size=9 rule=renju"},
    {"gomoku", "size=22 rule=standard"},
    {"gomoku", "6/6/2xo2/2x3/6/6 o"},
    {"connect4", "rows=9 columns=12 blocked=d3"},
    {"connect4", "rows=5 columns=4 11"},
    {"connect4", "7/7/7/7/3o3/3x2# x"},
    {"othello", "f5d6c3"},
}};

// Plays on at random, to the end or for so many plies.
inline void play_randomly(roster::Game& game, Rng& rng, std::uint32_t plies) {
  while (game.outcome() == Outcome::ongoing && game.moves().size() < plies) {
    const auto moves = game.legal_moves();
    game.play(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
  }
}

// The moves of a random game, to its end or broken off, and nothing else.
inline Record random_game(Rng& rng, std::size_t board_count = boards.size()) {
  const auto& [name, position] = boards[rng.below(static_cast<std::uint32_t>(board_count))];
  Record record;
  record.game = name;
  const auto game = std::move(*start_game(name, position, app::builtins()));
  record.start = game->to_string();
  play_randomly(*game, rng, rng.below(3) == 0 ? rng.below(40) : 1000);
  record.moves = game->move_names();
  record.outcome = game->outcome();
  record.players = {"alphabeta:depth=3", "a \"quoted\", [strange] \\name; {of} a=player"};
  if (record.outcome == Outcome::ongoing) record.outcome = static_cast<Outcome>(rng.below(4));
  return record;
}

// And everything else too. Times have microseconds, scores as many digits as there are.
inline Record random_record(Rng& rng, std::size_t board_count = boards.size()) {
  Record record = random_game(rng, board_count);
  const auto moves = static_cast<std::uint32_t>(record.moves.size());
  record.opening = static_cast<int>(rng.below(std::min(moves, 6U) + 1));
  for (std::uint32_t i = static_cast<std::uint32_t>(record.opening); i < moves; ++i) {
    MoveNote note{static_cast<std::int64_t>(rng.below(30'000'000)), std::nullopt, static_cast<int>(rng.below(30)),
                  rng()};
    if (rng.below(4) != 0) note.score = (rng.real() - 0.5) * (rng.below(2) == 0 ? 1 : 1e40);
    record.notes.push_back(note);
  }
  if (record.outcome != Outcome::ongoing)
    record.termination = record.outcome == Outcome::draw          ? Termination::draw
                         : record.outcome == Outcome::second_wins ? Termination::resign
                                                                  : Termination::time;
  record.detail = rng.below(2) == 0 ? "" : "said \"no\", \\ and {left}; [really]";
  record.event = rng.below(2) == 0 ? "" : "The 1st Cup, \"2026\"";
  if (rng.below(2) == 0) record.number = rng() >> 2;
  if (rng.below(2) == 0) record.pair = rng() >> 2;
  if (rng.below(2) == 0) record.seed = rng();
  if (rng.below(2) == 0) record.finished = static_cast<std::int64_t>(rng() >> 22);
  return record;
}

inline Rng generated_rng() { return Rng(*rc::gen::arbitrary<std::uint64_t>()); }

}  // namespace tengen::records
