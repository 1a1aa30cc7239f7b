#include "players/gomoku/ladder/ai12.hpp"

#include <cstdlib>

#include "players/gomoku/ladder/ai12_lines.hpp"

namespace tengen::gomoku {

namespace {

// One function for both: what to look at is what is worth much, either way.
class Ai12Judge {
 public:
  using Lines = Ai12Lines;
  using Value = std::int64_t;
  using Order = int;

  template <class P>
  void set(const P& position) {
    const int n = position.size();
    edge_sum_ = 0;
    position.empty().for_each([&](int cell) {
      const Move move = position.move_at(cell);
      const int edge = std::min({int{move.column}, int{move.row}, n - 1 - move.column, n - 1 - move.row});
      edges_[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(edge);
      edge_sum_ += edge;
    });
  }
  void placed(int cell) noexcept { edge_sum_ -= edges_[static_cast<std::size_t>(cell)]; }
  void removed(int cell) noexcept { edge_sum_ += edges_[static_cast<std::size_t>(cell)]; }

  Order order(const FaceBoard<Lines>& board, int cell, Side me) const noexcept {
    int score = edges_[static_cast<std::size_t>(cell)];
    board.for_each_line(
        cell, [&](const Lines::Info& line, std::size_t i) { score += line.points[static_cast<std::size_t>(me)][i]; });
    return std::abs(score);
  }
  Value value(const FaceBoard<Lines>& board, Side me, int) const noexcept {
    return board.totals().values[static_cast<std::size_t>(me)] + edge_sum_;
  }
  Value lost(int) const noexcept { return -Lines::five; }

  static Value lowest() noexcept { return -Lines::five; }
  static double number(Value value) noexcept { return static_cast<double>(value); }

 private:
  std::int64_t edge_sum_ = 0;  // over the empty points
  std::array<std::uint8_t, LineMap::max_cells> edges_{};
};

template <class P>
class Ai12Engine final : public Engine<P> {
 public:
  explicit Ai12Engine(const TreeShape& shape) : plies_(shape.plies()), model_(memory_, shape, Ai12Judge{}) {}
  void new_game(std::uint64_t) override {}

  SearchResult<P> search(const P& position, const Limits& limits, StopToken stop, const InfoSink<P>& info) override {
    if (position.stone_count() == 0) return take_centre(position);
    if (const Ai12Lines lines{position.rule()}; memory_.rule() != lines) memory_.set_rule(lines);
    model_.set(position);
    return search_to_depth<false>(position, model_, plies_, limits, std::move(stop), info);
  }

 private:
  int plies_;
  FaceMemory<Ai12Lines> memory_;
  PointModel<P, Ai12Judge> model_;
};

}  // namespace

template <class P>
std::unique_ptr<Engine<P>> make_ai12(const TreeShape& shape) {
  return std::make_unique<Ai12Engine<P>>(shape);
}

template std::unique_ptr<Engine<SmallPosition>> make_ai12(const TreeShape&);
template std::unique_ptr<Engine<LargePosition>> make_ai12(const TreeShape&);

}  // namespace tengen::gomoku
