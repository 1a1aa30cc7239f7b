#pragma once
// What an exact method says about a position.
//
// A solver kind is a struct with
//   static SolverInfo info();
//   template <games::Position P> static Solution<P> solve(const P&, const Values& settings, const Limits&, StopToken);
// where `solve` is constrained to the positions that the method can handle. Limits::none() means: until it is done.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/limits.hpp"
#include "core/settings.hpp"
#include "games/position.hpp"
#include "search/score.hpp"

namespace tengen::search {

struct SolverInfo {
  std::string name;     // the method, as typed: "vcf"
  std::string summary;  // one line: what it proves, and where it comes from
  std::vector<Setting> settings;
  bool takes_depth = false;                        // whether Limits::depth means anything to it
  std::optional<ScoreUnit> scores = std::nullopt;  // what its exact scores count; nothing: it gives verdicts only
  // Of a search for one side's win, to complete "wins by" and "has no win by": "fours". What a depth limit counts: "fours".
  std::string wins_by = {}, rules_out = {}, depth_counts = {};
};

enum class Verdict : std::uint8_t {
  win,      // proven for the side the question is about: the side to move, or the attacker
  draw,     // proven
  loss,     // proven
  no_win,   // proven that this method's moves do not win, within a depth where one is said; other moves might
  unknown,  // a limit ended the search
};

template <games::Position P>
struct Solution {
  struct Scored {
    typename P::Move move{};
    int score = 0;
  };

  Verdict verdict = Verdict::unknown;
  std::optional<int> score;                 // where the method gives one
  std::vector<Scored> moves;                // exact scores of the moves, where asked for
  std::vector<std::optional<int>> columns;  // the same where moves are columns: one for each, closed ones empty
  std::vector<typename P::Move> line;       // the winning or best line in full, from the position on
  std::uint64_t nodes = 0;
  std::optional<Side> attacker = std::nullopt;  // of a search for one side's win: whose
  std::optional<int> within = std::nullopt;     // no_win: up to this depth only, as SolverInfo::depth_counts counts
};

// Best play from a position with this score, to the end of the game or as far as `best_move(position, score)` knows it.
template <games::Position P, class BestMove>
std::vector<typename P::Move> best_line(P position, int score, const BestMove& best_move) {
  std::vector<typename P::Move> line;
  for (; position.outcome() == Outcome::ongoing; score = -score) {
    const auto move = best_move(position, score);
    if (!move) break;
    line.push_back(*move);
    position.play(*move);
  }
  return line;
}

constexpr Verdict verdict_of(int score) noexcept {
  return score > 0 ? Verdict::win : score < 0 ? Verdict::loss : Verdict::draw;
}

// What a player that solves spends on that; a quarter is kept for looking around in case the score is out of reach.
inline Limits three_quarters(Limits limits) {
  if (limits.nodes) *limits.nodes -= *limits.nodes / 4;
  if (limits.time) *limits.time -= *limits.time / 4;
  return limits;
}

}  // namespace tengen::search
