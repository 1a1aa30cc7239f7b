#pragma once
// What every game must do, as one suite over conformers (see lines.hpp). All built-in games pass it by themselves, see
// conformance_test.cpp.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "games/lines.hpp"
#include "support/allocations.hpp"
#include "support/property.hpp"

namespace tengen::games {

template <class Conformer>
class Conformance : public testing::Test {};

TYPED_TEST_SUITE_P(Conformance);

TYPED_TEST_P(Conformance, RandomPlayReachesAnEnd) {
  check_property(500, [] {
    auto position = any_start<TypeParam>();
    Rng rng(*rc::gen::arbitrary<std::uint64_t>());
    int plies = 0;
    while (const auto move = random_move(position, rng)) {
      RC_ASSERT(position.outcome() == Outcome::ongoing);
      const auto moves = moves_of(position);
      RC_ASSERT(std::ranges::find(moves, *move) != moves.end());
      position.play(*move);
      RC_ASSERT(++plies < 1000);
    }
    RC_ASSERT(position.outcome() != Outcome::ongoing);
    RC_ASSERT(moves_of(position).empty());
    RC_ASSERT(random_playout(position, rng) == position.outcome());
  });
}

// Walks the tree breadth first: the same text must always be the same position under the same key, and no two texts
// may share a key. The text holds all that matters of a position, and the walk meets many by different orders of moves:
// where there are many moves it keeps to some of them, the same everywhere, and so gets deep enough to meet again.
TYPED_TEST_P(Conformance, TranspositionsMeetAndKeysTellPositionsApart) {
  using P = typename TypeParam::Position;
  check_property(20, [] {
    const auto line = Line<TypeParam>::any();
    const std::size_t limit = slow_build ? 1000 : 8000;
    std::unordered_map<std::string, P> seen;
    std::unordered_map<std::uint64_t, std::string> by_key;
    std::vector<P> queue = {line.start, line.position};
    std::size_t transpositions = 0;
    const std::size_t one_in = 1 + moves_of(line.start).size() / 12;
    const auto is_kept = [&](const P& position, typename P::Move move) {
      return std::hash<std::string>()(position.format(move)) % one_in == 0;
    };
    for (std::size_t i = 0; i < queue.size() && seen.size() < limit; ++i) {
      const P position = queue[i];
      const std::string text = position.to_string();
      const auto [same, is_new] = seen.emplace(text, position);
      RC_ASSERT(same->second == position);
      RC_ASSERT(same->second.key() == position.key());
      if (!is_new) {
        ++transpositions;
        continue;
      }
      RC_ASSERT(by_key.emplace(position.key(), text).second);
      for (const auto move : moves_of(position))
        if (is_kept(position, move)) queue.push_back(played(position, move));
    }
    const bool has_met_again = transpositions > 0 || seen.size() < 100;
    RC_ASSERT(has_met_again);
  });
}

TYPED_TEST_P(Conformance, DifferentStartsAreDifferentPositions) {
  check_property(2000, [] {
    const std::string a_options = *TypeParam::starts(), b_options = *TypeParam::starts();
    const auto a = *TypeParam::Position::from_string(a_options), b = *TypeParam::Position::from_string(b_options);
    const bool same = a_options == b_options;
    RC_ASSERT((a == b) == same);
    RC_ASSERT((a.key() == b.key()) == same);
  });
}

TYPED_TEST_P(Conformance, SymmetriesKeepTheGame) {
  check_property(500, [] {
    const auto line = Line<TypeParam>::any();
    const auto& position = line.position;
    const auto moves = moves_of(position);
    RC_ASSERT(position.transformed(0) == position);
    for (int s = 0; s < TypeParam::Position::symmetries; ++s) {
      const auto image = position.transformed(s);
      RC_ASSERT(image.side_to_move() == position.side_to_move());
      RC_ASSERT(image.outcome() == position.outcome());
      std::vector<typename TypeParam::Position::Move> mapped;
      for (const auto move : moves) {
        mapped.push_back(position.transformed(move, s));
        const auto then_turned = played(position, move).transformed(s);
        const auto turned_first = played(image, mapped.back());
        RC_ASSERT(turned_first == then_turned);
        RC_ASSERT(turned_first.key() == then_turned.key());
      }
      RC_ASSERT(mapped.size() == moves_of(image).size());
      RC_ASSERT(names_of(image, mapped) == names_of(image, moves_of(image)));
    }
  });
}

TYPED_TEST_P(Conformance, SymmetriesFormAGroup) {
  constexpr int symmetries = TypeParam::Position::symmetries;
  check_property(200, [] {
    const auto line = Line<TypeParam>::any();
    const auto& position = line.position;
    const auto start_moves = moves_of(line.start);
    // A symmetry is known by what it does to the moves of the start, together with what it does to a position.
    const auto acts_like = [&](int s, int first, int second) {
      if (position.transformed(first).transformed(second) != position.transformed(s)) return false;
      const auto half_way = line.start.transformed(first);
      return std::ranges::all_of(start_moves, [&](auto move) {
        return half_way.transformed(line.start.transformed(move, first), second) == line.start.transformed(move, s);
      });
    };
    for (int first = 0; first < symmetries; ++first) {
      int inverses = 0;
      for (int second = 0; second < symmetries; ++second) {
        inverses += acts_like(0, first, second);
        int results = 0;
        for (int s = 0; s < symmetries; ++s) results += acts_like(s, first, second);
        RC_ASSERT(results >= 1);
      }
      RC_ASSERT(inverses >= 1);
    }
  });
}

TYPED_TEST_P(Conformance, TextAndBack) {
  using P = typename TypeParam::Position;
  check_property(1000, [] {
    const auto line = Line<TypeParam>::any();
    const auto& position = line.position;
    const auto again = P::from_string(position.to_string());
    RC_ASSERT(again.has_value());
    RC_ASSERT(*again == position);
    RC_ASSERT(again->key() == position.key());
    RC_ASSERT(draw(again->diagram()) == draw(position.diagram()));

    const auto moves = moves_of(position);
    RC_ASSERT(names_of(position, moves).size() == moves.size());
    for (const auto move : moves) {
      std::string name = position.format(move);
      const auto read = position.parse_move(name);
      RC_ASSERT(read.has_value());
      RC_ASSERT(*read == move);
      std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
      const auto shouted = position.parse_move(" " + name + "\n");
      RC_ASSERT(shouted.has_value());
      RC_ASSERT(*shouted == move);
    }

    // The way here, written as a list of moves, with blanks and without.
    for (const char* separator : {" ", "", ", "}) {
      std::string text = line.options + " ";
      P before = line.start;
      for (const auto move : line.moves) {
        text += before.format(move) + separator;
        before.play(move);
      }
      const auto replayed = P::from_string(text);
      RC_LOG() << text << '\n';
      RC_ASSERT(replayed.has_value());
      RC_ASSERT(*replayed == position);
    }
  });
}

// An upper bound on how unlikely the counts are if all outcomes are equally likely, as standard deviations of a normal
// variable (the Wilson-Hilferty form of the chi-square statistic).
inline double surprise(const std::vector<int>& counts) {
  double total = 0;
  for (const int n : counts) total += n;
  const double expected = total / static_cast<double>(counts.size());
  double chi_square = 0;
  for (const int n : counts) chi_square += (n - expected) * (n - expected) / expected;
  const double degrees = static_cast<double>(counts.size()) - 1;
  const double spread = 2 / (9 * degrees);
  return (std::cbrt(chi_square / degrees) - (1 - spread)) / std::sqrt(spread);
}

TYPED_TEST_P(Conformance, RandomMovesAreUniform) {
  check_property(100, [] {
    // A line of any length, early and late in the game alike.
    auto position = any_start<TypeParam>();
    Rng rng(*rc::gen::arbitrary<std::uint64_t>());
    std::vector<typename TypeParam::Position> game;
    while (const auto move = random_move(position, rng)) {
      game.push_back(position);
      position.play(*move);
    }
    const auto chosen =
        game[*rc::gen::oneOf(rc::gen::inRange<std::size_t>(0, game.size()), rc::gen::just(game.size() - 1))];
    const auto moves = moves_of(chosen);
    RC_LOG() << "position: " << chosen.to_string() << '\n';
    RC_PRE(moves.size() > 1);
    std::vector<int> counts(moves.size());
    for (std::size_t i = 0; i < 100 * moves.size(); ++i) {
      const auto found = std::ranges::find(moves, *random_move(chosen, rng));
      RC_ASSERT(found != moves.end());
      ++counts[static_cast<std::size_t>(found - moves.begin())];
    }
    RC_ASSERT(surprise(counts) < 4.5);
  });
}

TYPED_TEST_P(Conformance, NeverAllocates) {
  using P = typename TypeParam::Position;
  if (!counts_allocations()) GTEST_SKIP() << "a sanitizer owns the allocator";
  check_property(200, [] {
    const P start = any_start<TypeParam>();
    Rng rng(*rc::gen::arbitrary<std::uint64_t>());
    const std::size_t before = allocations();
    std::uint64_t keys = 0;
    for (P position = start; position.outcome() == Outcome::ongoing;) {
      MoveList<P> moves;
      position.legal_moves(moves);
      position.play(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
      keys ^= position.key() ^ position.transformed(P::symmetries - 1).key();
    }
    random_playout(start, rng);
    const std::size_t after = allocations();
    RC_LOG() << keys << '\n';
    RC_ASSERT(after == before);
  });
}

// Where a game offers a guess at who is ahead, it must not depend on how the board is turned.
TYPED_TEST_P(Conformance, EvaluationKnowsNoDirection) {
  using P = typename TypeParam::Position;
  if constexpr (requires(const P& p) { static_evaluation(p); }) {
    check_property(1000, [] {
      const auto line = Line<TypeParam>::any();
      for (int s = 1; s < P::symmetries; ++s)
        RC_ASSERT(static_evaluation(line.position.transformed(s)) == static_evaluation(line.position));
    });
  }
}

// Whoever draws the game trusts these: what changes is all that changes, moves are told apart by the cells that they leave
// and reach, and what else the game says about the board fits the stones on it.
TYPED_TEST_P(Conformance, SaysWhatTheBoardShows) {
  using P = typename TypeParam::Position;
  check_property(500, [] {
    const auto line = Line<TypeParam>::any();
    const P& position = line.position;
    const Diagram before = position.diagram();
    const Cell own = position.side_to_move() == Side::first ? Cell::first : Cell::second;
    std::set<std::pair<std::optional<CellIndex>, std::optional<CellIndex>>> ways;
    std::set<CellIndex> reached;
    for (const auto move : moves_of(position)) {
      const Diagram after = played(position, move).diagram();
      const BoardChange change = change_between(before, after);
      Diagram changed = before;
      for (const auto& [cell, now] : change.cells) changed.cells[static_cast<std::size_t>(cell)] = now;
      RC_ASSERT(changed.cells == after.cells);
      RC_ASSERT(ways.emplace(change.from, change.to).second);
      RC_ASSERT(change.to.has_value() == !change.cells.empty());
      if (change.to) RC_ASSERT(after.at(*change.to) == own);
      if (change.to) reached.insert(*change.to);
      if (change.from) RC_ASSERT(before.at(*change.from) == own);
      if (change.from) RC_ASSERT(after.at(*change.from) == Cell::empty);
    }

    const auto side = winner(position.outcome());
    for (const CellIndex cell : winning_line(position)) {
      RC_ASSERT(side.has_value());
      RC_ASSERT(before.at(cell) == (*side == Side::first ? Cell::first : Cell::second));
    }
    for (const auto& [cell, reason] : forbidden(position)) {
      RC_ASSERT(before.at(cell) == Cell::empty);
      RC_ASSERT(!reached.contains(cell));
      RC_ASSERT(!reason.empty());
    }
    for (const CellIndex cell : threats(position).cells) RC_ASSERT(before.at(cell) == Cell::empty);
  });
}

TYPED_TEST_P(Conformance, OptionsMakeTheStart) {
  using P = typename TypeParam::Position;
  check_property(200, [] {
    const P start = any_start<TypeParam>();
    std::string text;
    for (const auto& [name, value] : option_values(start)) text += name + "=" + value + " ";
    const auto again = P::from_string(text);
    RC_ASSERT(again.has_value());
    RC_ASSERT(*again == start);
  });
}

REGISTER_TYPED_TEST_SUITE_P(Conformance, SaysWhatTheBoardShows, OptionsMakeTheStart, RandomPlayReachesAnEnd,
                            TranspositionsMeetAndKeysTellPositionsApart, DifferentStartsAreDifferentPositions,
                            SymmetriesKeepTheGame, SymmetriesFormAGroup, TextAndBack, RandomMovesAreUniform,
                            NeverAllocates, EvaluationKnowsNoDirection);

}  // namespace tengen::games
