#include "engines/gomoku/pattern/players.hpp"

#include "engines/gomoku/pattern/model.hpp"

namespace tengen::engines::gomoku {

namespace {

template <class P, bool pruning>
class PatternEngine final : public search::Engine<P> {
 public:
  using Model = PatternModel<P>;

  explicit PatternEngine(int depth) : depth_(depth) {}
  void new_game(std::uint64_t) override {}

  search::SearchResult<P> search(const P& position, const Limits& limits, StopToken stop,
                                 const search::InfoSink<P>& info) override {
    if (position.stone_count() == 0) return take_centre(position);
    if (const PatternLines lines{position.rule()}; memory_.rule() != lines) memory_.set_rule(lines);
    model_.set(position);
    return search_to_depth<pruning>(position, model_, depth_, limits, std::move(stop), info);
  }

 private:
  int depth_;
  FaceMemory<PatternLines> memory_;
  Model model_{memory_};
};

}  // namespace

template <class P>
std::unique_ptr<search::Engine<P>> make_pattern_player(Pruning pruning, int depth) {
  if (pruning == Pruning::on) return std::make_unique<PatternEngine<P, true>>(depth);
  return std::make_unique<PatternEngine<P, false>>(depth);
}

template std::unique_ptr<search::Engine<SmallPosition>> make_pattern_player(Pruning, int);
template std::unique_ptr<search::Engine<LargePosition>> make_pattern_player(Pruning, int);

}  // namespace tengen::engines::gomoku
