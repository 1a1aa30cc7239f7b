#pragma once
// AI2 of the ladder: every empty point gets the sum of the windows through it, and the largest sum is played.
//
// A window with k stones of one colour is worth (paper):
//     mine      50^(2k−1)
//     theirs   −50^(2k)            so it keeps away from what it should block: it only attacks
//     empty or mixed   rand(0, 2499)
// The released program (variant=program) adds rand(0, 2499) to every window.

#include <memory>

#include "engines/gomoku/is_gomoku.hpp"
#include "engines/gomoku/ladder/point_gains.hpp"
#include "engines/gomoku/ladder/window_rule.hpp"
#include "engines/info.hpp"
#include "search/engine.hpp"

namespace tengen::gomoku {

struct Ai2 {
  static PlayerInfo info();
  template <class P>
    requires is_gomoku<P>
  static std::unique_ptr<Engine<P>> make(const Values& values);

  static WindowRule rule(Side me, bool program);
};

template <class P>
  requires is_gomoku<P>
class Ai2Engine final : public Engine<P> {
 public:
  Ai2Engine(bool program, bool noise);
  void new_game(std::uint64_t seed) override { rng_ = Rng(seed); }
  SearchResult<P> search(const P& position, const Limits&, StopToken, const InfoSink<P>&) override;

 private:
  double score(const WindowBoard& board, int cell, const WindowRule& rule) noexcept;

  std::array<WindowRule, 2> rules_;
  bool noise_;
  Rng rng_{0};
  SeenWindows<P> seen_;
};

}  // namespace tengen::gomoku
