// AI12 of the ladder: plain minimax over point scores that a genetic algorithm has tuned.

#include "engines/gomoku/ladder/ai12.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "engines/gomoku/ladder/ladder.hpp"

namespace tengen::engines::gomoku {

namespace {

// Collects what one colour's runs give to the points of a line.
class Giver {
 public:
  Giver(const LineFace& face, const Ai12Weights& weights, Side owner, Ai12Lines::Info& out) noexcept
      : face_(face), weights_(weights), owner_(owner), out_(out) {}

  // Every point gets the weight of a run, as either side sees it.
  void give(int i, int length, int times) noexcept {
    const auto own = static_cast<std::size_t>(owner_), at = static_cast<std::size_t>(i);
    const auto weight = static_cast<std::size_t>(std::min(length, 4));
    out_.points[own][at] += times * weights_.mine[weight];
    out_.points[1 - own][at] += times * weights_.theirs[weight];
  }
  bool stone(int i) const noexcept { return i >= 0 && (face_.stones[static_cast<std::size_t>(owner_)] >> i & 1) != 0; }
  bool free(int i) const noexcept { return i >= 0 && i < face_.length && face_.empty(i); }

  void run(int first, int last) noexcept {
    const int length = last - first + 1;
    const bool before = free(first - 1), after = free(last + 1);
    const int times = length == 3 && before && after ? 1 + 5 : 1;
    if (before) give(first - 1, length, times);
    if (after) give(last + 1, length, times);
    // A broken three is told by its left run: one or two stones, a gap, and two or one stones more.
    const int rest = last + 2, other_length = 3 - length;
    if (length > 2 || !before || !after || !stone(rest)) return;
    const int other_last = rest + other_length - 1;
    if (stone(other_last) && free(other_last + 1)) give(last + 1, 4, 1);
  }

 private:
  const LineFace& face_;
  const Ai12Weights& weights_;
  Side owner_;
  Ai12Lines::Info& out_;
};

}  // namespace

void Ai12Lines::operator()(const LineFace& face, Info& out) const noexcept {
  out = {};
  for (const Side owner : {Side::first, Side::second}) {
    Giver giver(face, weights, owner, out);
    for (int first = 0; first < face.length; ++first) {
      if (!giver.stone(first)) continue;
      int last = first;
      while (giver.stone(last + 1)) ++last;
      giver.run(first, last);
      if (wins(rule, owner == Side::first, last - first + 1)) out.total.fives[static_cast<std::size_t>(owner)] = 1;
      first = last;
    }
  }
  for (std::size_t s = 0; s < 2; ++s)
    for (int i = 0; i < face.length; ++i) out.total.values[s] += out.points[s][static_cast<std::size_t>(i)];
}

namespace {

// One function for both: what to look at is what is worth much, either way.
class Ai12Judge {
 public:
  using Lines = Ai12Lines;
  using Value = std::int64_t;
  using Order = int;

  explicit Ai12Judge(const Ai12Weights& weights) : win_(weights.mine_five), loss_(weights.theirs_five) {}

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
  Value lost(bool by_me, int) const noexcept { return by_me ? loss_ : -win_; }

  static Value lowest() noexcept { return std::numeric_limits<Value>::min() / 2; }
  static double number(Value value) noexcept { return static_cast<double>(value); }

 private:
  Value win_, loss_;
  std::int64_t edge_sum_ = 0;  // over the empty points
  std::array<std::uint8_t, LineMap::max_cells> edges_{};
};

template <class P>
class Ai12Engine final : public search::Engine<P> {
 public:
  Ai12Engine(const TreeShape& shape, const Ai12Weights& weights)
      : plies_(shape.plies()), weights_(weights), model_(memory_, shape, Ai12Judge(weights)) {}
  void new_game(std::uint64_t) override {}

  search::SearchResult<P> search(const P& position, const Limits& limits, StopToken stop,
                                 const search::InfoSink<P>& info) override {
    if (position.stone_count() == 0) return take_centre(position);
    if (const Ai12Lines lines{position.rule(), weights_}; memory_.rule() != lines) memory_.set_rule(lines);
    model_.set(position);
    return search_to_depth<false>(position, model_, plies_, limits, std::move(stop), info);
  }

 private:
  int plies_;
  Ai12Weights weights_;
  FaceMemory<Ai12Lines> memory_;
  PointModel<P, Ai12Judge> model_;
};

}  // namespace

PlayerInfo Ai12::info() {
  PlayerInfo info{
      .name = "ladder/ai12",
      .summary = "plain minimax over scores of the points beside runs, tuned by a genetic algorithm (Chen et al. 2021)",
      .settings = {Setting::choice("variant", {"paper", "program"},
                                   "paper: 7 plies within 100000 leaves; program: 6 plies of 8 moves")},
      .strength = 1200};
  const Ai12Weights standard;
  constexpr int most = 1'000'000;
  for (std::size_t n = 1; n <= 4; ++n)
    info.settings.push_back(Setting::integer(fmt::format("mine{}", n), standard.mine[n], 0, most,
                                             fmt::format("weight of points beside my runs of {}", n))
                                .tuned_by_share(0.1));
  info.settings.push_back(
      Setting::real("mine5", static_cast<double>(standard.mine_five), 1, 1e15, "worth of a game won")
          .tuned_by_share(0.1));
  for (std::size_t n = 1; n <= 4; ++n)
    info.settings.push_back(Setting::integer(fmt::format("theirs{}", n), standard.theirs[n], -most, 0,
                                             fmt::format("weight of points beside their runs of {}", n))
                                .tuned_by_share(0.1));
  info.settings.push_back(
      Setting::real("theirs5", static_cast<double>(standard.theirs_five), -1e15, -1, "worth of a game lost")
          .tuned_by_share(0.1));
  return info;
}

Ai12Weights Ai12Weights::from(const Values& v) {
  Ai12Weights weights;
  for (std::size_t n = 1; n <= 4; ++n) {
    weights.mine[n] = v.integer(fmt::format("mine{}", n));
    weights.theirs[n] = v.integer(fmt::format("theirs{}", n));
  }
  weights.mine_five = static_cast<std::int64_t>(v.real("mine5"));
  weights.theirs_five = static_cast<std::int64_t>(v.real("theirs5"));
  return weights;
}

template <class P>
  requires is_gomoku<P>
std::unique_ptr<search::Engine<P>> Ai12::make(const Values& v) {
  return std::make_unique<Ai12Engine<P>>(v.text("variant") == "program" ? ai12_program_shape : ai12_paper_shape,
                                         Ai12Weights::from(v));
}

template std::unique_ptr<search::Engine<SmallPosition>> Ai12::make<SmallPosition>(const Values&);
template std::unique_ptr<search::Engine<LargePosition>> Ai12::make<LargePosition>(const Values&);

}  // namespace tengen::engines::gomoku
