#include "engines/connect4/champion_endgame.hpp"

#include <algorithm>

namespace tengen::engines::connect4 {

namespace {

int count(std::uint64_t bits) noexcept { return bit_count(bits); }
int count(const Lanes& bits) noexcept { return bit_count(bits.low) + bit_count(bits.middle) + bit_count(bits.high); }

constexpr std::size_t entries = std::size_t{1} << 18;

}  // namespace

template <class Bits>
Endgame<Bits>::Endgame(const Shape<Bits>& shape) : shape_(shape) {}

template <class Bits>
void Endgame<Bits>::clear() {
  table_.clear();  // made when it is first needed
}

// Moves that leave the mover with more cells to complete four come first.
template <class Bits>
void Endgame<Bits>::expand(const Board<Bits>& board, const Bits& cells, Children& children) const noexcept {
  children.clear();
  for (int column = 0; column < shape_.geometry().columns; ++column) {
    const Bits cell = cells & shape_.column(column);
    if (!static_cast<bool>(cell)) continue;
    Child child{board, 0, column};
    child.board.play(shape_, cell);
    const Bits taken = child.board.mine | child.board.theirs;
    child.threats = count(child.board.their_wins & shape_.cells() & ~taken);
    std::size_t at = children.size();
    children.push_back(child);
    for (; at > 0 && children[at - 1].threats < child.threats; --at) children[at] = children[at - 1];
    children[at] = child;
  }
}

// The score if it lies in (alpha, beta), otherwise a bound on the same side.
template <class Bits>
int Endgame<Bits>::node(Board<Bits> board, int alpha, int beta) {
  // 1. What is plain to see.
  ++progress_.nodes;
  if (stopper_->should_stop(progress_)) return 0;
  const Sight<Bits> sight = look(shape_, board);
  switch (sight.kind) {
    case Sight<Bits>::Kind::win: return top - (board.plies + 1);
    case Sight<Bits>::Kind::loss: return -(top - (board.plies + 2));
    case Sight<Bits>::Kind::draw: return 0;
    case Sight<Bits>::Kind::forced: board.play(shape_, sight.cells); return -node(board, -beta, -alpha);
    case Sight<Bits>::Kind::choice: break;
  }

  // 2. No win can come before the move after next, no loss before the one after that; and who cannot make four any more
  //    can at best draw.
  const Bits free = shape_.cells() & ~(board.mine | board.theirs);
  const int best = shape_.has_four(board.mine | free) ? top - (board.plies + 3) : 0;
  const int worst = shape_.has_four(board.theirs | free) ? -(top - (board.plies + 4)) : 0;
  const std::uint64_t key = board.key();
  Entry& entry = table_[key & (entries - 1)];
  if (entry.key != key) entry = {key, -infinite, infinite};
  const int low = std::max<int>(worst, entry.low), high = std::min<int>(best, entry.high);
  alpha = std::max(alpha, low);
  beta = std::min(beta, high);
  if (alpha >= beta) return low >= beta ? low : high;

  // 3. The moves.
  Children children;
  expand(board, sight.cells, children);
  int score = -infinite;
  const int first_alpha = alpha;
  for (const Child& child : children) {
    score = std::max(score, -node(child.board, -beta, -alpha));
    if (stopper_->stopped()) return 0;
    alpha = std::max(alpha, score);
    if (alpha >= beta) break;
  }

  // 4. Remember; a child may have taken the slot.
  if (entry.key != key) entry = {key, -infinite, infinite};
  if (score > first_alpha) entry.low = static_cast<std::int16_t>(std::max<int>(entry.low, score));
  if (score < beta) entry.high = static_cast<std::int16_t>(std::min<int>(entry.high, score));
  return score;
}

template <class Bits>
std::optional<typename Endgame<Bits>::Answer> Endgame<Bits>::solve(const Board<Bits>& board, search::Stopper& stopper) {
  table_.resize(entries);
  stopper_ = &stopper;
  progress_ = {};
  Answer answer;
  int best = -infinite;
  Children children;
  expand(board, board.landing(shape_), children);
  for (const Child& child : children) {
    int score = 0;
    if (static_cast<bool>(child.board.theirs & board.my_wins & ~board.mine))
      score = top - child.board.plies;  // the move itself made four
    else
      score = -node(child.board, -infinite, -best);
    if (stopper.stopped()) return std::nullopt;
    if (score <= best) continue;
    best = score;
    answer.column = child.column;
  }
  answer.end = best == 0 ? drawn_end : won_at(top - std::abs(best));
  answer.nodes = progress_.nodes;
  return answer;
}

template class Endgame<std::uint64_t>;
template class Endgame<Lanes>;

}  // namespace tengen::engines::connect4
