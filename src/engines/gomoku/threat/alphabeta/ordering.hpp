#pragma once
// The order in which moves are tried: what refuted others before is likely to refute again.

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/fixed_list.hpp"
#include "core/side.hpp"
#include "engines/rules.hpp"
#include "games/gomoku/board.hpp"

namespace tengen::engines::gomoku {

// Moves with scores, handed out best first. Most nodes end after a move or two, so nothing is sorted ahead of need.
class MoveOrder {
 public:
  struct Item {
    std::int16_t cell;
    std::int32_t score;
  };

  void add(int cell, int score) noexcept { items_.push_back({static_cast<std::int16_t>(cell), score}); }
  std::size_t size() const noexcept { return items_.size(); }
  Item& operator[](std::size_t i) noexcept { return items_[i]; }

  // The i-th best move, when those before it have been taken. Equal scores go to the lower point, so that the order
  // is the same everywhere.
  Item take(std::size_t i) noexcept {
    std::size_t best = i;
    for (std::size_t k = i + 1; k < items_.size(); ++k)
      if (items_[k].score > items_[best].score ||
          (items_[k].score == items_[best].score && items_[k].cell < items_[best].cell))
        best = k;
    std::swap(items_[i], items_[best]);
    return items_[i];
  }

 private:
  FixedList<Item, largest_size * largest_size> items_;
};

// Killers and history of one game.
class OrderMemory {
 public:
  static constexpr int history_top = 1024;
  static constexpr int plies = 256;

  void clear() noexcept { *this = OrderMemory{}; }
  // Between two moves of a game: killers belong to plies that have shifted, history fades.
  void age() noexcept {
    killers_ = {};
    for (auto& side : history_)
      for (int& h : side) h /= 4;
  }

  int bonus(Side side, int cell, int ply) const noexcept {
    const auto& killers = killers_[static_cast<std::size_t>(ply)];
    const int killer = cell == killers.first ? 400 : cell == killers.second ? 300 : 0;
    return killer + history_[static_cast<std::size_t>(side)][static_cast<std::size_t>(cell)];
  }

  void reward(Side side, int cell, int ply, int depth) noexcept {
    auto& killers = killers_[static_cast<std::size_t>(ply)];
    if (killers.first != cell) killers = {static_cast<std::int16_t>(cell), killers.first};
    nudge(side, cell, depth * depth);
  }
  // The moves tried before the one that refuted.
  void punish(Side side, int cell, int depth) noexcept { nudge(side, cell, -depth * depth); }

 private:
  struct Killers {
    std::int16_t first = -1, second = -1;
  };

  // Moves towards ±history_top without ever passing it.
  void nudge(Side side, int cell, int by) noexcept {
    int& h = history_[static_cast<std::size_t>(side)][static_cast<std::size_t>(cell)];
    by = std::clamp(by, -history_top / 2, history_top / 2);
    h += by - h * std::abs(by) / history_top;
  }

  std::array<Killers, plies> killers_{};
  std::array<std::array<int, 512>, 2> history_{};
};

}  // namespace tengen::engines::gomoku
