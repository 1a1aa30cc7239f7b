#include "engines/connect4/champion_tree.hpp"

#include <algorithm>
#include <cmath>

#include "engines/connect4/champion_rollout.hpp"
#include "search/stoppers.hpp"

namespace tengen::engines::connect4 {

namespace {

// The column of the leftmost of these cells.
template <class Bits>
int column_of(const Shape<Bits>& shape, const Bits& cells) noexcept {
  int column = 0;
  while (!static_cast<bool>(shape.column(column) & cells)) ++column;
  return column;
}

// Proven to be lost for the side to move at a node of this sign.
bool is_loss(End end, int sign) noexcept { return value_of(end) == -sign; }

// The end of a node after one of its moves has been proven.
void conclude(Node& node) noexcept {
  const int sign = node.sign();
  End best = open_end;
  bool all = true;
  for (std::uint32_t left = node.moves; left != 0; left &= left - 1) {
    const End end = node.move_ends[static_cast<std::size_t>(std::countr_zero(left))];
    if (end == open_end) {
      all = false;
    } else if (value_of(end) == sign) {
      if (value_of(best) != sign || end < best) best = end;
    } else if (value_of(best) != sign) {
      // A draw beats a loss; of two losses the later one is better.
      if (best == open_end || best < end) best = end;
    }
  }
  if (all || value_of(best) == sign) node.end = best;
}

// The mean over the moves that are not lost; at least a draw where a move is one.
void revalue(Node& node) noexcept {
  if (node.end != open_end) {
    node.value = static_cast<float>(value_of(node.end));
    return;
  }
  const int sign = node.sign();
  float sum = 0;
  std::uint32_t visits = 0;
  bool has_draw = false;
  for (std::uint32_t left = node.moves; left != 0; left &= left - 1) {
    const auto i = static_cast<std::size_t>(std::countr_zero(left));
    if (is_loss(node.move_ends[i], sign)) continue;  // nobody would play it any more
    has_draw |= node.move_ends[i] == drawn_end;
    sum += static_cast<float>(node.move_visits[i]) * node.move_values[i];
    visits += node.move_visits[i];
  }
  if (visits > 0) node.value = sum / static_cast<float>(visits);
  if (has_draw && node.value * static_cast<float>(sign) < 0) node.value = 0;
}

std::vector<RootMove> moves_of(const Node& node) {
  std::vector<RootMove> moves;
  for (std::uint32_t left = node.moves; left != 0; left &= left - 1) {
    const auto i = static_cast<std::size_t>(std::countr_zero(left));
    moves.push_back({static_cast<int>(i), node.sign() * static_cast<double>(node.move_values[i]), node.move_visits[i],
                     node.move_ends[i]});
  }
  sort_moves(moves, node.sign());
  return moves;
}

}  // namespace

void sort_moves(std::vector<RootMove>& moves, int sign) {
  const RootMove* favourite = nullptr;
  for (const RootMove& move : moves)
    if (move.end == open_end && (!favourite || move.visits > favourite->visits)) favourite = &move;
  const bool prefer_draw = !favourite || favourite->value < 0;
  const auto rank = [&](const RootMove& move) -> std::pair<int, double> {
    if (value_of(move.end) == sign) return {4, -move.end};
    if (value_of(move.end) == -sign) return {0, move.end};
    if (move.end == drawn_end) return {prefer_draw ? 3 : 1, static_cast<double>(move.visits)};
    return {2, static_cast<double>(move.visits)};
  };
  std::ranges::stable_sort(moves, std::greater{}, rank);
}

template <class Bits>
Tree<Bits>::Tree(const Shape<Bits>& shape, const Options& options)
    : shape_(shape), options_(options), table_(options.bytes) {
  path_.reserve(Geometry::largest * Geometry::largest);
  nodes_on_path_.reserve(path_.capacity());
}

template <class Bits>
void Tree<Bits>::new_game(std::uint64_t seed) {
  rng_ = Rng(seed);
  if (table_.used() > 0) table_.clear();
  generation_ = 0;
}

template <class Bits>
typename Tree<Bits>::Settled Tree<Bits>::settle(const Shape<Bits>& shape, Board<Bits>& board, std::vector<int>* line) {
  using Kind = typename Sight<Bits>::Kind;
  for (;;) {
    const Sight<Bits> sight = look(shape, board);
    switch (sight.kind) {
      case Kind::win: return {won_at(board.plies + 1), sight.cells};
      case Kind::loss: return {won_at(board.plies + 2), sight.cells};
      case Kind::draw: return {drawn_end, sight.cells};
      case Kind::choice: {
        // Late in the game it happens that nobody can make four any more.
        if (2 * board.plies >= shape.cell_count()) {
          const Bits free = shape.cells() & ~(board.mine | board.theirs);
          if (!shape.has_four(board.mine | free) && !shape.has_four(board.theirs | free))
            return {drawn_end, sight.cells};
        }
        return {open_end, sight.cells};
      }
      case Kind::forced:
        if (line) line->push_back(column_of(shape, sight.cells));
        board.play(shape, sight.cells);
        break;
    }
  }
}

template <class Bits>
Node* Tree<Bits>::add(const Board<Bits>& board, const Bits& moves) {
  Node* node = table_.insert(board.key(), generation_, nodes_on_path_);
  if (!node) return nullptr;
  node->plies = static_cast<std::uint8_t>(board.plies);
  std::uint32_t columns = 0;
  for (int column = 0; column < shape_.geometry().columns; ++column)
    if (static_cast<bool>(moves & shape_.column(column))) columns |= 1U << column;
  node->moves = static_cast<std::uint16_t>(columns & 0xfff);
  node->visits = 1;
  return node;
}

template <class Bits>
int Tree<Bits>::select(const Node& node) noexcept {
  const auto sign = static_cast<float>(node.sign());
  const auto c = static_cast<float>(options_.exploration);
  const float scaled_log = c * c * std::log(static_cast<float>(node.visits + 1));
  float best_value = -1e30F;
  int best = -1;
  std::uint32_t untried = 0, untried_count = 0;
  for (std::uint32_t left = node.moves; left != 0; left &= left - 1) {
    const int column = std::countr_zero(left);
    const auto i = static_cast<std::size_t>(column);
    if (node.move_ends[i] != open_end) continue;
    if (node.move_visits[i] == 0) {
      untried |= 1U << column;
      ++untried_count;
      continue;
    }
    const float value = sign * node.move_values[i] + std::sqrt(scaled_log / static_cast<float>(node.move_visits[i]));
    if (value > best_value) {
      best_value = value;
      best = column;
    }
  }
  if (untried_count > 0) {
    for (std::uint32_t n = rng_.below(untried_count); n > 0; --n) untried &= untried - 1;
    return std::countr_zero(untried);
  }
  return best;
}

template <class Bits>
void Tree<Bits>::back_up(double value, End end) noexcept {
  for (auto step = path_.rbegin(); step != path_.rend(); ++step) {
    Node& node = *step->node;
    const auto i = static_cast<std::size_t>(step->column);
    ++node.visits;
    ++node.move_visits[i];
    node.move_values[i] = static_cast<float>(value);
    node.generation = static_cast<std::uint16_t>(generation_ & 15);
    if (end != open_end) {
      node.move_ends[i] = end;
      conclude(node);
    }
    revalue(node);
    value = node.value;
    end = node.end;
  }
}

template <class Bits>
void Tree<Bits>::simulate(const Board<Bits>& root, Node* node) {
  Board<Bits> board = root;
  path_.clear();
  nodes_on_path_.clear();
  for (;;) {
    // 1. A move of this node, and on to the next position with a choice.
    const int column = select(*node);
    path_.push_back({node, column});
    nodes_on_path_.push_back(node);
    board.play(shape_, board.tops & shape_.column(column));
    const Settled settled = settle(shape_, board);
    if (settled.end != open_end) return back_up(value_of(settled.end), settled.end);

    // 2. A known node may have been proven on another way.
    node = table_.find(board.key());
    if (node && node->end != open_end) return back_up(node->value, node->end);
    if (node && static_cast<int>(path_.size()) < depth_limit_) continue;

    // 3. A new one begins with a roll-out.
    const int side = board.plies % 2 == 0 ? 1 : -1;
    const double result = side * roll_out(shape_, board, rng_);
    if (!node) {
      node = add(board, settled.moves);
      if (node) node->value = static_cast<float>(result);
      return back_up(result, open_end);
    }
    ++node->visits;  // at the depth limit a node is the mean of its roll-outs
    node->value += (static_cast<float>(result) - node->value) / static_cast<float>(node->visits);
    return back_up(node->value, open_end);
  }
}

template <class Bits>
RootReport Tree<Bits>::search(const Board<Bits>& root, const Limits& limits, StopToken stop, const Sink& info) {
  search::Stopper stopper(limits, std::move(stop), 16);
  std::uint64_t simulations = 0;
  ++generation_;
  depth_limit_ = limits.depth.value_or(Geometry::largest * Geometry::largest);
  nodes_on_path_.clear();
  Board<Bits> board = root;
  const Settled settled = settle(shape_, board);
  if (settled.end == open_end) {
    Node* node = table_.find(board.key());
    if (!node) node = add(board, settled.moves);
    const auto simulate_once = [&] {
      simulate(board, node);
      return node->end == open_end;
    };
    const auto news = [&](std::uint64_t so_far) {
      if (info) info(report(root, so_far));
    };
    if (node->end == open_end) simulations = search::simulate_until(stopper, 4096, simulate_once, news);
  }
  return report(root, simulations);
}

template <class Bits>
RootReport Tree<Bits>::report(const Board<Bits>& root, std::uint64_t simulations) const {
  RootReport report;
  report.simulations = simulations;
  const int side = root.plies % 2 == 0 ? 1 : -1;
  Board<Bits> board = root;
  const Settled settled = settle(shape_, board, &report.forced);
  report.pv = report.forced;
  report.end = settled.end;
  report.value = side * value_of(settled.end);
  if (settled.end != open_end) {  // the winning cell, or one as good as any other
    if (static_cast<bool>(settled.moves)) report.pv.push_back(column_of(shape_, settled.moves));
    return report;
  }
  if (const Node* node = table_.find(board.key())) {
    report.end = node->end;
    report.value = static_cast<double>(side) * node->value;
    report.moves = moves_of(*node);
    follow(board, report.pv);
    if (report.pv.empty()) report.pv.push_back(report.moves.front().column);  // nothing was simulated
  }
  return report;
}

template <class Bits>
void Tree<Bits>::follow(Board<Bits> board, std::vector<int>& line) const {
  while (const Node* node = table_.find(board.key())) {
    const RootMove best = moves_of(*node).front();
    if (best.visits == 0) return;
    line.push_back(best.column);
    board.play(shape_, board.tops & shape_.column(best.column));
    if (const Settled settled = settle(shape_, board, &line); settled.end != open_end) {
      if (is_win(settled.end) && static_cast<bool>(settled.moves)) line.push_back(column_of(shape_, settled.moves));
      return;
    }
  }
}

template class Tree<std::uint64_t>;
template class Tree<Lanes>;

}  // namespace tengen::engines::connect4
