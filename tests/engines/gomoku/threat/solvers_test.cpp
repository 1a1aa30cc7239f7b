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
search::Solution<games::gomoku::SmallPosition> solve(const games::gomoku::SmallPosition& position, Side attacker,
                                                     std::uint64_t nodes = 2'000'000,
                                                     std::optional<int> depth = std::nullopt) {
  const search::SolverInfo info = Solver::info();
  Values values(info.settings);
  EXPECT_TRUE(values.set(info.settings, "attacker", attacker == Side::first ? "black" : "white", "test"));
  Limits limits;
  limits.nodes = nodes;
  limits.depth = depth;
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
  ThreatTwin twin(position, attacker, 0, 1);
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
    ThreatTwin fours(c.position, c.attacker, 0, 100'000);
    EXPECT_EQ(fours.attacker_wins(), c.vcf) << c.name;
    if (c.vcf || !c.vct_known) continue;  // what wins by fours wins by fours and threes
    ThreatTwin threats(c.position, c.attacker, ThreatTwin::any_number, 100'000);
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
    if (!c.vct_known) continue;
    const auto solution = solve<VctSolver>(c.position, c.attacker);
    EXPECT_EQ(solution.verdict, c.vct ? search::Verdict::win : search::Verdict::no_win) << c.name;
    if (solution.verdict == search::Verdict::win) expect_line_wins(c.position, c.attacker, solution.line);
  }
}

TEST(Dfpn, SolvesEveryCase) {
  for (const ThreatCase& c : read_threat_cases()) {
    if (!c.vct_known) continue;
    const auto solution = solve<DfpnSolver>(c.position, c.attacker);
    EXPECT_EQ(solution.verdict, c.vct ? search::Verdict::win : search::Verdict::no_win) << c.name;
    if (solution.verdict == search::Verdict::win) expect_line_wins(c.position, c.attacker, solution.line);
  }
}

// A small table forgets, and the answers stay the same.
TEST(Dfpn, IsRightWithATableOfNextToNothing) {
  for (const ThreatCase& c : read_threat_cases()) {
    if (!c.vct_known) continue;
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
    const bool wins_here = c.vcf || c.vct;
    const auto solution = solve<DbSearchSolver>(c.position, c.attacker, 30'000);
    wins += wins_here;
    found += solution.verdict == search::Verdict::win;
    if (solution.verdict != search::Verdict::win || !c.vct_known) continue;
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
      const bool wins = name == "vcf" ? c.vcf : c.vct;
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

// Stones at random.
games::gomoku::SmallPosition crowded_position(Rng& rng) {
  const int size = 7 + static_cast<int>(rng.below(3));
  games::gomoku::SmallPosition position(size, static_cast<games::gomoku::Rule>(rng.below(3)));
  games::gomoku::SmallPosition::Bits stones[2];
  const std::uint32_t count = 8 + rng.below(16);
  for (std::uint32_t k = 0; k < count; ++k) {
    const int cell = static_cast<int>(rng.below(static_cast<std::uint32_t>(cells_of(size))));
    const bool free = all_points<games::gomoku::SmallPosition::Bits>(size).test(cell) && !stones[0].test(cell) &&
                      !stones[1].test(cell);
    if (free) stones[k % 2].set(cell);
  }
  // Where both sides have a five there is no position.
  return position.set_stones(stones[0], stones[1], Side::first) ? position : games::gomoku::SmallPosition{};
}

// Under renju, black stones on lines that cross in one or two points, where threes and fours meet and bans stand and fall.
games::gomoku::SmallPosition crossing_position(Rng& rng) {
  constexpr int size = 9;
  games::gomoku::SmallPosition position(size, games::gomoku::Rule::renju);
  games::gomoku::SmallPosition::Bits stones[2];
  const auto put = [&](int side, int cell) {
    if (all_points<games::gomoku::SmallPosition::Bits>(size).test(cell) && !stones[0].test(cell) &&
        !stones[1].test(cell))
      stones[side].set(cell);
  };
  for (std::uint32_t left = 1 + rng.below(2); left > 0; --left) {
    const int centre = static_cast<int>((3 + rng.below(3)) * 10 + 3 + rng.below(3));
    for (const int step : directions(size)) {
      if (rng.below(5) == 0) continue;
      for (std::uint32_t k = 2 + rng.below(2); k > 0; --k) {
        const int distance = static_cast<int>(1 + rng.below(3));
        const int cell = centre + (rng.below(2) == 0 ? distance : -distance) * step;
        if (cell >= 0 && cell < cells_of(size)) put(0, cell);
      }
    }
  }
  for (std::uint32_t k = 4 + rng.below(12); k > 0; --k)
    put(1, static_cast<int>(rng.below(static_cast<std::uint32_t>(cells_of(size)))));
  // Where both sides have a five there is no position.
  return position.set_stones(stones[0], stones[1], Side::first) ? position : games::gomoku::SmallPosition{};
}

search::Verdict verdict_of(bool wins) { return wins ? search::Verdict::win : search::Verdict::no_win; }

// Small boards: the twin and all methods on random positions, thousands of them in a long run, under all rules; what wins, what does not, and
// what does not with so many threes.
TEST(ThreatSolvers, AgreeWithTheTwinOnRandomBoards) {
  Rng rng(11);
  int wins = 0, only_threes = 0, renju_threes = 0, compared = 0;
  for (int i = 0; i < effort(600); ++i) {
    const games::gomoku::SmallPosition position = i % 2 == 0 ? crowded_position(rng) : crossing_position(rng);
    const Side attacker = rng.below(3) == 0 ? Side::second : Side::first;
    if (position.outcome() != Outcome::ongoing || position.stone_count() == 0) continue;
    const auto fours = ThreatTwin(position, attacker, 0, 3'000).attacker_wins();
    const search::Verdict vcf = solve<VcfSolver>(position, attacker).verdict;
    if (fours) EXPECT_EQ(vcf, verdict_of(*fours)) << games::draw(position.diagram());
    wins += vcf == search::Verdict::win;

    const int few = static_cast<int>(1 + rng.below(2));
    if (const auto bounded = ThreatTwin(position, attacker, few, 300).attacker_wins()) {
      const auto solution = solve<VctSolver>(position, attacker, 2'000'000, few);
      EXPECT_EQ(solution.verdict, verdict_of(*bounded)) << few << " threes\n" << games::draw(position.diagram());
    }
    const auto threats = ThreatTwin(position, attacker, ThreatTwin::any_number, 300).attacker_wins();
    if (!threats) continue;
    ++compared;
    EXPECT_EQ(solve<VctSolver>(position, attacker).verdict, verdict_of(*threats)) << games::draw(position.diagram());
    EXPECT_EQ(solve<DfpnSolver>(position, attacker).verdict, verdict_of(*threats)) << games::draw(position.diagram());
    const search::Verdict db = solve<DbSearchSolver>(position, attacker, 20'000).verdict;
    EXPECT_TRUE(*threats || db != search::Verdict::win) << games::draw(position.diagram());
    only_threes += *threats && vcf != search::Verdict::win;
    renju_threes += *threats && vcf != search::Verdict::win && position.rule() == games::gomoku::Rule::renju;
  }
  EXPECT_GT(compared, slow_build ? 20 : 300);
  EXPECT_GT(wins, slow_build ? 0 : 50);
  EXPECT_GT(only_threes, slow_build ? 0 : 20);
  EXPECT_GT(renju_threes, slow_build ? 0 : 10);
}

// After every three on random boards: whatever is not among the answers leaves the attacker an open four and makes no
// four, and whatever is among them does not. For Black under renju every three is listed, too.
TEST(ThreatSpace, ThreesAndTheirAnswersAreExact) {
  Rng rng(1);
  int threes = 0, answered = 0, elsewhere = 0, lifting = 0;
  for (int i = 0; i < effort(1500); ++i) {
    const games::gomoku::SmallPosition random = i % 3 == 0 ? crowded_position(rng) : crossing_position(rng);
    const Side attacker = rng.below(4) == 0 ? Side::second : Side::first;
    if (random.outcome() != Outcome::ongoing) continue;
    const games::gomoku::SmallPosition position = with_attacker_to_move(random, attacker);
    LineBoard board(position);
    ThreatSpace space(board, attacker, true);
    ThreatSpace::Attack attack;
    space.attack(attack);
    if (attack.win_in > 0) continue;
    const bool all_listed = position.rule() == games::gomoku::Rule::renju && attacker == Side::first &&
                            !ThreatTwin(position, attacker, 1, 1).defender_can_complete_five();
    games::MoveList<games::gomoku::SmallPosition> moves;
    position.legal_moves(moves);
    for (const Move move : moves) {
      games::gomoku::SmallPosition after = position;
      after.play(move);
      ThreatTwin twin(after, attacker, 1, 1);
      const int cell = position.cell_of(move);
      const bool listed = std::ranges::find(attack.threes, cell) != attack.threes.end();
      const bool three = !twin.can_complete_five() && twin.threatens_open_four();
      if (all_listed && three) {
        ASSERT_TRUE(listed) << position.format(move) << '\n' << games::draw(position.diagram());
        lifting += board.kind(attacker, cell) < Kind::open_three;
      }
      if (!listed) continue;

      board.push(attacker, cell);
      CellList answers;
      ASSERT_EQ(space.answers(answers), three) << position.format(move) << '\n' << games::draw(position.diagram());
      threes += three;
      games::MoveList<games::gomoku::SmallPosition> replies;
      if (three) after.legal_moves(replies);
      std::size_t legal = 0;
      for (const Move reply : replies) {
        SmallPosition next = after;
        next.play(reply);
        ThreatTwin then(next, attacker, 1, 1);
        const int answer = next.cell_of(reply);
        const bool is_answer = std::ranges::find(answers, answer) != answers.end();
        const bool four = then.defender_can_complete_five();
        ASSERT_EQ(is_answer, four || !then.threatens_open_four()) << next.format(reply) << '\n'
                                                                  << games::draw(next.diagram());
        legal += is_answer;
        elsewhere += is_answer && !four && then.threatens_open_four(false);
      }
      ASSERT_TRUE(!three || legal == answers.size()) << "a forbidden answer\n" << games::draw(after.diagram());
      answered += static_cast<int>(legal);
      board.pop();
    }
  }
  EXPECT_GT(threes, slow_build ? 100 : 1000);
  EXPECT_GT(answered, threes);
  EXPECT_GT(elsewhere, slow_build ? -1 : 5);  // only forbidden open fours are left
  EXPECT_GT(lifting, slow_build ? -1 : 5);
}

TEST(ThreatSolvers, SayUnknownWhenALimitEndsThem) {
  int unknown = 0;
  for (const ThreatCase& c : read_threat_cases()) {
    if (!c.vct || c.vcf) continue;
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
