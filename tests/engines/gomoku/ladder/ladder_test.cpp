// What all simple players of the ladder have in common: seeds, sizes, rules, and no state shared between copies.

#include <gtest/gtest.h>

#include <cmath>

#include "engines/gomoku/ladder/ladder.hpp"
#include "engines/gomoku/ladder/ladder_games.hpp"
#include "support/effort.hpp"

namespace tengen::engines::gomoku {
namespace {

template <class P>
using Maker = std::unique_ptr<search::Engine<P>> (*)(std::string_view settings, std::uint64_t seed);

template <class P>
struct Rung {
  const char* name;
  const char* settings;
  Maker<P> make;
  bool chance;  // whether the seed matters
  bool centre;  // whether it opens in the middle

  std::unique_ptr<search::Engine<P>> operator()(std::uint64_t seed) const { return make(settings, seed); }
};

template <class P>
std::vector<Rung<P>> rungs() {
  return {{"ai1", "", make_engine<Ai1, P>, true, false},
          {"ai2", "", make_engine<Ai2, P>, true, true},
          {"ai2", "variant=program", make_engine<Ai2, P>, true, true},
          {"ai4", "", make_engine<Ai4, P>, true, true},
          {"ai4", "variant=program", make_engine<Ai4, P>, true, true},
          {"ai5", "", make_engine<Ai5, P>, true, true},
          {"ai6", "", make_engine<Ai6, P>, false, false},
          {"ai6", "variant=program", make_engine<Ai6, P>, false, false},
          {"ai7", "", make_engine<Ai7, P>, true, true},
          {"ai8", "", make_engine<Ai8, P>, true, true},
          {"ai8", "preset=rounds40,noise=exact", make_engine<Ai8, P>, true, true}};
}

template <class P>
bool is_legal(const P& position, Move move) {
  games::MoveList<P> moves;
  position.legal_moves(moves);
  return std::ranges::find(moves, move) != moves.end();
}

// Plays the engines against each other to the end; every move must be legal.
template <class P>
std::vector<Move> play(search::Engine<P>& black, search::Engine<P>& white, P position) {
  std::vector<Move> moves;
  while (position.outcome() == Outcome::ongoing) {
    search::Engine<P>& engine = position.side_to_move() == Side::first ? black : white;
    const Move move = think(engine, position).best;
    if (!is_legal(position, move)) {
      ADD_FAILURE() << position.format(move) << " in " << position.to_string();
      return moves;
    }
    moves.push_back(move);
    position.play(move);
  }
  return moves;
}

TEST(Ladder, SameSeedSameGame) {
  for (const auto& rung : rungs<SmallPosition>()) {
    std::vector<std::vector<Move>> games;
    for (const std::uint64_t seed : {1u, 1u, 2u}) {
      const auto black = rung(seed), white = rung(seed + 100);
      games.push_back(play(*black, *white, SmallPosition()));
    }
    EXPECT_EQ(games[0], games[1]) << rung.name << ' ' << rung.settings;
    EXPECT_EQ(games[0] != games[2], rung.chance) << rung.name << ' ' << rung.settings;
  }
}

// new_game makes an engine that has played before like a new one.
TEST(Ladder, ANewGameForgetsTheOldOne) {
  for (const auto& rung : rungs<SmallPosition>()) {
    const auto black = rung(5), white = rung(6);
    const auto first = play(*black, *white, SmallPosition());
    play(*white, *black, SmallPosition(11, Rule::standard));
    black->new_game(5);
    white->new_game(6);
    EXPECT_EQ(play(*black, *white, SmallPosition()), first) << rung.name << ' ' << rung.settings;
  }
}

// Two copies in one process do not disturb each other: Black's moves are the same when White's are only replayed.
TEST(Ladder, CopiesShareNothing) {
  for (const auto& rung : rungs<SmallPosition>()) {
    const auto black = rung(7), white = rung(8);
    const auto moves = play(*black, *white, SmallPosition());
    const auto alone = rung(7);
    SmallPosition position;
    for (const Move move : moves) {
      if (position.side_to_move() == Side::first) {
        ASSERT_EQ(think(*alone, position).best, move) << rung.name;
      }
      position.play(move);
    }
  }
}

template <class P>
void play_all_sizes(int from, int to) {
  for (int size = from; size <= to; ++size)
    for (const Rule rule : {Rule::freestyle, Rule::standard, Rule::renju})
      for (const auto& rung : rungs<P>()) {
        if (slow_build && (size + static_cast<int>(rule)) % 6 != 0) continue;
        SCOPED_TRACE(fmt::format("{} {} on {}", rung.name, rung.settings, size));
        const auto black = rung(static_cast<std::uint64_t>(size)), white = rung(99);
        const auto moves = play(*black, *white, P(size, rule));
        EXPECT_GE(moves.size(), 9u);  // nobody can win earlier
      }
}

TEST(Ladder, PlaysAllSizesAndRules) {
  play_all_sizes<SmallPosition>(smallest_size, 15);
  play_all_sizes<LargePosition>(16, largest_size);
}

TEST(Ladder, OpensInTheMiddle) {
  for (int size = smallest_size; size <= largest_size; ++size)
    for (const auto& rung : rungs<LargePosition>()) {
      if (!rung.centre) continue;
      const auto middle = static_cast<std::uint8_t>(size / 2);
      EXPECT_EQ(think(*rung(1), LargePosition(size, Rule::freestyle)).best, (Move{middle, middle})) << rung.name;
    }
}

TEST(Ladder, Ai1IsUniform) {
  const auto engine = make_engine<Ai1, SmallPosition>("", 3);
  std::map<Move, double> counts;
  const int runs = effort(50'000);
  const SmallPosition position(5, Rule::freestyle);
  for (int i = 0; i < runs; ++i) ++counts[think(*engine, position).best];
  double chi_square = 0;
  for (const auto& [move, count] : counts) chi_square += (count - runs / 25.0) * (count - runs / 25.0) / (runs / 25.0);
  EXPECT_EQ(counts.size(), 25u);
  EXPECT_LT(chi_square, 24 + 4 * std::sqrt(48.0));
}

// The paper: everything is far stronger than chance.
TEST(Ladder, EveryRungBeatsRandomMoves) {
  for (const auto& rung : rungs<SmallPosition>()) {
    if (std::string_view(rung.name) == "ai1") continue;
    int wins = 0;
    const int games = effort(20);
    for (int game = 0; game < games; ++game) {
      const auto random = make_engine<Ai1, SmallPosition>("", static_cast<std::uint64_t>(game));
      const auto engine = rung(static_cast<std::uint64_t>(game));
      // Chance has the first move; an even number of moves is a win for White.
      wins += play(*random, *engine, SmallPosition()).size() % 2 == 0;
    }
    EXPECT_GE(wins, games * 9 / 10) << rung.name << ' ' << rung.settings;
  }
}

}  // namespace
}  // namespace tengen::engines::gomoku
