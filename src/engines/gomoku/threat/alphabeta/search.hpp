#pragma once
// The search of threat/alphabeta: iterative deepening with principal variation search, where threats decide what is looked at.
//
//   node            forced? ───────────── the only answer, at no cost in depth
//                   horizon? ──────────── a win by fours, or the evaluation
//                   open three against us? the moves that stop it, and our fours
//                   otherwise ─────────── all candidates: table move, threats, killers, history; late ones reduced

#include <array>
#include <functional>
#include <optional>
#include <vector>

#include "core/limits.hpp"
#include "engines/gomoku/threat/alphabeta/field.hpp"
#include "engines/gomoku/threat/alphabeta/options.hpp"
#include "engines/gomoku/threat/alphabeta/ordering.hpp"
#include "engines/gomoku/threat/kill_search.hpp"
#include "search/evaluator.hpp"
#include "search/root.hpp"
#include "search/stoppers.hpp"
#include "search/transposition_table.hpp"

namespace tengen::engines::gomoku {

// A root move and its value for the side to move: an upper bound unless exact.
struct AlphaBetaRootMove {
  int cell = 0;
  int value = 0;
  bool exact = false;
  bool vetted = false;  // the other side's threats after it have been searched
  bool lost = false;    // and they win
};

struct AlphaBetaResult {
  int best = -1;
  int value = 0;
  int depth = 0;
  std::uint64_t nodes = 0;
  std::vector<int> pv;
  std::vector<AlphaBetaRootMove> moves;  // best first
};

class ThreatAlphaBeta {
 public:
  using Report = std::function<void(const AlphaBetaResult&)>;

  ThreatAlphaBeta(const AlphaBetaOptions& options, std::size_t table_bytes);

  void new_game();

  // Precondition: the game goes on and `legal` holds the legal moves worth a look, at least one, best guess first.
  AlphaBetaResult think(Field& field, const std::vector<int>& legal, const Limits& limits, StopToken stop,
                        const Report& report);

  // The value of the position to a fixed depth, for tests.
  int value(Field& field, int depth);
  std::uint64_t nodes() const noexcept { return progress_.nodes; }

 private:
  static constexpr int infinite = search::win_value + 1;
  static constexpr int ply_limit = 160;
  using Table = search::TranspositionTable<std::uint16_t>;

  // How much of the limits one threat search may take.
  struct Share {
    double part;
    std::uint64_t most_nodes;
  };

  // What a node has found out before it searches its moves.
  struct OpenNode {
    int depth, ply, alpha, beta;
    bool pv_node;  // the value is wanted, not only a bound
    bool forced;   // the other side threatens a four that nothing stops: only what helps is listed
    int standing;  // the evaluation
    int hint;      // the table's move, or −1
  };
  struct Found {
    int value;
    int cell;  // −1: no move
  };

  int node(int depth, int ply, int alpha, int beta);
  int answer_four(int depth, int ply, int alpha, int beta);
  Found search_moves(const OpenNode& here);
  int leaf(int ply, int alpha, int beta);
  std::optional<int> at_sight(int ply) const;
  void list_moves(MoveOrder& moves, bool forced) const;
  int search_move(int cell, int index, int depth, int ply, int alpha, int beta, bool forced);
  bool search_root(int depth, std::vector<AlphaBetaRootMove>& moves, AlphaBetaResult& result);
  bool decide_at_once(const std::vector<int>& legal, AlphaBetaResult& result) const;
  bool kill_at_once(const std::vector<int>& legal, AlphaBetaResult& result);
  std::vector<AlphaBetaRootMove> root_moves(const std::vector<int>& legal) const;
  void deepen(std::vector<AlphaBetaRootMove> moves, int deepest, const Report& report, AlphaBetaResult& result);
  bool kill(KillMode mode, Side attacker, const Share& share, std::vector<int>& line);
  void vet(AlphaBetaRootMove& move, int& value, std::vector<int>& line);

  AlphaBetaOptions options_;
  Table table_;
  KillMemory kill_memory_;
  Limits limits_;
  Clock::time_point begin_{};
  StopToken stop_;
  Field* field_ = nullptr;
  search::Stopper* stopper_ = nullptr;
  search::SearchProgress progress_;
  OrderMemory memory_;
  std::array<std::array<std::int8_t, 64>, 64> reductions_{};
  search::PvTable<std::int16_t, ply_limit> pv_;
};

}  // namespace tengen::engines::gomoku
