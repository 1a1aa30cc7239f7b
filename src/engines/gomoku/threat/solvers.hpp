#pragma once
// The threat searches as solvers: VCF, VCT, dependency-based search, df-pn.
//
// Each answers: does the attacker win if it moves now? When the other side is to move, that is what the attacker
// threatens. The line begins with the attacker's move. Verdicts: win; no_win (proven for the threats of the method, or for
// so many of them as a depth limit allows); unknown (a limit).

#include "engines/gomoku/is_gomoku.hpp"
#include "engines/gomoku/threat/kill_search.hpp"
#include "search/solver.hpp"

namespace tengen::engines::gomoku {

namespace detail {

enum class ThreatMethod : std::uint8_t { vcf, vct, dbsearch, dfpn };

ThreatResult solve_threats(ThreatMethod method, LineBoard& board, Side attacker, const Values& settings,
                           const Limits& limits, StopToken stop);
Side attacker_of(const Values& settings, Side to_move);

template <class P>
search::Solution<P> solve_threats(ThreatMethod method, const P& position, const Values& settings, const Limits& limits,
                                  StopToken stop) {
  search::Solution<P> solution;
  const Side attacker = attacker_of(settings, position.side_to_move());
  solution.attacker = attacker;
  if (position.outcome() != Outcome::ongoing) {
    solution.verdict = position.outcome() == win_for(attacker) ? search::Verdict::win : search::Verdict::no_win;
    return solution;
  }
  LineBoard board(position);
  const ThreatResult result = solve_threats(method, board, attacker, settings, limits, std::move(stop));
  solution.verdict = result.verdict;
  solution.nodes = result.nodes;
  solution.within = result.within;
  for (const int cell : result.line) solution.line.push_back(position.move_at(cell));
  return solution;
}

}  // namespace detail

// What a depth limit counts differs: fours in VCF, threes in VCT, levels in dependency-based search; df-pn has none.
template <detail::ThreatMethod method>
struct ThreatSolver {
  static search::SolverInfo info();
  template <class P>
    requires is_gomoku<P>
  static search::Solution<P> solve(const P& position, const Values& settings, const Limits& limits, StopToken stop) {
    return detail::solve_threats(method, position, settings, limits, std::move(stop));
  }
};

using VcfSolver = ThreatSolver<detail::ThreatMethod::vcf>;
using VctSolver = ThreatSolver<detail::ThreatMethod::vct>;
using DbSearchSolver = ThreatSolver<detail::ThreatMethod::dbsearch>;
using DfpnSolver = ThreatSolver<detail::ThreatMethod::dfpn>;

template <>
search::SolverInfo VcfSolver::info();
template <>
search::SolverInfo VctSolver::info();
template <>
search::SolverInfo DbSearchSolver::info();
template <>
search::SolverInfo DfpnSolver::info();

}  // namespace tengen::engines::gomoku
