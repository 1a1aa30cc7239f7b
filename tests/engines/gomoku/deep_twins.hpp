#pragma once
// The evaluations of AI10 to AI13 and of the pattern players once more, straight from their definitions, on a plain
// grid of characters: slow, and without a line of the players' code. Freestyle, and chance left out.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "games/gomoku/position.hpp"

namespace tengen::engines::gomoku::twin {

// 'x' and 'o' as in diagrams, '.' empty, '|' off the board.
class Chars {
 public:
  template <class P>
  explicit Chars(const P& position) : n_(position.size()), cells_(static_cast<std::size_t>(n_ * n_), '.') {
    for (int row = 0; row < n_; ++row)
      for (int column = 0; column < n_; ++column) {
        const int cell = position.cell_of({static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)});
        if (position.stones(Side::first).test(cell)) put(column, row, 'x');
        if (position.stones(Side::second).test(cell)) put(column, row, 'o');
      }
  }
  int size() const { return n_; }
  char at(int column, int row) const {
    return column < 0 || row < 0 || column >= n_ || row >= n_ ? '|'
                                                              : cells_[static_cast<std::size_t>(row * n_ + column)];
  }
  void put(int column, int row, char c) { cells_[static_cast<std::size_t>(row * n_ + column)] = c; }

  // `length` points from (column, row) on in one direction.
  std::string text(int column, int row, std::pair<int, int> step, int length) const {
    std::string s;
    for (int i = 0; i < length; ++i) s += at(column + i * step.first, row + i * step.second);
    return s;
  }

  template <class Visit>
  void for_each_point(Visit&& visit) const {
    for (int row = 0; row < n_; ++row)
      for (int column = 0; column < n_; ++column) visit(column, row);
  }

 private:
  int n_;
  std::string cells_;
};

constexpr std::array<std::pair<int, int>, 4> four_steps = {{{1, 0}, {0, 1}, {1, 1}, {1, -1}}};
constexpr char enemy(char c) { return c == 'x' ? 'o' : 'x'; }
inline char colour(Side side) { return side == Side::first ? 'x' : 'o'; }
inline int stones_of(const std::string& s, char c) { return static_cast<int>(std::count(s.begin(), s.end(), c)); }

// --- AI10 and AI11 ---

// My stones in the window that starts here, 0 when it leaves the board or holds one of theirs.
inline int own_window(const Chars& board, int column, int row, std::pair<int, int> step, char me) {
  const std::string s = board.text(column, row, step, 5);
  return stones_of(s, enemy(me)) > 0 || stones_of(s, '|') > 0 ? 0 : stones_of(s, me);
}

struct Structures {
  int open_fours = 0;
  int chains = 0;
  bool operator==(const Structures&) const = default;
};
inline Structures structures(const Chars& board, char me) {
  Structures found;
  for (const auto& step : four_steps)
    board.for_each_point([&](int column, int row) {
      const auto k = [&](int i) { return own_window(board, column + i * step.first, row + i * step.second, step, me); };
      if (k(0) >= 4 && k(1) >= 4) ++found.open_fours;
      if (k(0) >= 3 && k(1) >= 3 && k(-1) < 3) ++found.chains;
    });
  return found;
}

struct Ai10Numbers {
  double mine4 = 900000, theirs2 = -49990;
};
inline double ai10(const Chars& board, char me, Ai10Numbers numbers = {}) {
  const double mine[6] = {0, 10, 20000, 50000, numbers.mine4, 0};
  const double theirs[6] = {0, -100, numbers.theirs2, -2000000, 0, 0};
  double windows = 0;
  int their_fours = 0;
  bool won = false, lost = false;
  for (const auto& step : four_steps)
    board.for_each_point([&](int column, int row) {
      const int m = own_window(board, column, row, step, me), t = own_window(board, column, row, step, enemy(me));
      windows += mine[m] + theirs[t];
      their_fours += t == 4;
      won = won || m == 5;
      lost = lost || t == 5;
    });
  if (won) return 1e100;
  if (lost) return -1e100;
  const Structures m = structures(board, me), t = structures(board, enemy(me));
  double structure = 0;
  if (m.chains > 0) structure += 2e7;
  if (m.chains > 1) structure += 1e10;
  if (t.chains > 0) structure -= 1e13;
  if (t.chains > 1) structure -= 1e25;
  structure += 1e30 * m.open_fours;
  structure -= 1e40 * their_fours;
  structure -= 1e50 * t.open_fours;
  return windows + structure;
}

// --- AI12 ---

