#pragma once
// The champion: one tree a thread, an exact search for the end of the game, and thinking on the opponent's time.
// It knows boards only, so that it can be linked into a shared object of its own (champion_so.cpp).

#include <memory>
#include <thread>
#include <vector>

#include "engines/connect4/champion_endgame.hpp"
#include "engines/connect4/champion_tree.hpp"

namespace tengen::engines::connect4 {

struct ChampionOptions {
  double exploration = 1.3;
  std::size_t bytes = std::size_t{128} << 20;  // for all trees together
  int threads = 1;
  bool ponder = false;
  int endgame_cells = 40;  // with at most so many cells left, try to finish exactly
};

template <class Bits>
class Champion {
 public:
  Champion(const Shape<Bits>& shape, const ChampionOptions& options);
  ~Champion();
  Champion(const Champion&) = delete;
  Champion& operator=(const Champion&) = delete;

  // Forgets everything; the seed decides all chance. With one thread, no pondering and a limit in nodes the same
  // questions get the same answers.
  void new_game(std::uint64_t seed);

  // Precondition: the game goes on.
  RootReport think(const Board<Bits>& board, const Limits& limits, StopToken stop,
                   const typename Tree<Bits>::Sink& info);

  const Shape<Bits>& shape() const noexcept { return shape_; }

 private:
  RootReport search(const Board<Bits>& board, const Limits& limits, StopToken stop,
                    const typename Tree<Bits>::Sink& info);
  std::optional<RootReport> finish(const Board<Bits>& board, Limits& limits, const StopToken& stop);
  void start_pondering(Board<Bits> board, int column);

  Shape<Bits> shape_;
  ChampionOptions options_;
  std::vector<std::unique_ptr<Tree<Bits>>> trees_;
  Endgame<Bits> endgame_;
  std::jthread pondering_;
};

extern template class Champion<std::uint64_t>;
extern template class Champion<Lanes>;

}  // namespace tengen::engines::connect4
