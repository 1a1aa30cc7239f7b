// What happens once a move: the moves that need no search, the threat searches, and iterative deepening.

#include <algorithm>
#include <chrono>
#include <tuple>

#include "engines/gomoku/threat/alphabeta/search.hpp"

namespace tengen::engines::gomoku {

namespace {

constexpr int deepest_round = 60;
constexpr int first_vetted_round = 4;  // before it the best move changes too often

// Time lost between the last look at the clock and the answer, with some room for a busy machine.
Limits with_margin(Limits limits) {
  using namespace std::chrono_literals;
  if (limits.time) *limits.time -= std::min<std::chrono::nanoseconds>(10ms, *limits.time / 10);
  return limits;
}

}  // namespace

// A five, the answer to a four, a winning four, or a single move.
bool ThreatAlphaBeta::decide_at_once(const std::vector<int>& legal, AlphaBetaResult& result) const {
  const Field& f = *field_;
  const Side me = f.side_to_move(), them = other(me);
  const auto choose = [&](auto&& good) {
    const auto at = std::ranges::find_if(legal, good);
    if (at == legal.end()) return false;
    result.best = *at;
    return true;
  };
  if (choose([&](int cell) { return f.kind(me, cell) == Kind::five; })) {
    result.value = search::win_value - 1;
    return true;
  }
  if (choose([&](int cell) { return f.kind(them, cell) == Kind::five; })) {
    result.value = at_sight(0).value_or(f.evaluate());
    return true;
  }
  if (f.any(them, Kind::five)) {  // and its point is forbidden
    result.value = -(search::win_value - 2);
    return true;
  }
  if (choose([&](int cell) { return f.kind(me, cell) == Kind::open_four || f.kind(me, cell) == Kind::double_four; })) {
    result.value = search::win_value - 3;
    return true;
  }
  return legal.size() == 1;
}

// Whether the attacker wins by threats when it moves now. Its nodes count like any others.
bool ThreatAlphaBeta::kill(KillMode mode, Side attacker, const Share& share, std::vector<int>& line) {
  Limits limits;
  limits.nodes = share.most_nodes;
  if (limits_.nodes) {
    const std::uint64_t left = *limits_.nodes - std::min(*limits_.nodes, progress_.nodes);
    limits.nodes = std::min(
        {share.most_nodes, left, static_cast<std::uint64_t>(share.part * static_cast<double>(*limits_.nodes))});
  }
  if (limits_.time) {
    const auto left = *limits_.time - (Clock::now() - begin_);
    limits.time = std::min<std::chrono::nanoseconds>(
        left,
        std::chrono::nanoseconds(static_cast<std::int64_t>(share.part * static_cast<double>(limits_.time->count()))));
  }
  search::Stopper stopper(limits, stop_, 64);
  KillSearch search(field_->lines(), attacker, mode, kill_memory_, stopper);
  ThreatResult found = search.search();
  progress_.nodes += found.nodes;
  if (found.verdict != search::Verdict::win) return false;
  line = std::move(found.line);
  return true;
}

// Before a move is believed: does the other side win by threats after it?
void ThreatAlphaBeta::vet(AlphaBetaRootMove& move, int& value, std::vector<int>& line) {
  if (!options_.root_kill || move.vetted || search::is_decided(value)) return;
  move.vetted = true;
  field_->push(move.cell);
  std::vector<int> attack;
  if (kill(KillMode::threats, field_->side_to_move(), {0.03, 20'000}, attack)) {
    move.lost = true;
    value = -(search::win_value - 1 - static_cast<int>(attack.size()));
    line = std::move(attack);
  }
  field_->pop();
}

// One round over all root moves; false when it was cut short. Moves known to lose are not searched again.
bool ThreatAlphaBeta::search_root(int depth, std::vector<AlphaBetaRootMove>& moves, AlphaBetaResult& result) {
  int alpha = -infinite, searched = 0;
  for (AlphaBetaRootMove& move : moves) {
    int value = move.value;
    std::vector<int> attack;
    if (!move.lost) {
      value = search_move(move.cell, searched++, depth, 0, alpha, infinite, false);
      if (stopper_->stopped()) return false;
      if (value > alpha && depth >= first_vetted_round) vet(move, value, attack);
    }
    move.exact = value > alpha;
    move.value = value;
    if (value <= alpha) continue;
    alpha = value;
    result.best = move.cell;
    result.value = value;
    // The line found by the search, or the attack that it had not seen.
    result.pv = {move.cell};
    if (move.lost)
      result.pv.insert(result.pv.end(), attack.begin(), attack.end());
    else
      result.pv.insert(result.pv.end(), pv_.line(1).begin(), pv_.line(1).end());
  }
  return true;
}

// A win by threats alone.
bool ThreatAlphaBeta::kill_at_once(const std::vector<int>& legal, AlphaBetaResult& result) {
  const Side me = field_->side_to_move();
  std::vector<int> line;
  if (!kill(KillMode::fours, me, {0.05, 30'000}, line) && !kill(KillMode::threats, me, {0.1, 100'000}, line))
    return false;
  if (std::ranges::find(legal, line.front()) == legal.end()) return false;
  result.best = line.front();
  result.value = search::win_value - static_cast<int>(line.size());
  result.pv = std::move(line);
  return true;
}

// The legal moves, or only those that stop an open three, where there is one and something does.
std::vector<AlphaBetaRootMove> ThreatAlphaBeta::root_moves(const std::vector<int>& legal) const {
  std::vector<AlphaBetaRootMove> moves;
  if (options_.sight && field_->has_winning_four(other(field_->side_to_move()))) {
    MoveOrder answers;
    list_moves(answers, true);
    Field::Bits helpful;
    for (std::size_t i = 0; i < answers.size(); ++i) helpful.set(answers[i].cell);
    for (const int cell : legal)
      if (helpful.test(cell)) moves.push_back({cell});
  }
  if (moves.empty())
    for (const int cell : legal) moves.push_back({cell});
  return moves;
}

// Deeper and deeper. A round that was cut short counts as far as it found something better: its first move was the best
// of the round before.
void ThreatAlphaBeta::deepen(std::vector<AlphaBetaRootMove> moves, int deepest, const Report& report,
                             AlphaBetaResult& result) {
  result.best = moves.front().cell;
  for (int depth = 1; depth <= deepest; ++depth) {
    const bool finished = search_root(depth, moves, result);
    result.nodes = progress_.nodes;
    if (!finished) {
      // Just seen to lose: rather the next best of the round before.
      const auto hope =
          std::ranges::find_if(moves, [](const AlphaBetaRootMove& m) { return m.value > -search::win_threshold; });
      if (result.value <= -search::win_threshold && hope != moves.end()) {
        result.best = hope->cell;
        result.value = hope->value;
        result.pv = {hope->cell};
      }
      return;
    }
    result.depth = depth;
    std::ranges::stable_sort(moves, [&](const AlphaBetaRootMove& a, const AlphaBetaRootMove& b) {
      return std::tuple(a.cell == result.best, a.value) > std::tuple(b.cell == result.best, b.value);
    });
    result.moves = moves;
    if (report) report(result);
    const auto alive =
        std::ranges::count_if(moves, [](const AlphaBetaRootMove& m) { return m.value > -search::win_threshold; });
    if (search::is_decided(result.value) || alive <= 1 || stopper_->should_stop(progress_)) return;
  }
}

AlphaBetaResult ThreatAlphaBeta::think(Field& field, const std::vector<int>& legal, const Limits& limits,
                                       StopToken stop, const Report& report) {
  // 1. A fresh start. Killers and history of the last move fade; the table stays.
  limits_ = with_margin(limits);
  stop_ = std::move(stop);
  begin_ = Clock::now();
  search::Stopper stopper(limits_, stop_, 64);
  field_ = &field;
  stopper_ = &stopper;
  progress_ = {};
  memory_.age();

  // 2. Moves that need no thought, wins by threats, and the search.
  AlphaBetaResult result;
  result.best = legal.front();
  const bool decided =
      (options_.sight && decide_at_once(legal, result)) || (options_.root_kill && kill_at_once(legal, result));
  if (!decided)
    deepen(root_moves(legal), std::min(limits.depth.value_or(deepest_round), deepest_round), report, result);

  // 3. The best move stands first: the last round may have changed its mind before it was cut short.
  if (result.pv.empty()) result.pv = {result.best};
  std::erase_if(result.moves, [&](const AlphaBetaRootMove& move) { return move.cell == result.best; });
  result.moves.insert(result.moves.begin(), {result.best, result.value, true});
  result.nodes = progress_.nodes;
  return result;
}

}  // namespace tengen::engines::gomoku
