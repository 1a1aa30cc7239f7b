#include "engines/gomoku/threat/alphabeta/search.hpp"

#include <algorithm>
#include <cmath>

namespace tengen::engines::gomoku {

namespace {

constexpr int table_move_score = 1 << 28;

// Points of the evaluation, 400 to a unit of log-odds, for each ply of depth that is left.
constexpr int safe_margin = 150;      // above the window by so much: it will hold
constexpr int hopeless_margin = 100;  // below it by so much: a quiet move will not help
constexpr int margin_depth = 4;
constexpr int leaf_vcf_nodes = 30;

// How many moves are tried at this depth before the quiet ones are left out.
constexpr std::size_t tried_moves(int depth) noexcept { return static_cast<std::size_t>(4 + 2 * depth * depth); }

// Plies to a win by fours alone, or 0 when none was found within `left` stones, which are counted down. The smallest
// form of threat/kill_search.hpp, without memory, for the leaves.
int win_by_fours(LineBoard& board, Side me, int& left) {
  const Side them = other(me);
  if (!board.points(me, Kind::five).empty()) return 1;
  const PointSet& threats = board.points(them, Kind::five);
  if (threats.count() > 1) return 0;
  const int only = threats.empty() ? -1 : threats.first();
  FixedList<std::int16_t, 64> fours;
  for (const Kind kind : {Kind::open_four, Kind::double_four, Kind::four_three, Kind::four})
    board.points(me, kind).for_each([&](int cell) {
      if ((only < 0 || cell == only) && fours.size() < 64) fours.push_back(static_cast<std::int16_t>(cell));
    });
  for (const int cell : fours) {
    if (board.is_forbidden(me, cell)) continue;
    if (left <= 0) return 0;
    --left;
    board.push(me, cell);
    const PointSet& fives = board.points(me, Kind::five);
    int plies = 0;
    if (fives.count() > 1) {
      if (threats.empty()) plies = 3;
    } else {
      const int answer = fives.first();
      if (board.is_forbidden(them, answer)) {
        plies = threats.empty() ? 3 : 0;
      } else {
        board.push(them, answer);
        plies = win_by_fours(board, me, left);
        if (plies > 0) plies += 2;
        board.pop();
      }
    }
    board.pop();
    if (plies > 0) return plies;
  }
  return 0;
}

}  // namespace

ThreatAlphaBeta::ThreatAlphaBeta(const AlphaBetaOptions& options, std::size_t table_bytes)
    : options_(options), table_(table_bytes) {
  for (int d = 1; d < 64; ++d)
    for (int i = 1; i < 64; ++i)
      reductions_[static_cast<std::size_t>(d)][static_cast<std::size_t>(i)] =
          static_cast<std::int8_t>(0.5 + std::log(d) * std::log(i));
}

void ThreatAlphaBeta::new_game() {
  table_.new_game();
  kill_memory_.new_game();
  memory_.clear();
}

// Wins and losses that need no search: the value, or nothing. Exact: see docs/algorithms/threat-alphabeta.md.
std::optional<int> ThreatAlphaBeta::at_sight(int ply) const {
  const Field& f = *field_;
  const Side me = f.side_to_move(), them = other(me);
  if (f.any(me, Kind::five)) return search::win_value - (ply + 1);
  if (!options_.sight) return std::nullopt;
  if (const PointSet& fives = f.points(them, Kind::five); !fives.empty()) {
    if (fives.count() > 1 || !f.allowed(me, fives.first())) return -(search::win_value - (ply + 2));
    return std::nullopt;
  }
  bool wins = false;
  for (const Kind kind : {Kind::open_four, Kind::double_four})
    f.points(me, kind).for_each([&](int cell) { wins = wins || f.allowed(me, cell); });
  if (wins) return search::win_value - (ply + 3);
  return std::nullopt;
}

// With v the value of the selective search and r what is returned:
//   r ≤ alpha          v ≤ r
//   alpha < r < beta   v = r
//   beta ≤ r           v ≥ r
int ThreatAlphaBeta::node(int depth, int ply, int alpha, int beta) {
  Field& f = *field_;
  const bool pv_node = beta - alpha > 1;

  // 1. Count, and see whether to stop.
  ++progress_.nodes;
  pv_.clear(ply);
  if (stopper_->should_stop(progress_)) return 0;

  // 2. Decided at sight.
  if (const auto value = at_sight(ply)) return *value;
  if (f.full()) return 0;
  if (ply >= ply_limit) return f.evaluate();
  const Side them = other(f.side_to_move());
  // A win no sooner than one already found cannot matter.
  alpha = std::max(alpha, -(search::win_value - (ply + 2)));
  beta = std::min(beta, search::win_value - (ply + 3));
  if (options_.sight && alpha >= beta) return alpha;

  // 3. A four must be answered, whatever the depth.
  const bool four = f.any(them, Kind::five);
  if (four && options_.sight && options_.extend) return answer_four(depth, ply, alpha, beta);

  // 4. The horizon.
  const bool forced = options_.sight && (four || f.has_winning_four(them));
  if (depth <= 0) {
    const int value = leaf(ply, alpha, beta);
    if (!forced || four || !options_.extend || value >= beta) return value;
    depth = 1;
  }

  // 5. The table.
  int hint = -1;
  if (options_.table) {
    if (const auto* entry = table_.find(f.key())) {
      hint = entry->move;
      const int value = search::from_table(entry->value, ply);
      if (!pv_node && entry->depth >= depth && search::answers(entry->bound, value, alpha, beta)) return value;
    }
  }

  // 6. A side that is far ahead will hold.
  const int standing = f.evaluate();
  if (options_.prune && !pv_node && !forced && depth <= margin_depth && !search::is_decided(beta) &&
      standing - safe_margin * depth >= beta)
    return standing;

  // 7. The moves.
  const Found best = search_moves({depth, ply, alpha, beta, pv_node, forced, standing, hint});
  if (stopper_->stopped()) return 0;
  if (best.cell < 0) return forced ? -(search::win_value - (ply + 4)) : 0;  // nothing helps, or nothing may be played

  // 8. Remember.
  if (options_.table)
    table_.store(f.key(), search::to_table(best.value, ply), static_cast<std::uint16_t>(best.cell), depth,
                 search::bound_of(best.value, alpha, beta));
  return best.value;
}

// The one point that stops the other side's four, at no cost in depth.
int ThreatAlphaBeta::answer_four(int depth, int ply, int alpha, int beta) {
  Field& f = *field_;
  const int cell = f.points(other(f.side_to_move()), Kind::five).first();
  f.push(cell);
  const int value = -node(depth, ply + 1, -beta, -alpha);
  f.pop();
  if (!stopper_->stopped() && value > alpha) pv_.update(ply, static_cast<std::int16_t>(cell));
  return value;
}

// The best move of a node and its value, as node() returns it. Means nothing after a stop.
ThreatAlphaBeta::Found ThreatAlphaBeta::search_moves(const OpenNode& here) {
  const Field& f = *field_;
  const Side me = f.side_to_move(), them = other(me);
  MoveOrder moves;
  list_moves(moves, here.forced);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const int cell = moves[i].cell;
    moves[i].score = cell == here.hint ? table_move_score : moves[i].score + memory_.bonus(me, cell, here.ply);
  }
  Found best{-infinite, -1};
  int alpha = here.alpha;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const int cell = moves.take(i).cell;
    if (!f.allowed(me, cell)) continue;
    // Late quiet moves near the leaves hardly ever matter. None is left out while all before it lose: a loss is
    // claimed only when every candidate has been searched.
    const bool quiet = f.kind(me, cell) < Kind::open_three && f.kind(them, cell) < Kind::open_three;
    if (options_.prune && !here.pv_node && !here.forced && quiet && best.value > -search::win_threshold) {
      if (i >= tried_moves(here.depth)) break;
      const bool hopeless = here.standing + hopeless_margin * here.depth <= alpha;
      if (here.depth <= margin_depth && i > 2 && hopeless) continue;
    }
    const int index = best.cell < 0 ? 0 : static_cast<int>(i);
    const int value = search_move(cell, index, here.depth, here.ply, alpha, here.beta, here.forced);
    if (stopper_->stopped()) break;
    if (value <= best.value) continue;
    best = {value, cell};
    if (value <= alpha) continue;
    alpha = value;
    pv_.update(here.ply, static_cast<std::int16_t>(cell));
    if (alpha < here.beta) continue;
    memory_.reward(me, cell, here.ply, here.depth);
    for (std::size_t k = 0; k < i; ++k) memory_.punish(me, moves[k].cell, here.depth);
    break;
  }
  return best;
}

