#pragma once
// The paper's look ahead before the search. A move is a k-win
//
//   k = 0   if it makes four at once;
//   k > 0   if it is a 0-win, or no reply to it makes four and after every reply there is a (k − 1)-win.
//
// So a 1-win makes two threats that one reply cannot meet, and a k-win takes at most 2k + 1 plies.

#include <optional>

#include "engines/rules.hpp"
#include "games/connect4/position.hpp"
#include "search/stoppers.hpp"

namespace tengen::engines::connect4 {

// The stopper is asked at every move tried; once it says stop, nothing is a win any more.
template <class Bits>
class KWin {
 public:
  using P = Position<Bits>;

  explicit KWin(search::Stopper& stopper) : stopper_(stopper) {}

  std::optional<Move> find(const P& position, int k) {
    games::MoveList<P> moves;
    position.legal_moves(moves);
    for (const Move move : moves)
      if (is_k_win(position, move, k)) return move;
    return std::nullopt;
  }

 private:
  bool is_k_win(const P& position, Move move, int k) {
    ++progress_.nodes;
    if (stopper_.should_stop(progress_)) return false;
    P next = position;
    next.play(move);
    if (next.outcome() != Outcome::ongoing) return next.outcome() != Outcome::draw;
    if (k == 0) return false;
    games::MoveList<P> replies;
    next.legal_moves(replies);
    for (const Move reply : replies) {
      P after = next;
      after.play(reply);
      if (after.outcome() != Outcome::ongoing) return false;  // a win of theirs, or a draw
    }
    for (const Move reply : replies) {
      P after = next;
      after.play(reply);
      if (!find(after, k - 1)) return false;
    }
    return true;
  }

  search::Stopper& stopper_;
  search::SearchProgress progress_;
};

// What the paper's player plays without searching: the quickest k-win of its own, or the cell where the opponent, were
// it to move, would have one that is quicker. Levels are tried in turn, so that a four is stopped before a threat of
// two is.
struct ForcedMove {
  Move move;
  std::optional<int> wins_in;  // plies; nothing for a defence
};

// Without `defend` it looks for its own wins only, beyond the four that would end the game at once: a lost position is
// then left to the search, which may find the move that an opponent is least likely to answer well.
template <class Bits>
std::optional<ForcedMove> forced_move(const Position<Bits>& position, int k, bool defend, search::Stopper& stopper) {
  KWin<Bits> wins(stopper);
  Position<Bits> exchanged = position;  // the side to move with the other side's discs
  exchanged.set_discs(position.theirs(), position.mine(), position.plies());
  for (int level = 0; level <= k; ++level) {
    if (const auto own = wins.find(position, level)) return ForcedMove{*own, 2 * level + 1};
    if (level > 0 && !defend) continue;
    if (const auto theirs = wins.find(exchanged, level)) return ForcedMove{*theirs, std::nullopt};
  }
  return std::nullopt;
}

}  // namespace tengen::engines::connect4
