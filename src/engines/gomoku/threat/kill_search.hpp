#pragma once
// Kill search: VCF (victory by continuous fours) and VCT (by continuous threats, fours and threes).
//
// Depth first, iteratively deepened: VCF by the number of fours, VCT by the number of threes, where fours cost nothing
// since their answer is forced. A failed or won position is remembered, so that orders of the same stones are searched
// once. A failure in which no line met the horizon is a proof that the attacker's threats do not win; one that did is a
// proof that so many of them do not.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "engines/gomoku/threat/threat_space.hpp"
#include "search/solver.hpp"
#include "search/stoppers.hpp"

namespace tengen::engines::gomoku {

// What a threat search found. The line begins with the attacker's move and alternates to the five.
struct ThreatResult {
  search::Verdict verdict = search::Verdict::unknown;  // win, no_win or unknown
  std::vector<int> line;
  std::uint64_t nodes = 0;                   // stones put on the board
  std::optional<int> within = std::nullopt;  // no_win: with at most so many fours (VCF) or threes (VCT)
};

// Remembers what is known of positions with the attacker to move. Facts stay true, so one memory serves many searches
// of the same attacker and kind; new_game makes games independent of each other.
class KillMemory {
 public:
  struct Entry {
    std::uint64_t key = 0;
    std::int16_t move = -1;    // of a won position
    std::uint16_t win_in = 0;  // plies; 0: the attack fails within `depth`
    std::uint16_t depth = 0;
    std::uint16_t generation = 0;
  };
  explicit KillMemory(std::size_t bytes = std::size_t{1} << 22);
  void new_game();
  const Entry* find(std::uint64_t key) const noexcept;
  void store(std::uint64_t key, int depth, int win_in, int move) noexcept;

 private:
  std::vector<Entry> entries_;
  std::uint16_t generation_ = 1;
};

enum class KillMode : std::uint8_t { fours, threats };

class KillSearch {
 public:
  KillSearch(LineBoard& board, Side attacker, KillMode mode, KillMemory& memory, search::Stopper& stopper)
      : space_(board, attacker, mode == KillMode::threats),
        mode_(mode),
        salt_(hash_words(static_cast<int>(attacker), static_cast<int>(mode), static_cast<int>(board.rule()))),
        memory_(memory),
        stopper_(stopper) {}

  // The attacker is to move. The board is as before when it returns.
  ThreatResult search(int max_depth = unlimited);

  // From now on the attacker may choose only among these points; what it is forced to play, it still may. `name` keeps
  // what the memory learns under this restriction apart from all else.
  void restrict_to(const PointSet& points, std::uint64_t name) {
    choice_ = &points;
    salt_ ^= mix(name + 1);
  }

  static constexpr int unlimited = 1000;

 private:
  // With v the plies to the attacker's win by the moves of this mode, ∞ without one, and r what is returned:
  //   r > 0                     v ≤ r
  //   r = 0                     no win within this depth
  //   r = 0, no horizon met     v = ∞
  int attack(int depth);
  void drop_other_points(CellList& cells) const noexcept;
  int try_threat(int cell, int depth_after);
  std::vector<int> line(int depth);
  // Once the win is proven, its line is shown to the end, whatever the limits.
  bool should_stop() noexcept { return !proven_ && stopper_.should_stop(progress_); }
  bool stopped() const noexcept { return !proven_ && stopper_.stopped(); }
  std::uint64_t key() noexcept { return space_.board().key() ^ salt_; }

  ThreatSpace space_;
  KillMode mode_;
  std::uint64_t salt_;
  KillMemory& memory_;
  search::Stopper& stopper_;
  const PointSet* choice_ = nullptr;
  search::SearchProgress progress_;
  bool horizon_met_ = false;
  bool proven_ = false;
  int best_ = -1;  // the winning move of the last attack() that did not return 0
  // One list of moves for each ply of the attacker, so that the recursion's frames stay small.
  std::vector<ThreatSpace::Attack> lists_;
  std::size_t ply_ = 0;
  std::array<std::int16_t, 64> refutations_{};  // the answer that last ended an attack at this ply
};

}  // namespace tengen::engines::gomoku
