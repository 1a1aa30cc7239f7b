// gomoku/champion as a player: legal on every board under every rule and limit, repeatable, quick to stop, sparing with
// memory, and right where the rules alone decide.

#include "engines/gomoku/champion/champion_player.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "core/embedded.hpp"
#include "engines/gomoku/champion/tree.hpp"
#include "support/allocations.hpp"
#include "support/effort.hpp"

namespace tengen::engines::gomoku {
namespace {

using namespace std::chrono_literals;

Limits simulations(std::uint64_t n) { return {std::nullopt, n, std::nullopt}; }

template <class P>
std::unique_ptr<search::Engine<P>> champion(std::string_view settings = "memory=16") {
  return ChampionPlayer::make<P>(*parse_values(ChampionPlayer::info().settings, settings, "champion"));
}

template <class P>
void check(const P& position, const search::SearchResult<P>& result) {
  games::MoveList<P> legal;
  position.legal_moves(legal);
  ASSERT_NE(std::ranges::find(legal, result.best), legal.end()) << position.to_string();
  ASSERT_FALSE(result.candidates.empty());
  EXPECT_EQ(result.candidates.front().move, result.best);
  EXPECT_LE(std::abs(result.score), 1.0);
  ASSERT_FALSE(result.pv.empty());
  EXPECT_EQ(result.pv.front(), result.best);
  P line = position;
  for (const Move move : result.pv) {
    line.legal_moves(legal);
    ASSERT_NE(std::ranges::find(legal, move), legal.end()) << position.to_string();
    line.play(move);
  }
  if (result.end_in) EXPECT_EQ(result.score, *result.end_in > 0 ? 1 : -1);
}

template <class P>
search::SearchResult<P> answer(std::string_view moves, std::uint64_t n = 50, std::string_view settings = "memory=16") {
  const auto engine = champion<P>(settings);
  engine->new_game(1);
  const P position = *P::from_string(moves);
  const auto result = engine->search(position, simulations(n), {}, {});
  check(position, result);
  return result;
}

template <class P>
class GomokuChampion : public testing::Test {};
using Positions = testing::Types<games::gomoku::SmallPosition, LargePosition>;
TYPED_TEST_SUITE(GomokuChampion, Positions);

TYPED_TEST(GomokuChampion, PlaysWholeGamesOnEveryBoard) {
  using P = TypeParam;
  const auto engine = champion<P>("memory=4");
  for (int size = games::gomoku::smallest_size; size <= largest_size; size += slow_build ? 5 : 2) {
    if (!P::fits(size)) break;
    for (const Rule rule : {Rule::freestyle, Rule::standard, Rule::renju}) {
      const auto seed = static_cast<std::uint64_t>(size);
      engine->new_game(seed);
      Rng rng(seed);
      P position(size, rule);
      for (int move = 0; position.outcome() == Outcome::ongoing && move < 80; ++move) {
        if (move % 2 == size % 2 || move < 2) {
          const auto result = engine->search(position, simulations(6), {}, {});
          check(position, result);
          position.play(result.best);
        } else {
          position.play(*games::random_move(position, rng));
        }
      }
    }
  }
}

TYPED_TEST(GomokuChampion, SameGameAgain) {
  using P = TypeParam;
  std::vector<std::string> games;
  const auto engine = champion<P>();
  for (int round = 0; round < 2; ++round) {
    engine->new_game(static_cast<std::uint64_t>(round));
    P position(13, Rule::renju);
    for (int move = 0; move < 12 && position.outcome() == Outcome::ongoing; ++move)
      position.play(engine->search(position, simulations(20), {}, {}).best);
    games.push_back(position.to_string());
  }
  EXPECT_EQ(games[0], games[1]);
}

TYPED_TEST(GomokuChampion, WinsAndDefends) {
  using P = TypeParam;
  // Five, the block of a four, an open four, and a run of fours.
  EXPECT_EQ(answer<P>("h8a1i8a3j8a5k8a7").end_in, 1);
  const auto block = answer<P>("h8l8i8a3j8a5k8");
  EXPECT_EQ(P::from_string("h8l8i8a3j8a5k8")->format(block.best), "g8");
  EXPECT_FALSE(block.end_in);
  EXPECT_EQ(answer<P>("h8a1i8a3j8a5").end_in, 3);
  EXPECT_EQ(answer<P>("h8a1i8a3j8a5").score, 1.0);
  // An open four against us: lost in two plies, and still a move.
  EXPECT_EQ(answer<P>("h8a1i8a3j8a5k8").end_in, -2);
  // An open three must be stopped.
  const auto stops = answer<P>("h8a1i8a3j8", 100);
  const std::string move = P::from_string("h8a1i8a3j8")->format(stops.best);
  EXPECT_TRUE(move == "g8" || move == "k8" || move == "f8" || move == "l8") << move;
}

TYPED_TEST(GomokuChampion, EitherNetPlays) {
  using P = TypeParam;
  for (const char* net : {"net=line,memory=16", "net=residual,memory=16"}) {
    const auto result = answer<P>("h8h9i9g7", 60, net);
    EXPECT_EQ(result.nodes, 60U);
    EXPECT_EQ(answer<P>("h8a1i8a3j8a5", 60, net).end_in, 3);
  }
}

TYPED_TEST(GomokuChampion, FirstMovesAreInTheMiddle) {
  using P = TypeParam;
  EXPECT_EQ(answer<P>("").best, (Move{7, 7}));
  for (const char* moves : {"h8", "a1", "h8h9"}) {
    const auto result = answer<P>(moves, 30);
    EXPECT_GE(result.best.column, 4) << moves;
    EXPECT_LE(result.best.column, 10) << moves;
    EXPECT_GE(result.best.row, 4) << moves;
    EXPECT_LE(result.best.row, 10) << moves;
  }
}

TYPED_TEST(GomokuChampion, VisitsAddUp) {
  using P = TypeParam;
  const auto result = answer<P>("h8h9i9g7", 120);
  std::uint64_t visits = 0;
  for (const auto& candidate : result.candidates) visits += candidate.visits;
  EXPECT_EQ(result.nodes, 120U);
  EXPECT_EQ(visits, 120U);
  for (std::size_t i = 1; i < result.candidates.size(); ++i)
    EXPECT_GE(result.candidates[i - 1].visits, result.candidates[i].visits);
}

TYPED_TEST(GomokuChampion, TheBestMovesHaveLinesOfTheirOwn) {
  using P = TypeParam;
  const P position = *P::from_string("h8h9i9g7");
  const auto result = answer<P>("h8h9i9g7", 300);
  ASSERT_GE(result.candidates.size(), 5U);
  EXPECT_EQ(result.candidates.front().pv, result.pv);
  for (std::size_t i = 0; i < 5; ++i) {
    const auto& candidate = result.candidates[i];
    ASSERT_GE(candidate.pv.size(), 2U) << i;
    EXPECT_EQ(candidate.pv.front(), candidate.move);
    P line = position;
    games::MoveList<P> legal;
    for (const Move move : candidate.pv) {
      line.legal_moves(legal);
      ASSERT_NE(std::ranges::find(legal, move), legal.end()) << i;
      line.play(move);
    }
  }
}

// The tree of the pondering is there when the answer comes: its visits are more than the search's own simulations.
TYPED_TEST(GomokuChampion, PonderingHelpsTheNextSearch) {
  using P = TypeParam;
  const auto engine = champion<P>();
  engine->new_game(1);
  P position = *P::from_string("h8h9i9g7");
  std::uint64_t kept = 0;
  for (auto time = 50ms; kept == 0 && time < 60s; time *= 2) {
    std::stop_source stop;
    {
      const std::jthread clock([&] {
        std::this_thread::sleep_for(time);
        stop.request_stop();
      });
      engine->ponder(position, stop.get_token());
    }
    P answered = position;
    answered.play(engine->search(position, simulations(1), {}, {}).best);
    const auto result = engine->search(answered, simulations(10), {}, {});
    check(answered, result);
    std::uint64_t visits = 0;
    for (const auto& candidate : result.candidates) visits += candidate.visits;
    if (visits > result.nodes + 20) kept = visits;
  }
  EXPECT_GT(kept, 0U);
  // Of a finished game, or when it is stopped at once, there is nothing to think about.
  std::stop_source stopped;
  stopped.request_stop();
  engine->ponder(position, stopped.get_token());
  engine->ponder(*P::from_string("h8a1i8a3j8a5k8a7l8"), {});
}

TYPED_TEST(GomokuChampion, KeepsToTimeAndToken) {
  using P = TypeParam;
  const auto engine = champion<P>();
  engine->new_game(1);
  const P position = *P::from_string("h8h9i9g7");
  engine->prepare(position);
  auto begin = Clock::now();
  check(position, engine->search(position, {20ms, std::nullopt, std::nullopt}, {}, {}));
  EXPECT_LT(Clock::now() - begin, 20s);  // generous: the machine may be busy
  std::stop_source source;
  std::jthread later([&source] {
    std::this_thread::sleep_for(30ms);
    source.request_stop();
  });
  begin = Clock::now();
  check(position, engine->search(position, {60s, std::nullopt, std::nullopt}, source.get_token(), {}));
  check(position, engine->search(position, {60s, std::nullopt, std::nullopt}, source.get_token(), {}));
  EXPECT_LT(Clock::now() - begin, 20s);
}

// Depth is the length of the line that is expected.
TYPED_TEST(GomokuChampion, KeepsToDepth) {
  using P = TypeParam;
  const auto engine = champion<P>();
  const P position = *P::from_string("h8h9i9g7");
  std::uint64_t nodes = 0;
  for (const int depth : {1, 3, 6}) {
    engine->new_game(1);
    const auto result = engine->search(position, {std::nullopt, std::nullopt, depth}, {}, {});
    check(position, result);
    EXPECT_GE(result.depth, depth);
    EXPECT_LE(result.depth, depth + 8);  // forced replies come on top
    EXPECT_GT(result.nodes, nodes);
    nodes = result.nodes;
  }
}

TYPED_TEST(GomokuChampion, ReportsWhileItThinks) {
  using P = TypeParam;
  const auto engine = champion<P>();
  engine->new_game(1);
  const P position = *P::from_string("h8h9i9g7");
  int reports = 0;
  engine->search(position, simulations(100), {}, [&](const search::SearchResult<P>& result) {
    ++reports;
    check(position, result);
  });
  EXPECT_GE(reports, 3);
}

// --- Threads ---

TYPED_TEST(GomokuChampion, ThreadsAgreeOnOneTree) {
  using P = TypeParam;
  for (const char* settings : {"memory=16,threads=2", "memory=16,threads=4"}) {
    const auto engine = champion<P>(settings);
    EXPECT_FALSE(engine->repeatable(simulations(10)));
    EXPECT_TRUE(champion<P>()->repeatable(simulations(10)));
    engine->new_game(1);
    P position = *P::from_string("h8h9i9g7");
    std::chrono::nanoseconds helpers_cpu{};
    for (int move = 0; move < 4 && position.outcome() == Outcome::ongoing; ++move) {
      const auto result = engine->search(position, simulations(400), {}, {});
      check(position, result);
      if (move == 0) {  // later there are visits of the searches before
        std::uint64_t visits = 0;
        for (const auto& candidate : result.candidates) visits += candidate.visits;
        EXPECT_EQ(visits, result.nodes);
      }
      EXPECT_LE(result.nodes, 400U);
      helpers_cpu += result.helpers_cpu;
      position.play(result.best);
    }
    EXPECT_GT(helpers_cpu.count(), 0);
  }
}

TYPED_TEST(GomokuChampion, ThreadsKeepToTimeAndToken) {
  using P = TypeParam;
  const auto engine = champion<P>("memory=16,threads=3");
  engine->new_game(1);
  const P position = *P::from_string("h8h9i9g7");
  engine->prepare(position);
  const auto begin = Clock::now();
  for (int i = 0; i < 5; ++i) check(position, engine->search(position, {5ms, std::nullopt, std::nullopt}, {}, {}));
  std::stop_source source;
  source.request_stop();
  check(position, engine->search(position, {60s, std::nullopt, std::nullopt}, source.get_token(), {}));
  EXPECT_LT(Clock::now() - begin, 30s);  // generous: the machine may be busy
}

// --- Proofs ---

// What perfect play brings, for the side to move.
template <class P>
int perfect(const P& position) {
  if (position.outcome() != Outcome::ongoing)
    return position.outcome() == Outcome::draw ? 0 : position.outcome() == win_for(position.side_to_move()) ? 1 : -1;
  games::MoveList<P> legal;
  position.legal_moves(legal);
  int best = -1;
  for (const Move move : legal) {
    P next = position;
    next.play(move);
    const int value = perfect(next) * (next.side_to_move() == position.side_to_move() ? 1 : -1);
    best = std::max(best, value);
    if (best == 1) break;
  }
  return best;
}

// Nearly full small boards, with one thread and several, with plenty of memory and with hardly any.
TYPED_TEST(GomokuChampion, ProvesOnlyWhatPerfectPlayBrings) {
  using P = TypeParam;
  Rng rng(11);
  int proven = 0, decided = 0;
  for (int round = 0; round < effort(60); ++round) {
    const int size = 5 + round % 2;
    P position(size, std::array{games::gomoku::Rule::freestyle, games::gomoku::Rule::standard,
                                games::gomoku::Rule::renju}[static_cast<std::size_t>(round % 3)]);
    while (position.outcome() == Outcome::ongoing && position.stone_count() < size * size - 7)
      position.play(*games::random_move(position, rng));
    if (position.outcome() != Outcome::ongoing) continue;
    const int value = perfect(position);
    decided += value != 0 ? 1 : 0;
    const auto engine = champion<P>(round % 4 < 2 ? "memory=1" : "memory=1,threads=3");
    engine->new_game(1);
    const auto result = engine->search(position, simulations(600), {}, {});
    check(position, result);
    if (std::abs(result.score) != 1) continue;
    EXPECT_EQ(result.score, value) << position.to_string();
    ++proven;
  }
  EXPECT_GE(proven, decided * 3 / 4);
}

// --- The tree ---

const std::array<Net, 2>& nets() {
  static const auto residual =
      *network::ResidualNet::make(*network::WeightsFile::from_bytes(embedded::gomoku_network().front().bytes));
  static const auto lines =
      *network::LineNet::make(*network::WeightsFile::from_bytes(embedded::gomoku_line_net().front().bytes));
  static const std::array<Net, 2> both{&lines, &residual};
  return both;
}

SmallRows stones(std::initializer_list<int> mine, std::initializer_list<int> theirs) {
  SmallRows rows;
  for (const int point : mine) rows = rows.flipped(SmallRows::mine, point);
  for (const int point : theirs) rows = rows.flipped(SmallRows::theirs, point);
  return rows;
}

TEST(GomokuTree, DoesNotAllocateWhileItGrows) {
  if (!counts_allocations()) GTEST_SKIP() << "the sanitizer owns the allocator";
  for (const Net net : nets()) {
    TreeOptions options;
    options.bytes = 16 << 20;
    Tree<SmallRows> tree(net, 15, options);
    const SmallRows position = stones({point_at(7, 7), point_at(8, 8)}, {point_at(8, 7), point_at(6, 6)});
    tree.think(position, {}, simulations(2), {}, {});
    const auto allocations_of = [&](std::uint64_t n) {
      tree.forget();
      const std::size_t before = allocations();
      tree.think(position, {}, simulations(n), {}, {});
      return allocations() - before;
    };
    // The report of a longer search is longer; that is all.
    EXPECT_LE(allocations_of(400), allocations_of(50) + 16);
  }
}

TEST(GomokuTree, KeepsWhatHangsOnTheMovesPlayed) {
  Tree<SmallRows> tree(nets().front(), 15, {});
  const SmallRows position = stones({point_at(7, 7), point_at(8, 8)}, {point_at(8, 7), point_at(6, 6)});
  const auto first = tree.think(position, {Rule::freestyle, true}, simulations(300), {}, {});
  ASSERT_GE(first.pv.size(), 2U);
  const SmallRows after = position.flipped(SmallRows::mine, first.pv[0]).swapped();
  const SmallRows next = after.flipped(SmallRows::mine, first.pv[1]).swapped();
  tree.think(next, {Rule::freestyle, true}, simulations(1), {}, {});
  EXPECT_GT(tree.node_count(), 10U);  // a fresh tree would have two
  // Another position with as many stones is not in the tree.
  tree.think(stones({0, 1, 34}, {200, 3, 70}), {Rule::freestyle, true}, simulations(1), {}, {});
  EXPECT_LE(tree.node_count(), 2U);
}

// It forgets what was visited least, as often as it has to, and still knows all visits of the root's moves.
TEST(GomokuTree, GoesOnWhenItIsFull) {
  for (const int threads : {1, 3}) {
    TreeOptions options;
    options.bytes = 1 << 20;
    options.threads = threads;
    Tree<SmallRows> tree(nets().front(), 15, options);
    const SmallRows position = stones({point_at(7, 7), point_at(8, 8)}, {point_at(8, 7), point_at(6, 6)});
    const std::uint64_t wanted = slow_build ? 3000 : 10'000;
    const auto report = tree.think(position, {games::gomoku::Rule::freestyle, true}, simulations(wanted), {}, {});
    ASSERT_EQ(report.verdict, Verdict::quiet);
    EXPECT_EQ(report.simulations, wanted);
    EXPECT_LT(tree.node_count(), wanted / 2);
    std::uint64_t visits = 0;
    for (const RootMove& move : report.moves) visits += move.visits;
    EXPECT_EQ(visits, report.simulations);
  }
}

TEST(GomokuTree, SavesTimeOnlyWhenNothingCanChange) {
  using namespace std::chrono_literals;
  EXPECT_TRUE(Spending::is_out_of_reach(151, 100, 1s, 1s));
  EXPECT_FALSE(Spending::is_out_of_reach(149, 100, 1s, 1s));
  EXPECT_FALSE(Spending::is_out_of_reach(0, 100, 1s, 1ns));
  EXPECT_TRUE(Spending::is_out_of_reach(1, 100, 1s, 0ns));
  EXPECT_FALSE(Spending({}).saves());
  EXPECT_FALSE(Spending({.time = 1s}).saves());
  EXPECT_TRUE(Spending({.time = 1s, .clock = GameClock{25s, 0s}}).saves());
  EXPECT_EQ(Spending({.time = 0ns}).left(), 0ns);
  EXPECT_GT(Spending({}).left(), 1h);
}

TEST(GomokuTree, CarriesProofsUp) {
  // Two open threes of the other side that cross nowhere: whatever we do, one of them becomes an open four.
  const SmallRows position =
      stones({point_at(0, 0), point_at(0, 14), point_at(14, 0), point_at(14, 14), point_at(0, 7)},
             {point_at(3, 3), point_at(3, 4), point_at(3, 5), point_at(10, 8), point_at(10, 9), point_at(10, 10)});
  Tree<SmallRows> tree(nets().front(), 15, {});
  const auto report = tree.think(position, {Rule::freestyle, false}, simulations(3000), {}, {});
  EXPECT_EQ(report.verdict, Verdict::loss);
  EXPECT_EQ(report.value, -1);
  EXPECT_LT(report.simulations, 3000U);
}

}  // namespace
}  // namespace tengen::engines::gomoku
