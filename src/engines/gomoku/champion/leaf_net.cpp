#include "engines/gomoku/champion/leaf_net.hpp"

namespace tengen::engines::gomoku {

network::LineView line_view(View view) noexcept {
  const bool standard = view.rule == Rule::standard, renju = view.rule == Rule::renju;
  return {standard || (renju && view.black), standard || (renju && !view.black)};
}

template <class Rows>
LeafNet<Rows>::LeafNet(Net net, int size)
    : net_([&]() -> std::variant<Residual, Lines> {
        const auto points = static_cast<std::size_t>(size * size);
        if (const auto* residual = std::get_if<const network::ResidualNet*>(&net))
          return Residual{network::Evaluation(**residual, size), std::vector<std::uint32_t>(points)};
        return Lines{network::LineEvaluation(*std::get<const network::LineNet*>(net), size),
                     std::vector<std::uint8_t>(points)};
      }()) {}

template <class Rows>
float LeafNet<Rows>::ask(const Tactics<Rows>& tactics, const Rows& stones, View view,
                         std::span<float> logits) noexcept {
  const int size = tactics.shapes().frame().size();
  if (auto* residual = std::get_if<Residual>(&net_)) {
    tactics.write_planes(stones, view, residual->planes.data());
    return residual->evaluation.run(size, residual->planes, logits);
  }
  Lines& lines = *std::get_if<Lines>(&net_);
  std::size_t point = 0;
  for (int row = 0; row < size; ++row) {
    const auto word = stones.row[static_cast<std::size_t>(row)];
    for (int column = 0; column < size; ++column, ++point)
      lines.cells[point] =
          static_cast<std::uint8_t>((word >> (Rows::mine + column) & 1) | (word >> (Rows::theirs + column) & 1) << 1);
  }
  return lines.evaluation.run(line_view(view), lines.cells, logits);
}

template class LeafNet<SmallRows>;
template class LeafNet<LargeRows>;

}  // namespace tengen::engines::gomoku
