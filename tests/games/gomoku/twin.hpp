#pragma once
// Gomoku once more, slow and plain: a grid of characters and the rules read off their definitions. It shares nothing
// with src/games/gomoku, so that the two can be held against each other.

#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "games/gomoku/game.hpp"

namespace tengen::games::gomoku {

using Point = std::pair<int, int>;  // column and row from 0 at the lower left

class TwinBoard {
 public:
  explicit TwinBoard(int size) : size_(size), cells_(static_cast<std::size_t>(size * size), '.') {}

  int size() const { return size_; }
  bool inside(Point p) const { return p.first >= 0 && p.first < size_ && p.second >= 0 && p.second < size_; }
  char at(Point p) const { return inside(p) ? cells_[offset(p)] : '|'; }
  void put(Point p, char c) { cells_[offset(p)] = c; }
  bool is_full() const { return std::ranges::find(cells_, '.') == cells_.end(); }

  static Point step(Point p, Point direction, int n) {
    return {p.first + n * direction.first, p.second + n * direction.second};
  }
  static constexpr std::array<Point, 4> directions = {{{1, 0}, {0, 1}, {1, 1}, {1, -1}}};

  // The number of equal stones in the row through p.
  int row_through(Point p, Point direction) const {
    int n = 1;
    for (int i = 1; at(step(p, direction, i)) == at(p); ++i) ++n;
    for (int i = -1; at(step(p, direction, i)) == at(p); --i) ++n;
    return n;
  }
  int longest_row(Point p) const {
    int n = 0;
    for (const Point& d : directions) n = std::max(n, row_through(p, d));
    return n;
  }
  bool has_row_of_five(Point p) const {
    return std::ranges::any_of(directions, [&](Point d) { return row_through(p, d) == 5; });
  }
  // What a row through p would measure with a black stone on p.
  int row_if_black(Point p, Point direction) const {
    TwinBoard next = *this;
    next.put(p, 'x');
    return next.row_through(p, direction);
  }

  bool is_forbidden(Point p) const {
    TwinBoard next = *this;
    next.put(p, 'x');
    if (next.has_row_of_five(p)) return false;
    return next.longest_row(p) > 5 || next.fours(p) >= 2 || next.real_threes(p) >= 2;
  }

 private:
  std::size_t offset(Point p) const { return static_cast<std::size_t>(p.second * size_ + p.first); }

  // The windows of so many cells in a row that hold p and nothing that stands in Black's way.
  struct Window {
    Point direction;
    std::set<Point> stones;
    std::vector<Point> gaps;
  };
  std::vector<Window> windows(Point p, int length) const {
    std::vector<Window> result;
    for (const Point& d : directions)
      for (int first = 1 - length; first <= 0; ++first) {
        Window window{d, {}, {}};
        int i = first;
        for (; i < first + length; ++i) {
          const Point q = step(p, d, i);
          if (at(q) != 'x' && at(q) != '.') break;
          if (at(q) == 'x') window.stones.insert(q);
          if (at(q) == '.') window.gaps.push_back(q);
        }
        if (i == first + length) result.push_back(window);
      }
    return result;
  }

  // A four is a set of four stones to which one more makes five.
  int fours(Point p) const {
    std::set<std::set<Point>> found;
    for (const Window& w : windows(p, 5))
      if (w.stones.size() == 4 && w.gaps.size() == 1 && row_if_black(w.gaps[0], w.direction) == 5)
        found.insert(w.stones);
    return static_cast<int>(found.size());
  }

  // A real three is a set of three stones to which one more, on an allowed point, makes a straight four and no five.
  int real_threes(Point p) const {
    std::set<std::set<Point>> found;
    for (const Window& w : windows(p, 4)) {
      if (w.stones.size() != 3 || w.gaps.size() != 1) continue;
      TwinBoard next = *this;
      next.put(w.gaps[0], 'x');
      if (next.is_straight_four(w.gaps[0], w.direction) && !next.has_row_of_five(w.gaps[0]) && !is_forbidden(w.gaps[0]))
        found.insert(w.stones);
    }
    return static_cast<int>(found.size());
  }

