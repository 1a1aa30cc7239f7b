#pragma once
// The champion's mind: deepens its search of the root's moves until the limits say stop or the score is certain.
// docs/algorithms/othello.md tells how it works.

#include <functional>
#include <optional>
#include <thread>
#include <vector>

#include "engines/othello/search.hpp"
#include "engines/othello/search_margins.hpp"

namespace tengen::engines::othello {

struct ChampionOptions {
  std::size_t table_bytes = std::size_t{64} << 20;
  int threads = 1;
  int best_moves = 1;  // so many moves get a value of their own, the others a bound
  int certainty = 0;   // of Multi-ProbCut before the end of the game
  int level = 0;       // plies to look ahead, and so many more near the end as take about as long; 0: as the limits say
};

// A move of the root, and what is known of it, in discs for the side to move.
struct RootMove {
  Move move;
  int value = 0;
  bool is_bound = false;  // the true value is no higher
};

struct RootReport {
  std::vector<RootMove> moves;  // best first
  std::vector<Move> line;
  int depth = 0;          // plies looked ahead with every move; nought when stopped before
  bool is_exact = false;  // the values are the scores at the end of the game
  std::uint64_t nodes = 0;
};
using RootSink = std::function<void(const RootReport&)>;

class Champion {
 public:
  // The weights must outlive the champion.
  Champion(const ChampionOptions& options, const PatternWeights& weights);

  void new_game();
  // The limits are for this search alone; a clock is shared out. Precondition: the game goes on.
  RootReport think(const Position& position, Limits limits, const StopToken& stop, const RootSink& sink);

 private:
  struct Stage {
    int depth, certainty;
    bool only_who_wins = false;
  };
  std::vector<Stage> stages(int empties, const Limits& limits) const;
  std::vector<Stage> stages_of_level(int empties) const;
  bool search_moves(const Position& position, Stage stage, RootReport& report);
  bool find_winner(const Position& position, Stage stage, RootReport& report);
  std::optional<int> value_of(const Position& position, Move move, Stage stage, int low, int high);

  ChampionOptions options_;
  Search search_;
};

}  // namespace tengen::engines::othello
