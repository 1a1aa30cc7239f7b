// VCF, VCT, db-search and df-pn: on positions with known answers, against a slow twin, and every win they claim
// replayed against every defence.

#include "engines/gomoku/threat/solvers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "core/rng.hpp"
#include "engines/gomoku/threat/db_search.hpp"
#include "engines/gomoku/threat/dfpn.hpp"
#include "engines/gomoku/threat/threat_cases.hpp"
#include "engines/gomoku/threat/threat_twin.hpp"
#include "support/allocations.hpp"
#include "support/effort.hpp"

namespace tengen::engines::gomoku {
namespace {

using Solve = std::function<search::Solution<SmallPosition>(const SmallPosition&, Side)>;

template <class Solver>
search::Solution<SmallPosition> solve(const SmallPosition& position, Side attacker, std::uint64_t nodes = 2'000'000) {
  const search::SolverInfo info = Solver::info();
  Values values(info.settings);
  EXPECT_TRUE(values.set(info.settings, "attacker", attacker == Side::first ? "black" : "white", "test"));
  Limits limits;
  limits.nodes = nodes;
  return Solver::solve(position, values, limits, {});
}

// The position with the attacker to move, as the solvers see it.
SmallPosition with_attacker_to_move(const SmallPosition& position, Side attacker) {
  SmallPosition turned = position;
  EXPECT_TRUE(turned.set_stones(position.stones(Side::first), position.stones(Side::second), attacker));
  return turned;
}

// A printed line must be legal move by move, alternate from the attacker on, and end with the attacker's five.
void expect_line_wins(const SmallPosition& start, Side attacker, const std::vector<Move>& line) {
  SmallPosition position = with_attacker_to_move(start, attacker);
  for (const Move move : line) {
    ASSERT_TRUE(position.parse_move(position.format(move))) << position.format(move) << " in\n"
                                                            << games::draw(position.diagram());
    position.play(move);
  }
  EXPECT_EQ(position.outcome(), win_for(attacker)) << games::draw(position.diagram());
}

// Whether the attacker, to move, wins by what the twin sees at once.
bool wins_plainly(const SmallPosition& position, Side attacker) {
  ThreatTwin twin(position, attacker, false, 1);
  return twin.can_complete_five() || twin.wins_with_a_four();
}

// Plays the solver's move against every legal reply of the defender, and asks the solver again after each.
void expect_win_holds(const SmallPosition& position, Side attacker, const Solve& ask, int& replies) {
  const auto solution = ask(position, attacker);
  ASSERT_EQ(solution.verdict, search::Verdict::win) << games::draw(position.diagram());
  ASSERT_FALSE(solution.line.empty());
  SmallPosition after = position;
  ASSERT_TRUE(after.parse_move(after.format(solution.line[0])));
  after.play(solution.line[0]);
  if (after.outcome() != Outcome::ongoing) {
    EXPECT_EQ(after.outcome(), win_for(attacker));
    return;
  }
  games::MoveList<SmallPosition> moves;
  after.legal_moves(moves);
  for (const Move reply : moves) {
    SmallPosition next = after;
    next.play(reply);
    ++replies;
    ASSERT_EQ(next.outcome(), Outcome::ongoing) << "the defender wins or draws with " << next.format(reply);
    if (wins_plainly(next, attacker)) continue;
    expect_win_holds(next, attacker, ask, replies);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(ThreatCases, AreManyAndOfEveryKind) {
  const auto cases = read_threat_cases();
  EXPECT_GE(cases.size(), 60U);
  int fours = 0, threes = 0, none = 0, standard = 0, renju = 0;
  for (const ThreatCase& c : cases) {
    fours += c.vcf;
    threes += c.vct && !c.vcf;
    none += !c.vcf && !c.vct;
    standard += c.position.rule() == Rule::standard;
    renju += c.position.rule() == Rule::renju;
  }
  EXPECT_GE(fours, 20);
  EXPECT_GE(threes, 15);
  EXPECT_GE(none, 10);
  EXPECT_GE(standard, 8);
  EXPECT_GE(renju, 8);
}

TEST(ThreatCases, TheTwinAgreesWithEveryAnswer) {
  int index = 0;
  for (const ThreatCase& c : read_threat_cases()) {
    if (slow_build && index++ % 5 != 0) continue;
    ThreatTwin fours(c.position, c.attacker, false, 100'000);
    EXPECT_EQ(fours.attacker_wins(), c.vcf) << c.name;
    if (c.position.rule() == Rule::renju || c.vcf) continue;  // what wins by fours wins by fours and threes
    ThreatTwin threats(c.position, c.attacker, true, 100'000);
    EXPECT_EQ(threats.attacker_wins(), c.vct) << c.name;
  }
}

TEST(Vcf, SolvesEveryCase) {
  int long_lines = 0;
  for (const ThreatCase& c : read_threat_cases()) {
    const auto solution = solve<VcfSolver>(c.position, c.attacker);
    EXPECT_EQ(solution.verdict, c.vcf ? search::Verdict::win : search::Verdict::no_win)
        << c.name << '\n'
        << games::draw(c.position.diagram());
    if (solution.verdict == search::Verdict::win) expect_line_wins(c.position, c.attacker, solution.line);
    long_lines += solution.line.size() >= 15;
  }
  EXPECT_GE(long_lines, 8);
}

TEST(Vct, SolvesEveryCase) {
  for (const ThreatCase& c : read_threat_cases()) {
    const bool renju = c.position.rule() == Rule::renju;
    const auto solution = solve<VctSolver>(c.position, c.attacker);
    const search::Verdict otherwise = renju ? search::Verdict::unknown : search::Verdict::no_win;
    EXPECT_EQ(solution.verdict, (renju ? c.vcf : c.vct) ? search::Verdict::win : otherwise) << c.name;
    if (solution.verdict == search::Verdict::win) expect_line_wins(c.position, c.attacker, solution.line);
  }
}

TEST(Dfpn, SolvesEveryCase) {
  for (const ThreatCase& c : read_threat_cases()) {
    const bool renju = c.position.rule() == Rule::renju;
    const auto solution = solve<DfpnSolver>(c.position, c.attacker);
    const search::Verdict otherwise = renju ? search::Verdict::unknown : search::Verdict::no_win;
    EXPECT_EQ(solution.verdict, (renju ? c.vcf : c.vct) ? search::Verdict::win : otherwise) << c.name;
    if (solution.verdict == search::Verdict::win) expect_line_wins(c.position, c.attacker, solution.line);
  }
}

// A small table forgets, and the answers stay the same.
TEST(Dfpn, IsRightWithATableOfNextToNothing) {
  for (const ThreatCase& c : read_threat_cases()) {
    if (c.position.rule() == Rule::renju) continue;
    LineBoard board(c.position);
    Limits limits;
    limits.nodes = 200'000;
    search::Stopper stopper(limits, {});
    const ThreatResult result = Dfpn(board, c.attacker, 1 << 10, stopper).search();
    if (result.verdict == search::Verdict::unknown) continue;
    EXPECT_EQ(result.verdict, c.vct ? search::Verdict::win : search::Verdict::no_win) << c.name;
    if (result.verdict != search::Verdict::win || stopper.stopped()) continue;
    std::vector<Move> line;
    for (const int cell : result.line) line.push_back(board.move_at(cell));
    expect_line_wins(c.position, c.attacker, line);
  }
}

// Dependency-based search plays all answers at once, so it may miss wins, but what it claims is one.
TEST(DbSearch, ClaimsNoFalseWinAndFindsMost) {
  int wins = 0, found = 0;
  for (const ThreatCase& c : read_threat_cases()) {
    const bool wins_here = c.vcf || (c.vct && c.position.rule() != Rule::renju);
    const auto solution = solve<DbSearchSolver>(c.position, c.attacker, 30'000);
    wins += wins_here;
    found += solution.verdict == search::Verdict::win;
    if (solution.verdict != search::Verdict::win) continue;
    EXPECT_TRUE(wins_here) << c.name;
    expect_line_wins(c.position, c.attacker, solution.line);
  }
  EXPECT_GE(found * 10, wins * 8) << found << " of " << wins;
}

TEST(ThreatSolvers, EveryWinHoldsAgainstEveryDefence) {
  const std::vector<std::pair<std::string, Solve>> solvers = {
      {"vcf", [](const SmallPosition& p, Side s) { return solve<VcfSolver>(p, s); }},
      {"vct", [](const SmallPosition& p, Side s) { return solve<VctSolver>(p, s); }},
      {"dfpn", [](const SmallPosition& p, Side s) { return solve<DfpnSolver>(p, s); }},
  };
  int index = 0, replies = 0;
  for (const ThreatCase& c : read_threat_cases()) {
    ++index;
    for (const auto& [name, ask] : solvers) {
      const bool wins = name == "vcf" || c.position.rule() == Rule::renju ? c.vcf : c.vct;
      if (!wins || (slow_build && index % 8 != 0)) continue;
      SCOPED_TRACE(name + ": " + c.name);
      expect_win_holds(with_attacker_to_move(c.position, c.attacker), c.attacker, ask, replies);
      if (HasFatalFailure()) return;
    }
    // Db-search may not see its own win again after a defence, for want of the replies it was counting on; its line
    // then continues by the full search.
    if (solve<DbSearchSolver>(c.position, c.attacker, 30'000).verdict != search::Verdict::win) continue;
    if (slow_build && index % 8 != 0) continue;
    SCOPED_TRACE("dbsearch: " + c.name);
    const Solve db = [](const SmallPosition& p, Side s) {
      const auto solution = solve<DbSearchSolver>(p, s, 30'000);
      return solution.verdict == search::Verdict::win ? solution : solve<VctSolver>(p, s);
    };
    expect_win_holds(with_attacker_to_move(c.position, c.attacker), c.attacker, db, replies);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(replies, 1000);
}

// Small crowded boards: the twin and all methods on thousands of random positions.
TEST(ThreatSolvers, AgreeWithTheTwinOnRandomBoards) {
  Rng rng(11);
  int wins = 0, only_threes = 0;
  for (int i = 0; i < effort(600); ++i) {
    const Rule rule = static_cast<Rule>(rng.below(3));
    const int size = 7 + static_cast<int>(rng.below(3));
    SmallPosition position(size, rule);
    SmallPosition::Bits stones[2];
    const std::uint32_t count = 8 + rng.below(16);
    for (std::uint32_t k = 0; k < count; ++k) {
      const int cell = static_cast<int>(rng.below(static_cast<std::uint32_t>(cells_of(size))));
      const bool free =
          all_points<SmallPosition::Bits>(size).test(cell) && !stones[0].test(cell) && !stones[1].test(cell);
      if (free) stones[k % 2].set(cell);
    }
    const Side attacker = rng.below(2) == 0 ? Side::first : Side::second;
    if (!position.set_stones(stones[0], stones[1], attacker) || position.outcome() != Outcome::ongoing) continue;
    const auto fours = ThreatTwin(position, attacker, false, 3'000).attacker_wins();
    const search::Verdict vcf = solve<VcfSolver>(position, attacker).verdict;
    if (fours) {
      EXPECT_EQ(vcf, *fours ? search::Verdict::win : search::Verdict::no_win) << games::draw(position.diagram());
    }
    wins += vcf == search::Verdict::win;
    if (rule == Rule::renju) continue;
    const auto threats = ThreatTwin(position, attacker, true, 300).attacker_wins();
    if (!threats) continue;
    const search::Verdict expected = *threats ? search::Verdict::win : search::Verdict::no_win;
    EXPECT_EQ(solve<VctSolver>(position, attacker).verdict, expected) << games::draw(position.diagram());
    EXPECT_EQ(solve<DfpnSolver>(position, attacker).verdict, expected) << games::draw(position.diagram());
    const search::Verdict db = solve<DbSearchSolver>(position, attacker, 20'000).verdict;
    EXPECT_TRUE(*threats || db != search::Verdict::win) << games::draw(position.diagram());
    only_threes += *threats && vcf != search::Verdict::win;
  }
  EXPECT_GT(wins, slow_build ? 0 : 10);
  EXPECT_GT(only_threes, slow_build ? 0 : 10);
}

// After every three of the test positions: whatever is not among the answers loses at once, and whatever is among them
// makes a four or leaves the attacker no open four.
TEST(ThreatSpace, TheAnswersToAThreeAreExact) {
  int threes = 0, answered = 0;
  for (const ThreatCase& c : read_threat_cases()) {
    if (c.position.rule() == Rule::renju) continue;
    LineBoard board(c.position);
    ThreatSpace space(board, c.attacker, true);
    ThreatSpace::Attack attack;
    space.attack(attack);
    for (const int three : attack.threes) {
      SmallPosition after = with_attacker_to_move(c.position, c.attacker);
      after.play(after.move_at(three));
      board.push(c.attacker, three);
      CellList answers;
      ASSERT_TRUE(space.answers(answers));
      board.pop();
      ++threes;
      games::MoveList<SmallPosition> replies;
      after.legal_moves(replies);
      for (const Move reply : replies) {
        SmallPosition next = after;
        next.play(reply);
        ThreatTwin twin(next, c.attacker, true, 1);
        const bool listed = std::ranges::find(answers, next.cell_of(reply)) != answers.end();
        const bool four = twin.defender_can_complete_five();
        answered += listed;
        if (listed) {
          ASSERT_TRUE(four || !twin.threatens_open_four()) << next.format(reply) << '\n' << games::draw(next.diagram());
        } else {
          ASSERT_TRUE(!four && twin.wins_with_a_four()) << next.format(reply) << '\n' << games::draw(next.diagram());
        }
      }
    }
  }
  EXPECT_GT(threes, 100);
  EXPECT_GT(answered, threes);
}

TEST(ThreatSolvers, SayUnknownWhenALimitEndsThem) {
  int unknown = 0;
  for (const ThreatCase& c : read_threat_cases()) {
    if (c.position.rule() == Rule::renju || !c.vct || c.vcf) continue;
    for (const auto& solution :
         {solve<VctSolver>(c.position, c.attacker, 1), solve<DfpnSolver>(c.position, c.attacker, 1),
          solve<DbSearchSolver>(c.position, c.attacker, 1)}) {
      EXPECT_NE(solution.verdict, search::Verdict::no_win) << c.name;
      unknown += solution.verdict == search::Verdict::unknown;
    }
  }
  EXPECT_GT(unknown, 10);
}

// Lists and tables take memory as the search gets deeper, not at each node.
TEST(ThreatSolvers, DoNotAllocateAtNodes) {
  if (!counts_allocations()) GTEST_SKIP() << "a sanitizer owns the allocator";
  const SmallPosition position = *SmallPosition::from_string("h8h9i9g7g9f9i7j6");
  LineBoard board(position);
  KillMemory memory(1 << 20);
  const auto allocated = [&](auto&& search) {
    Limits limits;
    limits.nodes = 30'000;
    search::Stopper stopper(limits, {});
    const std::size_t before = allocations();
    const ThreatResult result = search(stopper);
    EXPECT_GT(result.nodes, 10'000U);
    return allocations() - before;
  };
  EXPECT_LE(allocated([&](search::Stopper& stopper) {
              return KillSearch(board, Side::first, KillMode::threats, memory, stopper).search();
            }),
            32U);
  EXPECT_LE(allocated([&](search::Stopper& stopper) { return Dfpn(board, Side::first, 1 << 20, stopper).search(); }),
            32U);
}

TEST(HashSet, HoldsWhatAnySetHolds) {
  HashSet set;
  for (int round = 0; round < 2; ++round, set.clear()) {
    std::set<std::uint64_t> twin;
    Rng rng(static_cast<std::uint64_t>(round));
    for (int i = 0; i < 5000; ++i) {
      // Few different ones that share their lower bits, and many that do not; never both 0 and 1, which it holds alike.
      const std::uint64_t hash = i % 2 == 0 ? std::uint64_t{rng.below(500)} << 40 : rng() | 2;
      ASSERT_EQ(set.insert(hash), twin.insert(hash).second);
    }
  }
}

TEST(ThreatSolvers, StopWhenAsked) {
  std::stop_source source;
  source.request_stop();
  const Values values(VctSolver::info().settings);
  for (const ThreatCase& c : read_threat_cases()) {
    const auto solution = VctSolver::solve(c.position, values, {}, source.get_token());
    EXPECT_NE(solution.verdict, search::Verdict::no_win);
    EXPECT_LE(solution.nodes, 2U);
  }
}

}  // namespace
}  // namespace tengen::engines::gomoku