  bool is_straight_four(Point p, Point d) const {
    if (row_through(p, d) != 4) return false;
    for (const int sign : {1, -1}) {
      int i = sign;
      while (at(step(p, d, i)) == 'x') i += sign;
      const Point end = step(p, d, i);
      if (at(end) != '.' || row_if_black(end, d) != 5) return false;
    }
    return true;
  }

  int size_;
  std::vector<char> cells_;
};

class Twin {
 public:
  Twin(int size, Rule rule) : board_(size), rule_(rule) {}

  Side side_to_move() const { return to_move_ == 'x' ? Side::first : Side::second; }

  Outcome outcome() const {
    for (const Point& p : points())
      if (board_.at(p) != '.' && wins(p)) return board_.at(p) == 'x' ? Outcome::first_wins : Outcome::second_wins;
    return allowed_points().empty() ? Outcome::draw : Outcome::ongoing;
  }

  std::vector<std::string> legal_moves() const {
    std::vector<std::string> moves;
    if (outcome() == Outcome::ongoing)
      for (const Point& p : allowed_points()) moves.push_back(name_of(p));
    return moves;
  }

  void play(const std::string& move) {
    for (const Point& p : points())
      if (name_of(p) == move) board_.put(p, to_move_);
    to_move_ = to_move_ == 'x' ? 'o' : 'x';
  }

  std::string to_string() const {
    std::string text = rule_ == Rule::standard ? "rule=standard " : rule_ == Rule::renju ? "rule=renju " : "";
    for (int row = board_.size() - 1; row >= 0; --row) {
      int run = 0;
      const auto end_run = [&] {
        if (run > 0) text += std::to_string(run);
        run = 0;
      };
      for (int column = 0; column < board_.size(); ++column) {
        if (board_.at({column, row}) == '.') {
          ++run;
        } else {
          end_run();
          text += board_.at({column, row});
        }
      }
      end_run();
      text += row > 0 ? '/' : ' ';
    }
    return text + to_move_;
  }

 private:
  bool wins(Point p) const {
    const bool exactly = rule_ == Rule::standard || (rule_ == Rule::renju && board_.at(p) == 'x');
    return exactly ? board_.has_row_of_five(p) : board_.longest_row(p) >= 5;
  }
  std::vector<Point> points() const {
    std::vector<Point> result;
    for (int row = 0; row < board_.size(); ++row)
      for (int column = 0; column < board_.size(); ++column) result.emplace_back(column, row);
    return result;
  }
  std::vector<Point> allowed_points() const {
    std::vector<Point> result;
    for (const Point& p : points())
      if (board_.at(p) == '.' && !(rule_ == Rule::renju && to_move_ == 'x' && board_.is_forbidden(p)))
        result.push_back(p);
    return result;
  }
  static std::string name_of(Point p) { return static_cast<char>('a' + p.first) + std::to_string(p.second + 1); }

  TwinBoard board_;
  Rule rule_;
  char to_move_ = 'x';
};

// What the conformance suite asks of a game.
template <class P>
struct Conformer {
  using Position = P;
  using Twin = gomoku::Twin;

  static rc::Gen<std::string> starts() {
    constexpr int largest = P::fits(largest_size) ? largest_size : 15;
    return rc::gen::exec([] {
      // Random games on small boards end in wins and full boards; on large ones they hardly begin.
      const int size =
          *rc::gen::oneOf(rc::gen::inRange(smallest_size, 9), rc::gen::inRange(smallest_size, largest + 1));
      const Rule rule = *rc::gen::element(Rule::freestyle, Rule::standard, Rule::renju);
      return fmt::format("size={} rule={}", size, name_of(rule));
    });
  }
  static Twin twin(const P& start) { return {start.size(), start.rule()}; }
};

}  // namespace tengen::games::gomoku
