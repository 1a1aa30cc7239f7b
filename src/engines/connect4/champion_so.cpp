// The champion as a shared object with the interface of the course's competitors: two functions of C linkage and
// nothing else to see. The target connect4_champion builds it from the champion's own files alone.
//
// Rows count from the top, x is a row and y a column. The board is row-major with 1 for the opponent and 2 for us; the
// cell (no_x, no_y) is blocked.

#include <chrono>
#include <cstdlib>
#include <memory>

#include "engines/connect4/champion.hpp"

namespace {

using namespace tengen;
using namespace tengen::engines::connect4;

struct Competitor {
  std::unique_ptr<engines::connect4::Champion<engines::connect4::Lanes>> champion;
  int discs = 0;  // on the board when it was last asked
};

// The interface has no handle, so the tree that is kept between moves has to live here.
Competitor& competitor() {
  static Competitor the_one;
  return the_one;
}

// The course allows three seconds; its author's judge is said to need a margin. The variable is for quick trials.
std::chrono::nanoseconds time_for_a_move() {
  double seconds = 2.5;
  if (const char* text = std::getenv("TENGEN_CONNECT4_SECONDS")) seconds = std::atof(text);
  return std::chrono::nanoseconds(static_cast<std::int64_t>(seconds * 1e9));
}

}  // namespace

struct Point {
  int x;
  int y;
};

extern "C" __attribute__((visibility("default"))) Point* getPoint(const int rows, const int columns, const int*,
                                                                  const int* board, const int, const int,
                                                                  const int no_x, const int no_y) {
  games::connect4::Geometry g{rows, columns, -1, -1};
  if (no_x >= 0 && no_x < rows && no_y >= 0 && no_y < columns) {
    g.blocked_column = no_y;
    g.blocked_row = rows - 1 - no_x;
  }
  const engines::connect4::Shape<engines::connect4::Lanes> shape(g);
  const engines::connect4::Board<engines::connect4::Lanes> now =
      engines::connect4::make_board(shape, [&](int column, int row) {
        const int cell = board[(rows - 1 - row) * columns + column];
        return cell == 2 ? 1 : cell == 1 ? -1 : 0;
      });
  Competitor& self = competitor();
  if (!self.champion || !(self.champion->shape().geometry() == g))
    self.champion = std::make_unique<engines::connect4::Champion<engines::connect4::Lanes>>(
        shape, engines::connect4::ChampionOptions{});
  else if (now.plies < self.discs)
    self.champion->new_game(0);
  self.discs = now.plies;
  const engines::connect4::RootReport report =
      self.champion->think(now, {time_for_a_move(), std::nullopt, std::nullopt}, {}, {});
  const int column = report.pv.front();
  int row = 0;
  while (!static_cast<bool>(now.tops & shape.bit(column, row))) ++row;
  return new Point{rows - 1 - row, column};
}

extern "C" __attribute__((visibility("default"))) void clearPoint(Point* point) { delete point; }
