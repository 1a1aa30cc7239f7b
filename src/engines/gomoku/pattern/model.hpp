#pragma once
// The board of the pattern players for CandidateSearch.

#include <algorithm>

#include "engines/gomoku/candidate_search.hpp"
#include "engines/gomoku/pattern/table.hpp"

namespace tengen::engines::gomoku {

// Adjacent pairs around every point, kept as stones come and go: the pair of x is two stones of one colour at
// distances 1 and 2 from x in one of the eight directions.
//
//     x 1 2        A stone on 1 ends the pair of x if 2 has one, a stone on 2 if 1 has one.
class PairCounts {
 public:
  void set(const LineMap& map) noexcept {
    map_ = &map;
    steps_ = directions(map.size());
    pairs_ = {};
    colours_.fill(none);
    points_ = {};
  }
  void put(int cell, Side side) noexcept {
    for (std::size_t s = 0; s < 2; ++s) points_[s] -= pairs_[s][at(cell)] >= enough_pairs;
    colours_[at(cell)] = static_cast<std::uint8_t>(side);
    change(cell, side, 1);
  }
  void take(int cell, Side side) noexcept {
    change(cell, side, -1);
    colours_[at(cell)] = none;
    for (std::size_t s = 0; s < 2; ++s) points_[s] += pairs_[s][at(cell)] >= enough_pairs;
  }

  bool enough(Side side, int cell) const noexcept {
    return pairs_[static_cast<std::size_t>(side)][at(cell)] >= enough_pairs;
  }
  // The empty points that have enough pairs of the side.
  int points(Side side) const noexcept { return points_[static_cast<std::size_t>(side)]; }

 private:
  static constexpr std::uint8_t none = 2;
  static std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }

  // Adds `sign` for every pair that the stone on `cell` is part of.
  void change(int cell, Side side, int sign) noexcept {
    const auto own = static_cast<std::uint8_t>(side);
    for (std::size_t d = 0; d < 4; ++d) {
      const LineMap::Place place = map_->places(cell)[d];
      const int length = map_->length(place.line);
      const auto on_line = [&](int k) {
        return static_cast<unsigned>(place.offset + k) < static_cast<unsigned>(length);
      };
      for (const int k : {-1, 1}) {
        if (!on_line(k) || colours_[at(cell + k * steps_[d])] != own) continue;
        if (on_line(-k)) count(cell - k * steps_[d], side, sign);
        if (on_line(2 * k)) count(cell + 2 * k * steps_[d], side, sign);
      }
    }
  }
  void count(int cell, Side side, int sign) noexcept {
    const auto s = static_cast<std::size_t>(side);
    std::int8_t& pairs = pairs_[s][at(cell)];
    const bool before = pairs >= enough_pairs;
    pairs = static_cast<std::int8_t>(pairs + sign);
    if (colours_[at(cell)] == none) points_[s] += (pairs >= enough_pairs) - before;
  }

  const LineMap* map_ = nullptr;
  std::array<int, 4> steps_{};
  std::array<std::array<std::int8_t, LineMap::max_cells>, 2> pairs_{};
  std::array<std::uint8_t, LineMap::max_cells> colours_{};
  std::array<int, 2> points_{};
};

template <class P>
class PatternModel {
 public:
  using Value = std::int64_t;
  using Order = std::int64_t;
  using List = ScoredList<Order>;
  using Bits = typename P::Bits;
  static constexpr bool order_is_value = false;
  static constexpr Value win = 1'000'000'000'000;  // above any sum of shapes
  static constexpr int reach = 3;

  explicit PatternModel(FaceMemory<PatternLines>& memory) : board_(memory) {}

  void set(const P& position) {
    if (position.size() != size_) set_size(position.size());
    board_.set(position);
    pairs_.set(LineMap::of(size_));
    root_side_ = position.side_to_move();
    allowed_ = legal_points(position);
    ply_ = 0;
    near_[0] = {};
    for (const Side side : {Side::first, Side::second})
      position.stones(side).for_each([&](int cell) {
        pairs_.put(cell, side);
        near_[0] |= stars_[static_cast<std::size_t>(cell)];
      });
  }

  void push(int cell) noexcept {
    pairs_.put(cell, board_.side_to_move());
    board_.push(cell);
    near_[ply_ + 1] = near_[ply_] | stars_[static_cast<std::size_t>(cell)];
    ++ply_;
  }
  void pop(int cell) noexcept {
    board_.pop(cell);
    pairs_.take(cell, board_.side_to_move());
    --ply_;
  }

  bool five() const noexcept {
    return board_.totals().fives[static_cast<std::size_t>(other(board_.side_to_move()))] > 0;
  }
  Value lost(int ply) const noexcept { return ply - win; }
  // The player that searches is "me" at every leaf, whoever is to move there.
  Value leaf(int) const noexcept { return board_.side_to_move() == root_side_ ? value() : -value(); }
  Value value() const noexcept {
    return board_.totals().values[static_cast<std::size_t>(root_side_)] +
           pairs_value * (pairs_.points(root_side_) - pairs_.points(other(root_side_)));
  }

  // All points with a stone near, by what they are worth to either side.
  void expand(int ply, std::size_t, List& out) noexcept {
    out.clear();
    const Bits points = ply == 0 ? near_[ply_] & allowed_ : near_[ply_];
    collect(points, out);
    if (out.empty() && ply == 0) collect(allowed_, out);  // under renju all near points may be forbidden
    std::sort(out.begin(), out.end(),
              [](const auto& a, const auto& b) { return a.order != b.order ? a.order > b.order : a.cell < b.cell; });
  }

  static Value lowest() noexcept { return -win; }
  static double number(Value value) noexcept { return static_cast<double>(value); }

 private:
  void set_size(int size) {
    size_ = size;
    for (int row = 0; row < size; ++row)
      for (int column = 0; column < size; ++column) {
        Bits& star = stars_[static_cast<std::size_t>(row * stride_of(size) + column)];
        star = {};
        for (int y = -1; y <= 1; ++y)
          for (int x = -1; x <= 1; ++x)
            for (int n = 1; n <= reach; ++n) {
              const int r = row + n * y, c = column + n * x;
              if ((x != 0 || y != 0) && r >= 0 && r < size && c >= 0 && c < size) star.set(r * stride_of(size) + c);
            }
      }
  }

  void collect(const Bits& points, List& out) const noexcept {
    const Side me = board_.side_to_move();
    const auto mover = static_cast<std::size_t>(me);
    points.for_each([&](int cell) {
      if (!board_.is_empty(cell)) return;
      Order order = pairs_value * (pairs_.enough(me, cell) + pairs_.enough(other(me), cell));
      board_.for_each_line(cell,
                           [&](const PatternLines::Info& line, std::size_t i) { order += line.points[mover][i]; });
      out.push_back({cell, order});
    });
  }

  FaceBoard<PatternLines> board_;
  PairCounts pairs_;
  int size_ = 0;
  Side root_side_ = Side::first;
  Bits allowed_{};
  std::size_t ply_ = 0;
  std::array<Bits, FaceBoard<PatternLines>::max_pushes + 1> near_{};
  std::array<Bits, LineMap::max_cells> stars_{};  // the points from which a stone on this one is near
};

}  // namespace tengen::engines::gomoku
