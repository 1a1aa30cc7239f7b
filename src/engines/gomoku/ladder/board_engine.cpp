#include "engines/gomoku/ladder/board_engine.hpp"

#include <cmath>

namespace tengen::gomoku {

Setting noise_setting() {
  return Setting::choice("noise", {"sum", "exact", "off"},
                         "chance drawn as one sum per board, exactly once per window, or not at all");
}

Noise noise_of(const Values& values) {
  const std::string& text = values.text("noise");
  return text == "sum" ? Noise::sum : text == "exact" ? Noise::exact : Noise::off;
}

MomentRule::MomentRule(const WindowRule& rule, Noise noise, Side me) : digit_(digit_of(me)) {
  for (std::size_t code = 0; code < window_codes; ++code) {
    moments_[code].value = rule[code].value;
    if (noise != Noise::sum) continue;
    moments_[code].value += rule[code].mean();
    moments_[code].variance = rule[code].variance();
  }
}

template <class P>
  requires is_gomoku<P>
BoardEngine<P>::BoardEngine(const std::array<WindowRule, 2>& rules, Noise noise) : rules_(rules), noise_(noise) {}

template <class P>
  requires is_gomoku<P>
void BoardEngine<P>::new_game(std::uint64_t seed) {
  rng_ = Rng(seed);
}

// Brings the gains up to this position: by the stones that came and went, or from nothing where the board or the
// colour is another one.
template <class P>
  requires is_gomoku<P>
void BoardEngine<P>::follow(const P& position) {
  const Side me = position.side_to_move();
  if (!gains_ || me != me_ || gains_->board().windows().size() != position.size()) {
    me_ = me;
    seen_.clear();
    gains_ = std::make_unique<PointGains<MomentRule>>(position.size(),
                                                      MomentRule(rules_[static_cast<std::size_t>(me)], noise_, me));
  }
  seen_.follow(position, *gains_);
}

template <class P>
  requires is_gomoku<P>
Moments BoardEngine<P>::board_value() const noexcept {
  const WindowBoard& board = gains_->board();
  std::array<Moments, 4> sums{};  // four at a time, so that one addition need not wait for the one before
  int window = 0;
  for (; window + 4 <= board.windows().count(); window += 4)
    for (int i = 0; i < 4; ++i) sums[static_cast<std::size_t>(i)] += gains_->rule()[board.code(window + i)];
  for (; window < board.windows().count(); ++window) sums[0] += gains_->rule()[board.code(window)];
  for (std::size_t i = 1; i < 4; ++i) sums[0] += sums[i];
  return sums[0];
}

template <class P>
  requires is_gomoku<P>
double BoardEngine<P>::exact_noise(int cell) {
  gains_->place_quietly(cell, me_);
  const WindowRule& rule = rules_[static_cast<std::size_t>(me_)];
  double sum = 0;
  for (int window = 0; window < gains_->board().windows().count(); ++window)
    sum += rule[static_cast<std::size_t>(gains_->board().code(window))].draw(rng_);
  gains_->remove_quietly(cell, me_);
  return sum;
}

template <class P>
  requires is_gomoku<P>
SearchResult<P> BoardEngine<P>::search(const P& position, const Limits&, StopToken, const InfoSink<P>&) {
  if (position.stone_count() == 0) return take_centre(position);
  follow(position);
  const Moments board = board_value();
  MoveList<P> moves;
  position.legal_moves(moves);
  std::vector<Candidate<P>> candidates;
  candidates.reserve(moves.size());
  for (const Move move : moves) {
    const int cell = position.cell_of(move);
    const Moments& gain = (*gains_)[cell];
    double value = board.value + gain.value;
    if (noise_ == Noise::sum) value += std::sqrt(board.variance + gain.variance) * bell_.draw(rng_);
    if (noise_ == Noise::exact) value += exact_noise(cell);
    candidates.push_back({move, value, true, 0});
  }
  return report<P>(std::move(candidates), 1, moves.size());
}

template class BoardEngine<SmallPosition>;
template class BoardEngine<LargePosition>;

}  // namespace tengen::gomoku
