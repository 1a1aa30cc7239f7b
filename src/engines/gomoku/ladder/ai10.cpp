#include "engines/gomoku/ladder/ai10.hpp"

#include "engines/gomoku/ladder/ai10_model.hpp"

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
    return search_to_depth<true>(position, model_, depth, limits, std::move(stop), info);
  }

 private:
  FaceMemory<Ai10Lines> memory_{Ai10Lines{ai10_weights, Rule::freestyle}};
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
