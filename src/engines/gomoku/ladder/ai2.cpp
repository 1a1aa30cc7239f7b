#include "engines/gomoku/ladder/ai2.hpp"

#include "engines/gomoku/ladder/report.hpp"
#include "engines/gomoku/take_centre.hpp"

namespace tengen::gomoku {

PlayerInfo Ai2::info() {
  return {
      "ladder/ai2",
      "scores each point by the windows of five through it; only attacks (Chen et al. 2021)",
      {Setting::choice("variant", {"paper", "program"},
                       "chance in windows that count for nobody, or in every window as the released program has it"),
       Setting::flag("noise", true, "whether windows have their random part")},
      false,
      {},
      400,
      {{Level::beginner, {.nodes = 1}}}};
}

WindowRule Ai2::rule(Side me, bool program) {
  return make_window_rule(me, [program](int mine, int theirs, const WindowContent&) -> WindowScore {
    const int chance = program ? 2499 : 0;
    if (mine > 0 && theirs == 0) return {power(50, 2 * mine - 1), 0, chance};
    if (theirs > 0 && mine == 0) return {-power(50, 2 * theirs), 0, chance};
    return {0, 0, 2499};
  });
}

template <class P>
  requires is_gomoku<P>
Ai2Engine<P>::Ai2Engine(bool program, bool noise)
    : rules_{Ai2::rule(Side::first, program), Ai2::rule(Side::second, program)}, noise_(noise) {}

template <class P>
  requires is_gomoku<P>
double Ai2Engine<P>::score(const WindowBoard& board, int cell, const WindowRule& rule) noexcept {
  double sum = 0, chance = 0;
  board.windows().for_each_through(cell, [&](int window, int) {
    const WindowScore& window_score = rule[static_cast<std::size_t>(board.code(window))];
    sum += window_score.value;
    if (noise_ && window_score.high > 0) chance += window_score.draw(rng_);
  });
  return sum + chance;
}

template <class P>
  requires is_gomoku<P>
SearchResult<P> Ai2Engine<P>::search(const P& position, const Limits&, StopToken, const InfoSink<P>&) {
  if (position.stone_count() == 0) return take_centre(position);
  const WindowBoard& board = seen_.follow(position);
  const WindowRule& rule = rules_[static_cast<std::size_t>(position.side_to_move())];
  MoveList<P> moves;
  position.legal_moves(moves);
  std::vector<Candidate<P>> candidates;
  candidates.reserve(moves.size());
  for (const Move move : moves) candidates.push_back({move, score(board, position.cell_of(move), rule), true, 0});
  return report<P>(std::move(candidates), 1, moves.size());
}

template <class P>
  requires is_gomoku<P>
std::unique_ptr<Engine<P>> Ai2::make(const Values& v) {
  return std::make_unique<Ai2Engine<P>>(v.text("variant") == "program", v.flag("noise"));
}

template std::unique_ptr<Engine<SmallPosition>> Ai2::make<SmallPosition>(const Values&);
template std::unique_ptr<Engine<LargePosition>> Ai2::make<LargePosition>(const Values&);

}  // namespace tengen::gomoku
