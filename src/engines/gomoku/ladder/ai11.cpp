#include "engines/gomoku/ladder/ai11.hpp"

#include "engines/gomoku/ladder/ai10_model.hpp"

namespace tengen::gomoku {

namespace {

template <class P>
class Ai11Engine final : public Engine<P> {
 public:
  using Model = Ai10Model<P>;
  static constexpr int first_round = 5, last_round = 13;

  explicit Ai11Engine(std::chrono::nanoseconds time) { own_.time = time; }

  void new_game(std::uint64_t seed) override { noise_ = Rng(seed); }

  SearchResult<P> search(const P& position, const Limits& limits, StopToken stop, const InfoSink<P>& info) override {
    if (position.stone_count() == 0) return take_centre(position);
    Stopper stopper(tighter(limits, own_), std::move(stop), 64);
    if (const Ai10Lines lines{ai11_weights, position.rule()}; memory_.rule() != lines) memory_.set_rule(lines);
    model_.set(position);
    typename Model::List list;
    model_.expand(0, largest_size * largest_size, list);
    std::vector<ValuedMove<double>> moves;
    for (const auto& candidate : list) moves.push_back({candidate.cell, candidate.order, false});

    CandidateSearch<Model, true> search(model_, stopper);
    const int deepest = std::clamp(limits.depth.value_or(last_round), 1, last_round);
    SearchResult<P> result;
    for (int depth = std::min(first_round, deepest); depth <= deepest; depth += 2) {
      const std::size_t staying = depth + 2 <= deepest ? (7 * moves.size() + 9) / 10 : 1;
      std::size_t done = search.values(moves, depth, staying);
      if (stopper.stopped() && depth > first_round) break;
      std::vector<int> line = search.line();
      if (done == 0) line = {moves[0].cell}, done = 1;  // stopped at once: the move that looked best
      const int finished = stopper.stopped() ? 0 : depth;
      result = to_result<P, Model>(position, std::span(moves).first(done), line, finished, search.nodes());
      if (info) info(result);
      if (stopper.stopped() || result.score >= ai10_infinity) break;
      std::ranges::stable_sort(moves, std::greater{}, &ValuedMove<double>::value);
      moves.resize(staying);
    }
    result.nodes = search.nodes();
    return result;
  }

 private:
  Limits own_;
  Rng noise_{0};
  FaceMemory<Ai10Lines> memory_{Ai10Lines{ai11_weights, Rule::freestyle}};
  Model model_{memory_, {{15, 7, 5, 5, 4, 4, 4, 4, 3, 3, 3, 3, 3, 3}, 2}, &noise_};
};

}  // namespace

template <class P>
std::unique_ptr<Engine<P>> make_ai11(std::chrono::nanoseconds time_a_move) {
  return std::make_unique<Ai11Engine<P>>(time_a_move);
}

template std::unique_ptr<Engine<SmallPosition>> make_ai11(std::chrono::nanoseconds);
template std::unique_ptr<Engine<LargePosition>> make_ai11(std::chrono::nanoseconds);

}  // namespace tengen::gomoku
