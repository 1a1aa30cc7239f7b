#include "engines/gomoku/threat/kill_search.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace tengen::engines::gomoku {

KillMemory::KillMemory(std::size_t bytes) : entries_(std::bit_floor(std::max<std::size_t>(1, bytes / sizeof(Entry)))) {}

void KillMemory::new_game() {
  if (++generation_ != 0) return;
  entries_.assign(entries_.size(), Entry{});
  generation_ = 1;
}

const KillMemory::Entry* KillMemory::find(std::uint64_t key) const noexcept {
  const Entry& entry = entries_[key & (entries_.size() - 1)];
  return entry.key == key && entry.generation == generation_ ? &entry : nullptr;
}

void KillMemory::store(std::uint64_t key, int depth, int win_in, int move) noexcept {
  entries_[key & (entries_.size() - 1)] = {key, static_cast<std::int16_t>(move), static_cast<std::uint16_t>(win_in),
                                           static_cast<std::uint16_t>(depth), generation_};
}

ThreatResult KillSearch::search(int max_depth) {
  ThreatResult result;
  // The game may be over for the attacker before it begins: VCF counts fours from one, VCT threes from none.
  for (int depth = mode_ == KillMode::fours ? 1 : 0;; ++depth) {
    horizon_met_ = false;
    const int win_in = attack(depth);
    if (stopper_.stopped()) break;
    if (win_in > 0) {
      result.verdict = search::Verdict::win;
      result.line = line(depth);
      break;
    }
    if (!horizon_met_) {
      result.verdict = search::Verdict::no_win;
      break;
    }
    if (depth >= max_depth) {
      result.verdict = search::Verdict::no_win;
      result.within = depth;
      break;
    }
  }
  result.nodes = progress_.nodes;
  return result;
}

int KillSearch::attack(int depth) {
  // 1. What is known.
  if (should_stop()) return 0;
  if (const auto* entry = memory_.find(key())) {
    if (entry->win_in > 0) {
      best_ = entry->move;
      return entry->win_in;
    }
    if (entry->depth >= depth) {
      horizon_met_ = horizon_met_ || entry->depth < unlimited;
      return 0;
    }
  }

  // 2. Decided here?
  if (ply_ == lists_.size()) lists_.emplace_back();
  space_.attack(lists_[ply_]);
  if (lists_[ply_].win_in > 0) {
    best_ = lists_[ply_].winner;
    return lists_[ply_].win_in;
  }
  if (choice_ != nullptr && !space_.has_five(other(space_.attacker()))) {
    drop_other_points(lists_[ply_].fours);
    drop_other_points(lists_[ply_].threes);
  }
  if (lists_[ply_].fours.empty() && lists_[ply_].threes.empty()) return 0;

  // 3. The threats: in VCT first those that need no three at all, then threes, then fours that prepare threes.
  const bool horizon_before = std::exchange(horizon_met_, false);
  int win_in = 0;
  const auto try_all = [&](bool fours, int depth_after) {
    const std::size_t count = fours ? lists_[ply_].fours.size() : lists_[ply_].threes.size();
    for (std::size_t i = 0; i < count && win_in == 0 && !stopped(); ++i) {
      const int cell = fours ? lists_[ply_].fours[i] : lists_[ply_].threes[i];
      win_in = try_threat(cell, depth_after);
      if (win_in > 0) best_ = cell;
    }
  };
  if (mode_ == KillMode::fours) {
    if (depth > 1)
      try_all(true, depth - 1);
    else
      horizon_met_ = true;
  } else {
    try_all(true, 0);
    if (depth > 0) {
      horizon_met_ = false;  // what no three meets is searched again with them
      try_all(false, depth - 1);
      try_all(true, depth);
    } else if (!lists_[ply_].threes.empty()) {
      horizon_met_ = true;
    }
  }

  // 4. Remember.
  if (!stopped()) memory_.store(key(), horizon_met_ ? depth : unlimited, win_in, best_);
  horizon_met_ = horizon_met_ || horizon_before;
  return win_in;
}

void KillSearch::drop_other_points(CellList& cells) const noexcept {
  std::size_t kept = 0;
  for (const std::int16_t cell : cells)
    if (choice_->contains(cell)) cells[kept++] = cell;
  cells.resize(kept);
}

// Plies to the win through this threat whatever the answer, or 0.
int KillSearch::try_threat(int cell, int depth_after) {
  LineBoard& board = space_.board();
  const Side defender = other(space_.attacker());
  board.push(space_.attacker(), cell);
  ++progress_.nodes;
  ++ply_;
  CellList answers;
  // Whatever else the defender does, a four is completed in two plies, a three in four.
  int longest = 0;
  if (space_.answers(answers)) longest = space_.has_five(space_.attacker()) ? 2 : 4;
  // What held here against another threat is tried first.
  std::int16_t& refutation = refutations_[std::min(ply_, refutations_.size() - 1)];
  if (const auto it = std::ranges::find(answers, refutation); it != answers.end())
    std::rotate(answers.begin(), it, it + 1);
  for (std::size_t i = 0; i < answers.size() && longest > 0; ++i) {
    board.push(defender, answers[i]);
    ++progress_.nodes;
    const int win_in = attack(depth_after);
    board.pop();
    longest = win_in == 0 ? 0 : std::max(longest, win_in + 1);
    if (win_in == 0) refutation = answers[i];
  }
  --ply_;
  board.pop();
  return longest == 0 ? 0 : longest + 1;
}

// Walks down the proof: the winning move, then the answer that holds out longest. What the memory has lost is searched
// again on the way.
std::vector<int> KillSearch::line(int depth) {
  proven_ = true;
  LineBoard& board = space_.board();
  std::vector<int> moves;
  for (int win_in = attack(depth); win_in > 0; win_in = attack(depth)) {
    board.push(space_.attacker(), best_);
    moves.push_back(best_);
    if (win_in == 1) break;
    CellList answers;
    space_.answers(answers);
    int answer = answers.empty() ? space_.hopeless_answer() : answers[0];
    int longest = 0;
    for (const int cell : answers) {
      board.push(other(space_.attacker()), cell);
      if (const int after = attack(depth); after > longest) {
        longest = after;
        answer = cell;
      }
      board.pop();
    }
    board.push(other(space_.attacker()), answer);
    moves.push_back(answer);
  }
  for (std::size_t i = 0; i < moves.size(); ++i) board.pop();
  return moves;
}

}  // namespace tengen::engines::gomoku
