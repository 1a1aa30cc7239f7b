// The search tree of one game: expand, select, back up. PUCT inside, Gumbel sequential halving at the root, proofs
// carried up the tree.
#pragma once
#include "arena.hpp"

namespace tengen::train {

/// What the network sees of a quiet position (weights.py names the planes), under one of the eight symmetries.
DEV void write_planes(const Game& game, const Rows& stones, View view, int symmetry) {
  const Threats t = threats(stones, view);
  const Shapes s = shapes(stones, view, t.four);
  Line line;
  if (t.four.any(theirs)) vcf(stones.swapped(), other(view), game.arena.plane_vcf, &line);
  const bool exact_mine = half_of(exact_sides(view), mine) != 0, exact_theirs = half_of(exact_sides(view), theirs) != 0;
  const int16_t* source = game.arena.permutation + symmetry * points;
  constexpr uint32_t one = 0x3C00;  // 1.0 in 16 bits
  uint32_t* out =
      reinterpret_cast<uint32_t*>(game.arena.input) + static_cast<int64_t>(game.index) * points * planes / 2;
  for (int i = 0; i < slots; ++i) {
    const int at = lane() + lanes * i;
    const int point = at < points ? source[at] : points;
    const bool plane[planes] = {stones.has(mine, point),
                                stones.has(theirs, point),
                                t.four.has(mine, point),
                                t.four.has(theirs, point),
                                t.win.has(theirs, point),
                                line.attack.has(mine, point),
                                line.reply.has(mine, point),
                                true,
                                exact_mine,
                                exact_theirs,
                                s.forbidden.has(mine, point),
                                s.forbidden.has(theirs, point),
                                s.three.has(mine, point),
                                s.three.has(theirs, point),
                                s.fork.has(mine, point),
                                s.fork.has(theirs, point)};
    if (at >= points) continue;
    for (int k = 0; k < planes; k += 2) out[(at * planes + k) / 2] = plane[k] * one | plane[k + 1] * one << 16;
  }
}

/// Asks the network for node n at the next step.
DEV void request(const Game& game, int n, const Rows& stones) {
  const int symmetry_ = static_cast<int>(game.random() >> 61);
  write_planes(game, stones, game.view(stones), symmetry_);
  game.set(symmetry, symmetry_);
  game.set(pending, n);
}

DEV int64_t new_node(const Game& game, int n, const Rows& stones, int parent, int action, bool same_side,
                     Outcome proof) {
  const int64_t at = game.node(n);
  stones.store(game.stones(n));
  for (int i = 0; i < slots; ++i) {
    const int point = lane() + lanes * i;
    if (point < points) game.child(n)[point] = -1;
  }
  if (lane() == 0) {
    const Arena& a = game.arena;
    a.visits[at] = 0, a.value_sum[at] = 0, a.network_value[at] = 0;
    a.parent[at] = static_cast<int16_t>(parent), a.action[at] = static_cast<int16_t>(action);
    a.same_side[at] = same_side, a.proof[at] = proof;
  }
  game.set(nodes, n + 1);
  return at;
}

/// Takes the network's answer for node n: the prior over legal points; returns the value.
DEV float expand(const Game& game, int n) {
  const Rows stones = Rows::load(game.stones(n));
  const View view = game.view(stones);
  Rows closed = stones | stones.swapped();
  if (view == renju_black) closed = closed | forbidden(stones, view, without(Rows::board(), closed));
  const float* logits = game.arena.logits + static_cast<int64_t>(game.index) * points;
  const int16_t* place = game.arena.permutation + (8 + game.state[symmetry]) * points;
  bool legal[slots];
  float x[slots], top = -1e30f;
  for (int i = 0; i < slots; ++i) {
    const int point = lane() + lanes * i;
    legal[i] = !closed.has(mine, point) && point < points;
    x[i] = legal[i] ? logits[place[point]] : -1e30f;
    top = fmaxf(top, x[i]);
  }
  top = warp_max(top);
  float total = 0;
  for (int i = 0; i < slots; ++i) total += x[i] = legal[i] ? expf(x[i] - top) : 0;
  total = warp_sum(total);
  for (int i = 0; i < slots; ++i) {
    const int point = lane() + lanes * i;
    if (point < points) game.prior(n)[point] = legal[i] ? fmaxf(x[i] / total, 1e-8f) : 0;
  }
  const float v = game.arena.value[game.index];
  if (lane() == 0) game.arena.network_value[game.node(n)] = v;
  warp_barrier();
  return v;
}

/// Whether each legal move of node n is proven to lose.
DEV bool all_moves_lose(const Game& game, int n) {
  float open = 0;
  for (int i = 0; i < slots; ++i) {
    const int point = lane() + lanes * i;
    if (point >= points || game.prior(n)[point] == 0) continue;
    const int c = game.child(n)[point];
    const int64_t at = game.node(c < 0 ? 0 : c);
    const bool lost = c >= 0 && game.arena.proof[at] == (game.arena.same_side[at] ? loss : win);
    open += !lost;
  }
  return warp_sum(open) == 0;
}

/// Adds one visit of value v (for node n's side to move) from n up to the root, and carries proofs up.
DEV void back_up(const Game& game, int n, float v) {
  const Arena& a = game.arena;
  warp_barrier();
  for (;;) {
    const int64_t at = game.node(n);
    if (lane() == 0) a.visits[at] += 1, a.value_sum[at] += v;
    warp_barrier();
    if (n == 0) break;
    const int up = a.parent[at];
    const float sign = a.same_side[at] ? 1.0f : -1.0f;
    v *= sign;
    const int proof = a.proof[at];
    if (proof == win || proof == loss) {
      const int64_t above = game.node(up);
      const int seen = a.same_side[at] ? proof : -proof;
      const int shown = seen == win ? win : all_moves_lose(game, up) ? loss : quiet;
      warp_barrier();
      if (shown != quiet && a.proof[above] == quiet) {
        if (lane() == 0) a.proof[above] = static_cast<int8_t>(shown);
        v = static_cast<float>(shown);
      }
      warp_barrier();
    }
    n = up;
  }
  if (lane() == 0) game.state[simulations] += 1;
  warp_barrier();
}

/// Child statistics of one node, spread over the lanes.
struct Moves {
  float prior[slots], value[slots], visits[slots];  // value: for the node's side to move, where visits > 0
};

DEV Moves moves_of(const Game& game, int n) {
  Moves m;
  for (int i = 0; i < slots; ++i) {
    const int point = lane() + lanes * i;
    m.prior[i] = point < points ? game.prior(n)[point] : 0;
    m.visits[i] = m.value[i] = 0;
    const int c = point < points ? game.child(n)[point] : -1;
    if (c < 0) continue;
    const int64_t at = game.node(c);
    m.visits[i] = static_cast<float>(game.arena.visits[at]);
    m.value[i] = game.child_value(at);
  }
  return m;
}

/// PUCT. A move not yet tried counts as a little worse than its position, more so the more of the prior was tried.
DEV int select_inside(const Game& game, int n) {
  const Moves m = moves_of(game, n);
  const int64_t at = game.node(n);
  float tried = 0;
  for (int i = 0; i < slots; ++i) tried += m.visits[i] > 0 ? m.prior[i] : 0;
  tried = warp_sum(tried);
  const float total = static_cast<float>(game.arena.visits[at]);
  const float untried = game.arena.value_sum[at] / total - game.arena.first_play * sqrtf(tried);
  const float width = game.arena.exploration * sqrtf(total);
  float best = -1e30f;
  int move = points;
  for (int i = 0; i < slots; ++i) {
    if (m.prior[i] == 0) continue;
    const float score = (m.visits[i] > 0 ? m.value[i] : untried) + width * m.prior[i] / (1 + m.visits[i]);
    if (score > best) best = score, move = lane() + lanes * i;
  }
  return warp_argmax(best, move);
}

/// The root's improved policy (Danihelka et al. 2022): score = log prior + sigma(value), where an untried move has the
/// mixed value of the position.
struct RootScores {
  float score[slots];
  float most_visits, value;  // value: the root's mixed value in 0..1
};

DEV RootScores root_scores(const Game& game, const Moves& m) {
  const Arena& a = game.arena;
  float tried = 0, weighted = 0, total = 0, most = 0;
  for (int i = 0; i < slots; ++i) {
    if (m.visits[i] == 0) continue;
    tried += m.prior[i], weighted += m.prior[i] * m.value[i];
    total += m.visits[i], most = fmaxf(most, m.visits[i]);
  }
  tried = warp_sum(tried), weighted = warp_sum(weighted), total = warp_sum(total);
  RootScores r;
  r.most_visits = warp_max(most);
  const float network = a.network_value[game.node(0)];
  const float mixed_value = total > 0 ? (network + total * weighted / fmaxf(tried, 1e-9f)) / (1 + total) : network;
  const float scale = (a.value_visits + r.most_visits) * a.value_weight;
  for (int i = 0; i < slots; ++i) {
    const float v = m.visits[i] > 0 ? m.value[i] : mixed_value;
    r.score[i] = m.prior[i] > 0 ? logf(m.prior[i]) + scale * 0.5f * (v + 1) : -1e30f;
  }
  r.value = 0.5f * (mixed_value + 1);
  return r;
}

/// Sequential halving: of the moves with the visits the schedule asks for, the best by noise + score.
DEV int select_at_root(const Game& game) {
  const Arena& a = game.arena;
  const Moves m = moves_of(game, 0);
  const RootScores r = root_scores(game, m);
  const int16_t* row = a.schedule + (game.state[is_full] ? 0 : a.schedule_size);
  const float wanted = row[game.state[simulations] - 1];
  float best = -1e30f, best_any = -1e30f;
  int move = points, any = points;
  for (int i = 0; i < slots; ++i) {
    const int point = lane() + lanes * i;
    if (m.prior[i] == 0) continue;
    const float score = r.score[i] + game.gumbel()[point];
    if (score > best_any) best_any = score, any = point;
    if (m.visits[i] == wanted && score > best) best = score, move = point;
  }
  move = warp_argmax(best, move);
  any = warp_argmax(best_any, any);
  return move < points ? move : any;
}

/// One descent. True: a leaf waits for the network; false: the descent ended at a proven node and is backed up.
DEV bool descend(const Game& game) {
  const Arena& a = game.arena;
  for (int n = 0;;) {
    const int64_t at = game.node(n);
    if (a.proof[at] != quiet) {
      back_up(game, n, a.proof[at] == draw ? 0.0f : static_cast<float>(a.proof[at]));
      return false;
    }
    const int move = n ? select_inside(game, n) : select_at_root(game);
    const int c = game.child(n)[move];
    if (c >= 0) {
      n = c;
      continue;
    }
    Rows stones = Rows::load(game.stones(n)).flipped_at(mine, move).swapped();
    int turns;
    const Outcome outcome = settle(stones, game.view(stones), turns, {a.leaf_vcf, a.leaf_vct});
    const int fresh = game.state[nodes];
    new_node(game, fresh, stones, n, move, turns % 2 == 1, outcome);
    if (lane() == 0) game.child(n)[move] = static_cast<int16_t>(fresh);
    warp_barrier();
    if (outcome == quiet) {
      request(game, fresh, stones);
      return true;
    }
    n = fresh;
  }
}

}  // namespace tengen::train
