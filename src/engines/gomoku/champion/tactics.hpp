#pragma once
// What follows from the rules alone is played or answered here, so that the network is asked only where there is a choice:
//
//   five             won
//   their five       on two points, or on one that is forbidden to us: lost; on one: blocked at once, and looked at again
//   open four        won, and so is a double four
//   VCF              a run of fours, each with one reply, that ends in one of the above
//   VCT              a run of fours and open threes: a reply to a three must spoil all its threats, or make a four
//
// It settles positions as in the network's training (train/gomoku/native/settle.hpp), which the tests compare it with.

#include "engines/gomoku/champion/threats.hpp"

namespace tengen::engines::gomoku {

enum class Verdict : std::int8_t { loss = -1, quiet = 0, win = 1, draw = 2 };  // for the side to move

// How many positions the searches for runs of fours and of threats may look at.
struct Effort {
  int fours, threats;
};

// A run of fours that wins.
template <class Rows>
struct FourLine {
  static constexpr int longest = 24;
  Rows attack, reply;  // the attacker's points and the forced replies, both in the bits of mine
  int first = -1;      // the first attack
  int plies = 0;       // to the five
};

template <class Rows>
class Tactics {
 public:
  static constexpr int mine = Rows::mine, theirs = Rows::theirs;

  explicit Tactics(int size) noexcept : shapes_(size) {}

  const Shapes<Rows>& shapes() const noexcept { return shapes_; }

  // Plays forced blocks until the side to move has a choice, a proven win or a proven loss. `turns` counts the stones
  // played; `view` is turned with them.
  Verdict settle(Rows& stones, View& view, int& turns, Effort effort) const noexcept;

  // A move that needs no network: makes five, stops a five, begins a run that wins. −1 where there is none.
  struct Forced {
    int point = -1;
    Verdict verdict = Verdict::quiet;  // what it proves
    int plies = 0;                     // to the end that it proves; 0 where the line's length is not known
  };
  Forced forced_move(const Rows& stones, View view, Effort effort) const noexcept;

  // The only point that keeps the other side from five at once; −1 where there is no such threat.
  int forced_block(const Rows& stones, View view) const noexcept {
    return shapes_.five_points(stones, view).first(theirs);
  }

  // Where the side to move may play, as mine.
  Rows legal(const Rows& stones, View view) const noexcept {
    const Rows empty = shapes_.empty(stones).masked(Rows::side_bits(mine));
    return empty.without(shapes_.forbidden(stones, view, empty));
  }

  // What the residual net sees of a quiet position: for each row, a word of bits a point (the planes of the weight file).
  void write_planes(const Rows& stones, View view, std::uint32_t* out) const noexcept;

  // Whether the side to move wins by fours alone. The other side's five points must be at most one. A false answer means
  // "not within `limit` positions".
  bool vcf(Rows stones, View view, int limit, FourLine<Rows>* line) const noexcept;

  // The first attack of a winning run of threats of the side to move, or −1; short runs first. The position must be quiet.
  // Black in renju is left out: a reply elsewhere can make one of his points forbidden.
  int vct(const Rows& stones, View view, int limit) const noexcept;

 private:
  Rows vct_attacks(const Rows& stones, View view, Rows& forks, bool& won) const noexcept;
  Rows vct_replies(const Rows& stones, View view, bool& holds) const noexcept;
  struct VctState {
    int visited = 0;  // positions
    int first = -1;   // the attack that wins
    bool cut = true;  // some line was too long: a deeper search may find more
  };
  bool vct_within(Rows stones, View view, int most, int limit, VctState& state) const noexcept;

  Shapes<Rows> shapes_;
};

extern template class Tactics<SmallRows>;
extern template class Tactics<LargeRows>;

}  // namespace tengen::engines::gomoku
