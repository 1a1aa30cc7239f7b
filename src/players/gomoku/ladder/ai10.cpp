#include "players/gomoku/ladder/ai10.hpp"

#include "players/gomoku/ladder/ai10_model.hpp"

namespace tengen::gomoku {

namespace {

template <class P>
class Ai10Engine final : public Engine<P> {
 public:
  using Model = Ai10Model<P>;
  static constexpr int depth = 5;

  void new_game(std::uint64_t) override {}

  SearchResult<P> search(const P& position, const Limits& limits, StopToken stop, const InfoSink<P>& info) override {
    if (position.stone_count() == 0) return take_centre(position);
    if (const Ai10Lines lines{ai10_weights, position.rule()}; memory_.rule() != lines) memory_.set_rule(lines);
    model_.set(position);
    typename Model::List list;
    model_.expand(0, list_all, list);
    std::vector<RootMove<double>> moves;
    for (const auto& candidate : list) moves.push_back({candidate.cell, candidate.order, false});

    Stopper stopper(limits, std::move(stop));
    CandidateSearch<P, Model, true> search(model_, stopper);
    const int plies = std::clamp(limits.depth.value_or(depth), 1, depth);
    std::size_t done = search.values(moves, plies, 1);
    // Stopped before anything was known: the move that looked best.
    std::vector<int> line = search.line();
    if (done == 0) line = {moves[0].cell}, done = 1;
    auto result = to_result<P, Model>(position, std::span(moves).first(done), line, plies, search.nodes());
    if (info) info(result);
    return result;
  }

 private:
  static constexpr std::size_t list_all = largest_size * largest_size;

  LineMemory<Ai10Lines> memory_{Ai10Lines{ai10_weights, Rule::freestyle}};
  Model model_{memory_, {{5, 4, 3, 2, 1}, 1}, nullptr};
};

}  // namespace

template <class P>
std::unique_ptr<Engine<P>> make_ai10() {
  return std::make_unique<Ai10Engine<P>>();
}

template std::unique_ptr<Engine<SmallPosition>> make_ai10();
template std::unique_ptr<Engine<LargePosition>> make_ai10();

}  // namespace tengen::gomoku
