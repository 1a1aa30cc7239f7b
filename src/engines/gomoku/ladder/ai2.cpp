// AI2 of the ladder: every empty point gets the sum of the windows through it, and the largest sum is played.
//
// A window with k stones of one colour is worth (paper):
//     mine      50^(2k−1)
//     theirs   −50^(2k)            so it keeps away from what it should block: it only attacks
//     empty or mixed   rand(0, 2499)
// The released program (variant=program) adds rand(0, 2499) to every window.

#include "engines/gomoku/ladder/ladder.hpp"
#include "engines/gomoku/ladder/point_gains.hpp"
#include "engines/gomoku/ladder/report.hpp"
#include "engines/gomoku/take_centre.hpp"

namespace tengen::engines::gomoku {

namespace {

WindowRule point_rule(Side me, bool program) {
  return make_window_rule(me, [program](int mine, int theirs, const WindowContent&) -> WindowScore {
    const int chance = program ? 2499 : 0;
    if (mine > 0 && theirs == 0) return {power(50, 2 * mine - 1), 0, chance};
    if (theirs > 0 && mine == 0) return {-power(50, 2 * theirs), 0, chance};
    return {0, 0, 2499};
  });
}

template <class P>
class Ai2Engine final : public search::Engine<P> {
 public:
  Ai2Engine(bool program, bool noise)
      : rules_{point_rule(Side::first, program), point_rule(Side::second, program)}, noise_(noise) {}

  void new_game(std::uint64_t seed) override { rng_ = Rng(seed); }

  search::SearchResult<P> search(const P& position, const Limits&, StopToken, const search::InfoSink<P>&) override {
    if (position.stone_count() == 0) return take_centre(position);
    const WindowBoard& board = seen_.follow(position);
    const WindowRule& rule = rules_[static_cast<std::size_t>(position.side_to_move())];
    games::MoveList<P> moves;
    position.legal_moves(moves);
    std::vector<search::Candidate<P>> candidates;
    candidates.reserve(moves.size());
    for (const Move move : moves) candidates.push_back({move, score(board, position.cell_of(move), rule), true, 0});
    return report<P>(std::move(candidates), 1, moves.size());
  }

 private:
  double score(const WindowBoard& board, int cell, const WindowRule& rule) noexcept {
    double sum = 0, chance = 0;
    board.windows().for_each_through(cell, [&](int window, int) {
      const WindowScore& window_score = rule[static_cast<std::size_t>(board.code(window))];
      sum += window_score.value;
      if (noise_ && window_score.high > 0) chance += window_score.draw(rng_);
    });
    return sum + chance;
  }

  std::array<WindowRule, 2> rules_;
  bool noise_;
  Rng rng_{0};
  SeenWindows<P> seen_;
};

}  // namespace

PlayerInfo Ai2::info() {
  return {.name = "ladder/ai2",
          .summary = "scores each point by the windows of five through it; only attacks (Chen et al. 2021)",
          .settings = {Setting::choice("variant", {"paper", "program"},
                                       "chance in windows that count for nobody, or in every window as the released "
                                       "program has it"),
                       Setting::flag("noise", true, "whether windows have their random part")},
          .takes_depth = false,
          .strength = 400,
          .levels = {{Level::beginner, {.nodes = 1}}}};
}

template <class P>
  requires is_gomoku<P>
std::unique_ptr<search::Engine<P>> Ai2::make(const Values& v) {
  return std::make_unique<Ai2Engine<P>>(v.text("variant") == "program", v.flag("noise"));
}

template std::unique_ptr<search::Engine<SmallPosition>> Ai2::make<SmallPosition>(const Values&);
template std::unique_ptr<search::Engine<LargePosition>> Ai2::make<LargePosition>(const Values&);

}  // namespace tengen::engines::gomoku