inline long long ai12_point(const Chars& board, int column, int row, char me) {
  const long long mine[6] = {0, 7, 28, 4002, 26473, 10000000000}, theirs[6] = {0, -8, -55, -4828, -5784, -10000000000};
  const int n = board.size();
  long long score = std::min({column, row, n - 1 - column, n - 1 - row});
  for (const auto& [dx, dy] : four_steps)
    for (const int sign : {1, -1}) {
      const int x = sign * dx, y = sign * dy;
      for (const char c : {'x', 'o'}) {
        const auto* weight = c == me ? mine : theirs;
        int length = 0;
        while (board.at(column + (length + 1) * x, row + (length + 1) * y) == c) ++length;
        score += weight[std::min(length, 5)];
        if (length == 3 && board.at(column + 4 * x, row + 4 * y) == '.') score += 5 * weight[3];
        // The point as the gap of a broken three, two stones on this side of it and one on the other.
        const std::string around = board.text(column - 2 * x, row - 2 * y, {x, y}, 6);
        if (around == std::string{'.', c, '.', c, c, '.'}) score += weight[4];
      }
    }
  return score;
}
inline long long ai12_board(const Chars& board, char me) {
  long long sum = 0;
  board.for_each_point([&](int column, int row) {
    if (board.at(column, row) == '.') sum += ai12_point(board, column, row, me);
  });
  return sum;
}

// --- AI13 ---

struct WindowSum {
  long long order = 0;  // Σ |g|
  long long value = 0;  // Σ g
  int mixed = 0, empty = 0;
};
// The windows through a point.
inline WindowSum ai13_point(const Chars& board, int column, int row, char me, const std::array<double, 6>& num) {
  WindowSum sum;
  for (const auto& step : four_steps)
    for (int back = 0; back < 5; ++back) {
      const std::string s = board.text(column - back * step.first, row - back * step.second, step, 5);
      if (stones_of(s, '|') > 0) continue;
      const int mine = stones_of(s, me), theirs = stones_of(s, enemy(me));
      if (mine > 0 && theirs > 0) ++sum.mixed;
      if (mine == 0 && theirs == 0) ++sum.empty;
      if ((mine > 0) == (theirs > 0)) continue;
      double g = 0, run = 0;
      for (const char c : s + ".") {
        if (c == '.')
          g += run * run, run = 0;
        else
          ++run;
      }
      g *= num[0];
      for (int i = 1; i < mine + theirs; ++i) g *= num[1];
      if (theirs > 0) g *= theirs <= 2 ? num[2] : num[3];
      const auto rounded = static_cast<long long>(g + 0.5);
      sum.order += rounded;
      sum.value += theirs > 0 ? -rounded : rounded;
    }
  return sum;
}

// --- The pattern players ---

// The shape that a stone of c makes here along one line, as the number of the table's row.
inline int pattern(Chars board, int column, int row, std::pair<int, int> step, char c) {
  board.put(column, row, c);
  const std::string line = board.text(column - 5 * step.first, row - 5 * step.second, step, 11);  // the stone at 5
  int best = 0;
  for (std::size_t from = 1; from <= 5; ++from) {
    const std::string five = line.substr(from, 5);
    const int k = stones_of(five, c);
    if (k + stones_of(five, '.') < 5) continue;
    best = std::max(best, k == 5 ? 7 : k == 4 ? 5 : k == 3 ? 3 : k == 2 ? 1 : 0);
  }
  for (std::size_t from = 0; from <= 5; ++from) {
    const std::string six = line.substr(from, 6), inner = six.substr(1, 4);
    if (six.front() != '.' || six.back() != '.' || from == 5) continue;
    const int k = stones_of(inner, c);
    if (k + stones_of(inner, '.') < 4) continue;
    best = std::max(best, k == 4 ? 6 : k == 3 ? 4 : k == 2 ? 2 : 0);
  }
  return best;
}
// Whether at least two of the eight directions start with two stones of c.
inline bool many_pairs(const Chars& board, int column, int row, char c) {
  int pairs = 0;
  for (const auto& [dx, dy] : four_steps)
    for (const int sign : {1, -1})
      pairs += board.text(column + sign * dx, row + sign * dy, {sign * dx, sign * dy}, 2) == std::string(2, c);
  return pairs >= 2;
}
inline long long pattern_value(const Chars& board, char me) {
  const long long mine[8] = {0, 200, 2000, 6000, 60000, 300000, 3000000, 30000000};
  const long long against[8] = {0, 190, 1950, 5900, 59500, 299500, 2995000, 29950000};
  long long sum = 0;
  board.for_each_point([&](int column, int row) {
    if (board.at(column, row) != '.') return;
    for (const auto& step : four_steps) {
      sum += mine[pattern(board, column, row, step, me)];
      sum -= against[pattern(board, column, row, step, enemy(me))];
    }
    sum += 3000 * many_pairs(board, column, row, me) - 3000 * many_pairs(board, column, row, enemy(me));
  });
  return sum;
}

}  // namespace tengen::engines::gomoku::twin
