#pragma once
// Depth-first proof-number search over the threats of ThreatSpace.
//
// Every position carries two numbers: pn, how many leaves must still be won at least to prove the attacker's win, and
// dn, how many must be lost to disprove it. The search always goes where the smaller of them is cheapest, and leaves a
// subtree only when its numbers exceed what makes a sibling cheaper, so it never needs a tree in memory, only a table.
//
//   attacker to move   pn = min pn(child)                        dn = max dn(child) + (open children − 1)
//   defender to move   pn = max pn(child) + (open children − 1)  dn = min dn(child)
//
// A position is its stones, so lines that differ in order meet again (but never themselves: stones only come). The plain
// rule adds numbers up and would count a shared leaf once for each way to it, which blows the numbers up until the
// search looks away from the very lines that are nearly proven. The maximum counts it once.

#include <cstdint>
#include <vector>

#include "engines/gomoku/threat/kill_search.hpp"

namespace tengen::gomoku {

class Dfpn {
 public:
  // A table of about this many bytes; when it is full, the entries that took the least work give way.
  Dfpn(LineBoard& board, Side attacker, std::size_t table_bytes, Stopper& stopper);

  // The attacker is to move. The board is as before when it returns.
  ThreatResult search();

 private:
  static constexpr std::uint32_t infinite = 1U << 30;

  struct Numbers {
    std::uint32_t pn = 1, dn = 1;
    std::int16_t move = -1;    // of a won position with the attacker to move
    std::uint16_t win_in = 0;  // plies, when won
    bool solved() const noexcept { return pn == 0 || dn == 0; }
  };
  struct Entry {
    std::uint64_t key = 0;
    Numbers numbers;
    std::uint32_t work = 0;
  };
  static constexpr std::size_t bucket_size = 4;

  struct Child {
    std::int16_t cell;
    Numbers numbers;
  };
  struct Node {
    bool attacking;     // the attacker is to move
    int base = 0;       // after a threat: plies to the win if the defender does not answer it
    std::size_t first;  // its children in children_
    std::size_t count;
  };

  // pn = 0 (dn = 0): the attacker wins (does not win) by its threats; else 0 < pn, dn < infinite. A node is left as soon
  // as pn ≥ pn_limit, dn ≥ dn_limit, or one of them is 0.
  Numbers solve(bool attacking);
  Numbers search_node(bool attacking, std::uint32_t pn_limit, std::uint32_t dn_limit);
  Numbers first_look(bool attacking);
  void list_children(Node& node);
  Numbers combine(const Node& node, std::size_t& best, std::uint32_t& second) const noexcept;
  std::vector<int> line();

  // Once the win is proven, its line is shown to the end, whatever the limits.
  bool should_stop() noexcept { return !proven_ && stopper_.should_stop(progress_); }
  std::uint64_t key(bool attacking) const noexcept;
  const Numbers* find(std::uint64_t key) const noexcept;
  void store(std::uint64_t key, const Numbers& numbers, std::uint64_t work) noexcept;
  void push(bool attacking, int cell) noexcept {
    board_.push(attacking ? space_.attacker() : other(space_.attacker()), cell);
    ++progress_.nodes;
  }

  LineBoard& board_;
  ThreatSpace space_;
  Stopper& stopper_;
  SearchProgress progress_;
  bool proven_ = false;
  std::vector<Entry> table_;
  std::vector<Child> children_;  // a stack: each open node's children above its parent's
  ThreatSpace::Attack attack_;
  CellList answers_;
};

}  // namespace tengen::gomoku