// One move with a full window for the first, a null window for the others, and less depth for the late ones.
int ThreatAlphaBeta::search_move(int cell, int index, int depth, int ply, int alpha, int beta, bool forced) {
  Field& f = *field_;
  const Side me = f.side_to_move();
  const Kind mine = f.kind(me, cell), theirs = f.kind(other(me), cell);
  f.push(cell);
  int value = 0;
  if (index == 0) {
    value = -node(depth - 1, ply + 1, -beta, -alpha);
  } else {
    int reduction = 0;
    const bool quiet = mine < Kind::open_three && theirs < Kind::double_three;
    if (options_.reduce && depth >= 3 && index >= 2 && quiet && !forced) {
      const auto d = static_cast<std::size_t>(std::min(depth, 63)), i = static_cast<std::size_t>(std::min(index, 63));
      reduction = std::clamp(reductions_[d][i] - (beta - alpha > 1 ? 1 : 0), 0, depth - 2);
    }
    value = -node(depth - 1 - reduction, ply + 1, -alpha - 1, -alpha);
    if (value > alpha && reduction > 0) value = -node(depth - 1, ply + 1, -alpha - 1, -alpha);
    if (value > alpha && value < beta) value = -node(depth - 1, ply + 1, -beta, -alpha);
  }
  f.pop();
  return value;
}

