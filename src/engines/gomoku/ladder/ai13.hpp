#pragma once
// AI13: plain minimax of 8 plies over AI8's windows, by Chen et al. (2021).

#include <memory>

#include "engines/gomoku/ladder/ai7.hpp"
#include "engines/gomoku/ladder/point_model.hpp"

namespace tengen::gomoku {

inline constexpr TreeShape ai13_shape{{7, 5, 5, 5, 4, 3, 3, 3}};

// A value and, where the game has ended, after how many plies.
struct Ai13Value {
  double value = 0;
  int depth = 0;

  static constexpr double infinity = 1e100;
  Ai13Value operator-() const noexcept { return {-value, depth}; }
  // Of two wins the one that comes sooner is better, of two losses the one that comes later: a lost position is still
  // played out as long as it can be.
  friend bool operator<(const Ai13Value& a, const Ai13Value& b) noexcept {
    if (a.value != b.value) return a.value < b.value;
    if (a.value == infinity) return a.depth > b.depth;
    return a.value == -infinity && a.depth < b.depth;
  }
};

template <class P>
std::unique_ptr<Engine<P>> make_ai13(const std::array<Nums, 2>& nums);

struct Ai13 {
  static PlayerInfo info() {
    return {"ladder/ai13",
            "plain minimax of 8 plies over AI8's windows; looks at |g|, values g, loses late (Chen et al. 2021)",
            Ai8::num_settings()};
  }
  static Values spelled_out(const Values& v) { return Ai8::spelled_out(v); }
  template <class P>
    requires is_gomoku<P>
  static std::unique_ptr<Engine<P>> make(const Values& v) {
    return make_ai13<P>(Ai8::nums(v));
  }
};

}  // namespace tengen::gomoku
