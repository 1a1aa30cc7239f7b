#pragma once
// Who answers for a quiet position: the residual net, which knows more, or the line net, which is thirty times as fast.

#include <span>
#include <variant>
#include <vector>

#include "engines/gomoku/champion/tactics.hpp"
#include "network/line_net.hpp"
#include "network/residual_net.hpp"

namespace tengen::engines::gomoku {

using Net = std::variant<const network::ResidualNet*, const network::LineNet*>;

// The rule as a line net sees it.
network::LineView line_view(View view) noexcept;

// One for each thread and size of board.
template <class Rows>
class LeafNet {
 public:
  LeafNet(Net net, int size);

  // The value for the side to move, from −1 to 1, and a logit for each point, row after row; those of points where it may
  // not move mean nothing.
  float ask(const Tactics<Rows>& tactics, const Rows& stones, View view, std::span<float> logits) noexcept;

 private:
  struct Residual {
    network::Evaluation evaluation;
    std::vector<std::uint32_t> planes;
  };
  struct Lines {
    network::LineEvaluation evaluation;
    std::vector<std::uint8_t> cells;
  };

  std::variant<Residual, Lines> net_;
};

extern template class LeafNet<SmallRows>;
extern template class LeafNet<LargeRows>;

}  // namespace tengen::engines::gomoku