// All candidates, or against an open three (or what is as strong) only what can help: our fours, and the points on
// the lines of every threatened open four.
void ThreatAlphaBeta::list_moves(MoveOrder& moves, bool forced) const {
  const Field& f = *field_;
  const Side me = f.side_to_move(), them = other(me);
  Field::Bits cells = f.near();
  if (forced) {
    if (f.any(them, Kind::five)) {
      moves.add(f.points(them, Kind::five).first(), 0);
      return;
    }
    cells = f.defences(them);
    for (const Kind kind : {Kind::four, Kind::four_three, Kind::double_four, Kind::open_four})
      f.points(me, kind).for_each([&](int cell) { cells.set(cell); });
  } else if (options_.star && f.last_move(1) >= 0) {
    cells &= f.rays(f.last_move(0)) | f.rays(f.last_move(1));
    for (const Kind kind : {Kind::open_three, Kind::double_three, Kind::four, Kind::four_three})
      for (const Side side : {me, them}) f.points(side, kind).for_each([&](int cell) { cells.set(cell); });
  }
  cells.for_each([&](int cell) { moves.add(cell, f.order(me, cell)); });
}

// The evaluation, or a win by fours where a point that makes a four and a three at once promises one.
int ThreatAlphaBeta::leaf(int ply, int alpha, int beta) {
  Field& f = *field_;
  const int standing = f.evaluate();
  const Side me = f.side_to_move();
  if (!options_.leaf_vcf || standing >= beta || alpha >= search::win_value - (ply + 5) || !f.any(me, Kind::four_three))
    return standing;
  int left = leaf_vcf_nodes;
  const int plies = win_by_fours(f.lines(), me, left);
  progress_.nodes += static_cast<std::uint64_t>(leaf_vcf_nodes - left);
  return plies > 0 ? search::win_value - (ply + plies) : standing;
}

int ThreatAlphaBeta::value(Field& field, int depth) {
  field_ = &field;
  search::Stopper stopper(Limits{}, {});
  stopper_ = &stopper;
  progress_ = {};
  return node(depth, 0, -infinite, infinite);
}

}  // namespace tengen::engines::gomoku
