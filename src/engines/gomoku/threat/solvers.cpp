#include "engines/gomoku/threat/solvers.hpp"

#include "engines/gomoku/threat/db_search.hpp"
#include "engines/gomoku/threat/dfpn.hpp"

namespace tengen::engines::gomoku {

namespace {

Setting attacker_setting() {
  return Setting::choice("attacker", {"mover", "black", "white"}, "whose win is sought, as if it were its turn");
}

}  // namespace

template <>
search::SolverInfo VcfSolver::info() {
  return {"vcf",
          "Victory by continuous fours, iteratively deepened: the kill search of Guo and Zhang",
          {attacker_setting()},
          true,
          std::nullopt,
          "fours",
          "fours",
          "fours"};
}

template <>
search::SolverInfo VctSolver::info() {
  return {"vct",
          "Victory by continuous fours and threes against every defence: the kill search of Guo and Zhang",
          {attacker_setting()},
          true,
          std::nullopt,
          "threats",
          "threats, fours and threes",
          "threes"};
}

template <>
search::SolverInfo DbSearchSolver::info() {
  return {"dbsearch",
          "Dependency-based search (Allis 1994): threats with all replies at once, then verified against every defence",
          {attacker_setting()},
          true,
          std::nullopt,
          "threats",
          "threats that hold whatever the replies; others are not ruled out"};
}

template <>
search::SolverInfo DfpnSolver::info() {
  return {
      "dfpn",
      "Depth-first proof-number search over fours and threes in bounded memory: the next step that Guo and Zhang name",
      {attacker_setting(), Setting::integer("hash", 16, 1, 65536, "megabytes for the table of positions")},
      false,
      std::nullopt,
      "threats",
      "threats, fours and threes"};
}

namespace detail {

Side attacker_of(const Values& settings, Side to_move) {
  const std::string& name = settings.text("attacker");
  if (name == "mover") return to_move;
  return name == "black" ? Side::first : Side::second;
}

ThreatResult solve_threats(ThreatMethod method, LineBoard& board, Side attacker, const Values& settings,
                           const Limits& limits, StopToken stop) {
  search::Stopper stopper(limits, std::move(stop));
  const int depth = limits.depth.value_or(KillSearch::unlimited);
  switch (method) {
    case ThreatMethod::vcf:
    case ThreatMethod::vct: {
      // Clearing a table takes longer than most fours do.
      KillMemory memory(std::size_t{1} << (method == ThreatMethod::vcf ? 21 : 23));
      const KillMode mode = method == ThreatMethod::vcf ? KillMode::fours : KillMode::threats;
      return KillSearch(board, attacker, mode, memory, stopper).search(depth);
    }
    case ThreatMethod::dbsearch: {
      KillMemory memory;
      DbLimits own;
      own.levels = depth;
      return DbSearch(board, attacker, memory, stopper, own).search();
    }
    case ThreatMethod::dfpn: {
      const auto bytes = static_cast<std::size_t>(settings.integer("hash")) << 20;
      return Dfpn(board, attacker, bytes, stopper).search();
    }
  }
  return {};
}

}  // namespace detail

}  // namespace tengen::engines::gomoku
