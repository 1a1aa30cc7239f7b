#pragma once
// Dependency-based search (Allis 1994): the attacker's threats as a search for one player.
//
// A threat is an operator on a line: the attacker gains one point, and the defender gets *all* the points that would
// answer it (the cost) at once. What works against all answers together works against each of them, so no branching
// over answers is left. The second idea: a threat is only added below another if it *needs* that one's stone. Threats
// far apart from each other are never put in order, as a tree of moves would do in n! ways.
//
//     dependency stage    below each new node, all threats that need its stone, and so on downwards
//     combination stage   two nodes whose stones do not clash and which together make a threat that needs both
//
//                        root                    A, B: available at the root
//                       ⟋    ⟍                   A1:   needs A's stone
//                      A       B                 C:    needs both A1's and B's: a combination
//                      |      ⟋
//                      A1 — C                    levels repeat both stages until nothing is new
//
// The tree is grown twice: with fours only, which the defender can hardly disturb, and then with all threats.
//
// A node that makes a five, an open four or two fours is a goal. The replies played together may hide a defence that is
// no answer to any single threat: a four of the defender's own. So the points of a goal are handed to a full kill
// search that may use no others (the *verification*), against every defence, with a limit of its own.

#include <array>
#include <cstdint>
#include <vector>

#include "engines/gomoku/threat/kill_search.hpp"

namespace tengen::engines::gomoku {

struct DbLimits {
  int levels = 1000;
  std::size_t threats = 2'000'000;      // nodes of the tree
  std::uint64_t verification = 50'000;  // stones put in one verification
  int verifications = 1'000'000;        // goals to be verified
};

// A set of hashes that takes memory by doubling and not for each of them.
class HashSet {
 public:
  void clear() noexcept;
  bool insert(std::uint64_t hash);  // false: it was there

 private:
  void grow();

  std::vector<std::uint64_t> slots_;  // 0: free; a power of two of them, at most half of them taken
  std::size_t count_ = 0;
};

class DbSearch {
 public:
  // The memory serves the verifications.
  DbSearch(LineBoard& board, Side attacker, KillMemory& memory, search::Stopper& stopper, DbLimits limits = {})
      : board_(board),
        root_(board),
        space_(board, attacker, true),
        memory_(memory),
        stopper_(stopper),
        limits_(limits) {}

  // The attacker is to move. The board is as before when it returns. no_win: the tree of dependent threats has been
  // searched to its end and holds no sequence that stands up to every defence.
  ThreatResult search();

 private:
  struct Threat {
    std::int16_t gain = -1;
    std::uint8_t cost_count = 0;
    std::array<std::int16_t, 3> cost{};
  };
  struct Node {
    Threat threat;
    std::int32_t above = -1;    // the node it depends on; −1: the root
    std::int32_t partner = -1;  // the other one, for a threat that combines two
    std::int32_t next = -1;     // the next node that gains the same cell
  };
  // The nodes that gain one cell, in the order in which they came.
  struct Chain {
    std::int32_t first = -1, last = -1;
  };
  using Bits = LineBoard::Bits;
  struct Stones {
    Bits gains, costs;
  };
  struct Pair {
    std::int32_t first, second;
  };

  bool done() noexcept;
  bool grow(bool threes);
  void expand_root();
  void expand(std::int32_t node);
  void expand_pair(const Pair& pair);
  void find_pairs(std::size_t first_new);
  void pair_up(std::int32_t node, std::size_t first_new);
  template <class Depends>
  void add_threats_on(int cell, int direction, std::int32_t above, std::int32_t partner, Depends depends);
  void add_threat(int cell, int direction, std::int32_t above, std::int32_t partner);
  bool describe(int cell, int direction, Threat& threat) noexcept;
  bool leaves_a_winning_four() const noexcept;
  bool needs(int cell, int direction, int stone) const noexcept;
  bool reaches(int from, int to, int direction, int& steps) const noexcept;
  void verify(std::int32_t above, std::int32_t partner, int last);
  void put(const Threat& threat) noexcept;
  void put(const Stones& stones) noexcept;
  void take_back(int count) noexcept;

  LineBoard& board_;
  LineBoard root_;  // for the verifications, while the other stands somewhere in the tree
  ThreatSpace space_;
  KillMemory& memory_;
  search::Stopper& stopper_;
  DbLimits limits_;
  search::SearchProgress progress_;
  std::vector<Node> nodes_;
  std::vector<Stones> stones_;                         // of each node: with all it depends on
  std::array<Chain, cells_of(largest_size)> by_gain_;  // by the cell they gain
  std::vector<Pair> pairs_;
  HashSet seen_;         // states with their last threat
  HashSet verified_;     // goals by their points
  bool threes_ = false;  // whether the tree holds threes as well as fours
  int forced_stones_ = 0;
  int verifications_ = 0;
  bool unverified_ = false;  // some goal was beyond its limit
  ThreatResult result_;
};

}  // namespace tengen::engines::gomoku
