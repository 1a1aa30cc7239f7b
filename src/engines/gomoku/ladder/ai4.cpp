#include "engines/gomoku/ladder/ai4.hpp"

namespace tengen::gomoku {

PlayerInfo Ai4::info() {
  return {"ladder/ai4",
          "greedy: the sum over all windows of five after each move, powers of 2500 and chance (Chen et al. 2021)",
          {Setting::choice("variant", {"paper", "program"}, "the paper's weights or the released program's"),
           Setting::real("a1", 1, 0, 10000, "weight of my windows with three stones or more (variant=paper)")
               .tuned_by_share(0.1),
           Setting::real("a2", 10, 0, 10000, "weight of my windows with one or two stones (variant=paper)")
               .tuned_by_share(0.1),
           Setting::real("a3", 100, 0, 10000, "weight of their windows (variant=paper)").tuned_by_share(0.1),
           noise_setting()},
          false,
          {},
          700,
          {{Level::casual, {.nodes = 1'000}}}};
}

WindowRule Ai4::paper_rule(Side me, double a1, double a2, double a3) {
  return make_window_rule(me, [&](int mine, int theirs, const WindowContent&) -> WindowScore {
    if (mine > 0 && theirs == 0) return {(mine >= 3 ? a1 : a2) * power(2500, mine - 1)};
    if (theirs > 0 && mine == 0) return {-a3 * power(2500, theirs - 1)};
    return {0, 0, 2499};
  });
}

WindowRule Ai4::program_rule(Side me) {
  return make_window_rule(me, [](int mine, int theirs, const WindowContent& content) -> WindowScore {
    WindowScore score{0, 0, content.empty() ? 100 : 2499};
    if (mine > 0 && theirs == 0) score.value = power(50, 2 * mine - 1);
    if (theirs > 0 && mine == 0) score.value = -(theirs <= 2 ? 100 : 200) * power(50, 2 * theirs - 1);
    return score;
  });
}

template <class P>
  requires is_gomoku<P>
std::unique_ptr<Engine<P>> Ai4::make(const Values& v) {
  const auto rule = [&](Side me) {
    return v.text("variant") == "program" ? program_rule(me) : paper_rule(me, v.real("a1"), v.real("a2"), v.real("a3"));
  };
  return std::make_unique<BoardEngine<P>>(std::array{rule(Side::first), rule(Side::second)}, noise_of(v));
}

template std::unique_ptr<Engine<SmallPosition>> Ai4::make<SmallPosition>(const Values&);
template std::unique_ptr<Engine<LargePosition>> Ai4::make<LargePosition>(const Values&);

}  // namespace tengen::gomoku
