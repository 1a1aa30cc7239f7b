// One game as a state machine. step() takes the network's answer to the last question, plays on as far as it can
// without the network, and leaves the next question. Games never wait for each other.
//
//      new game ──► new search ──► root to the network ──► descents ──► leaf to the network ─┐
//         ▲             ▲                                     ▲  └── proven leaf: backed up ─┤
//         │             └── move played, forced replies too ◄─┴──────────────────────────────┘
//         └── result known: the history goes to the replay buffer
#pragma once
#include "tree.hpp"

namespace tengen::train {

DEV void begin_search(const Game& game, const Rows& stones) {
  const Arena& a = game.arena;
  const uint64_t seed = game.random();
  const bool noisy = a.noise > 0 && unit(game.random()) < a.noise_share;
  for (int i = 0; i < slots; ++i) {
    const int point = lane() + lanes * i;
    if (point < points) game.gumbel()[point] = noisy ? -a.noise * logf(-logf(unit(mixed(seed + point)))) : 0;
  }
  const bool full = !a.self_play || unit(game.random()) < a.full_share;
  game.set(is_full, full);
  game.set(budget, 1 + (full ? a.full_simulations : a.fast_simulations));  // the root's evaluation is one more
  game.set(simulations, 0);
  stones.store(game.board());
  new_node(game, 0, stones, 0, no_move, false, quiet);
  request(game, 0, stones);
}

/// Copies one remembered position into the replay buffer.
DEV void remember(const Game& game, int t, float value, int next) {
  const Arena& a = game.arena;
  const int64_t from = game.past(t);
  const int64_t to = static_cast<int64_t>(reserve(a.counters + replay_head, 1) % a.replay_size);
  for (int i = 0; i < slots; ++i) {
    const int point = lane() + lanes * i;
    if (point < points) a.replay_policy[to * points + point] = a.past_policy[from * points + point];
  }
  Rows::load(a.past_stones + from * side_length).store(a.replay_stones + to * side_length);
  if (lane() == 0) {
    a.replay_value[to] = value, a.replay_next[to] = static_cast<int16_t>(next);
    a.replay_rule[to] = static_cast<uint8_t>(game.state[rule]);
  }
  warp_barrier();
}

/// Turns the history into training samples. `first_wins`: +1, 0 (draw) or −1 for the side that moved first. A position's
/// value target is the lambda-return of the root values after it; positions whose search surprised the network are
/// taken more often (KataGo's policy surprise weighting).
DEV void end_game(const Game& game, float first_wins) {
  const Arena& a = game.arena;
  const int length = game.state[recorded];
  float surprise = 0, count = 0;
  for (int t = 0; t < length; ++t) {
    const float s = a.past_weight[game.past(t)];
    if (s >= 0) surprise += s, count += 1;
  }
  float outcome = first_wins;
  for (int t = length - 1; t >= 0; --t) {
    const float sign = a.past_turn[game.past(t)] ? -1.0f : 1.0f;
    const float s = a.past_weight[game.past(t)];
    const int next = t + 1 < length ? a.past_move[game.past(t + 1)] : no_move;
    if (s != not_learned) {
      const float weight = s == labelled ? 1 : 1 - a.surprise + a.surprise * s * count / fmaxf(surprise, 1e-6f);
      const int copies = static_cast<int>(fminf(weight, 6.0f) + unit(game.random()));
      for (int k = 0; k < copies; ++k) remember(game, t, sign * outcome, next);
    }
    outcome = a.lambda * outcome + (1 - a.lambda) * sign * a.past_value[game.past(t)];
  }
  add(a.counters + games_done, 1);
  if (first_wins > 0) add(a.counters + first_side_wins, 1);
  if (first_wins == 0) add(a.counters + draws, 1);
  game.set(pending, at_new_game);
}

DEV void new_game(const Game& game) {
  const Arena& a = game.arena;
  game.set(recorded, 0);
  game.set(turn, 0);
  Rows stones;
  for (int attempt = 0; attempt < 8; ++attempt) {
    const auto opening = static_cast<int64_t>(game.random() % a.pool_size);
    stones = Rows::load(a.pool + opening * side_length);
    game.set(rule, a.pool_rule[opening]);
    int turns;
    if (settle(stones, game.view(stones), turns, {a.root_vcf, a.root_vct}) == quiet) return begin_search(game, stones);
  }
  game.set(pending, at_new_game);  // a pool of decided openings: try again at the next step
}

/// Adds a position to the history. `policy` is spread over the lanes.
DEV void record(const Game& game, const Rows& stones, const float* policy, float value, float weight, int move) {
  const Arena& a = game.arena;
  const int t = game.state[recorded];
  const int64_t at = game.past(t);
  for (int i = 0; i < slots; ++i) {
    const int point = lane() + lanes * i;
    if (point < points) a.past_policy[at * points + point] = static_cast<half_t>(policy[i]);
  }
  stones.store(a.past_stones + at * side_length);
  if (lane() == 0) {
    a.past_value[at] = value, a.past_weight[at] = weight;
    a.past_move[at] = static_cast<int16_t>(move), a.past_turn[at] = static_cast<uint8_t>(game.state[turn]);
  }
  game.set(recorded, t + 1);
}

/// A run of threats wins from here: the position is learned with that label, so that the network knows it too.
DEV void record_win(const Game& game, const Rows& stones, int move) {
  float policy[slots];
  for (int i = 0; i < slots; ++i) policy[i] = lane() + lanes * i == move;
  record(game, stones, policy, 1, labelled, move);
}

/// Plays the move in self-play, with the forced replies, and goes on to the next search or the end of the game.
DEV void play(const Game& game, int move) {
  const Arena& a = game.arena;
  Rows stones = Rows::load(game.board()).flipped_at(mine, move).swapped();
  int turns;
  const Outcome outcome = settle(stones, game.view(stones), turns, {a.root_vcf, 0});
  const int to_move = game.state[turn] ^ ((1 + turns) & 1);
  add(a.counters + stones_played, 1 + turns);
  if (outcome == draw || game.state[recorded] >= history_length) return end_game(game, 0);
  if (outcome != quiet) return end_game(game, (outcome == win) == (to_move == 0) ? 1.0f : -1.0f);
  game.set(turn, to_move);
  const int run = vct(stones, game.view(stones), a.root_vct);
  if (run < 0) return begin_search(game, stones);
  record_win(game, stones, run);
  end_game(game, to_move == 0 ? 1.0f : -1.0f);
}

/// The search is over: the improved policy, its value, and the move.
DEV void finish_search(const Game& game) {
  const Arena& a = game.arena;
  const Moves m = moves_of(game, 0);
  const RootScores r = root_scores(game, m);
  const int proof = a.proof[game.node(0)];
  float policy[slots], top = -1e30f;
  for (int i = 0; i < slots; ++i) {
    policy[i] = r.score[i];
    if (proof == win && !(m.visits[i] > 0 && m.value[i] == 1.0f)) policy[i] = -1e30f;  // only proven moves
    top = fmaxf(top, policy[i]);
  }
  top = warp_max(top);
  float total = 0;
  for (int i = 0; i < slots; ++i) total += policy[i] = policy[i] > -1e29f ? expf(policy[i] - top) : 0;
  total = warp_sum(total);
  float value = 0, surprise = 0, best = -1e30f;
  int move = points;
  for (int i = 0; i < slots; ++i) {
    const int point = lane() + lanes * i;
    policy[i] /= total;
    value += policy[i] * (m.visits[i] > 0 ? m.value[i] : 2 * r.value - 1);
    if (policy[i] > 0) surprise += policy[i] * logf(policy[i] / m.prior[i]);
    const bool candidate = m.prior[i] > 0 && (proof == win ? policy[i] > 0 : m.visits[i] == r.most_visits);
    if (!candidate) continue;
    const float score = r.score[i] + game.gumbel()[point];
    if (score > best) best = score, move = point;
  }
  value = proof == quiet || proof == draw ? warp_sum(value) : static_cast<float>(proof);
  surprise = fmaxf(warp_sum(surprise), 0.0f);
  move = warp_argmax(best, move);
  add(a.counters + moves_done, 1);
  add(a.counters + simulations_done, game.state[simulations]);
  if (!a.self_play) {
    if (lane() == 0) a.result_value[game.index] = value;
    game.set(result_move, move);
    return game.set(pending, is_done);
  }
  record(game, Rows::load(game.board()), policy, value, game.state[is_full] ? surprise : not_learned, move);
  if (proof == win || proof == loss) return end_game(game, (proof == win) == (game.state[turn] == 0) ? 1.0f : -1.0f);
  play(game, move);
}

/// Match mode: answers at once where no network is needed, or begins a search of the position in board().
DEV void begin_match_search(const Game& game) {
  const Rows stones = Rows::load(game.board());
  const int move = forced_move(stones, game.view(stones), {game.arena.root_vcf, game.arena.root_vct});
  if (move < 0) return begin_search(game, stones);
  game.set(result_move, move);
  game.set(pending, is_done);
}

DEV void step(const Arena& arena, int g) {
  const Game game(arena, g);
  const int waiting = game.state[pending];
  if (waiting == is_done) return;
  if (waiting >= 0) {
    add(arena.counters + evaluations, 1);
    back_up(game, waiting, expand(game, waiting));
    game.set(pending, is_idle);
  }
  for (int k = 0; k < arena.steps_without_network; ++k) {
    const int now = game.state[pending];
    if (now == at_new_game)
      new_game(game);
    else if (now == at_new_search)
      begin_match_search(game);
    else if (game.state[simulations] >= game.state[budget] || arena.proof[game.node(0)] != quiet)
      finish_search(game);
    else if (descend(game))
      return;
    if (game.state[pending] >= 0 || game.state[pending] == is_done) return;
  }
}

}  // namespace tengen::train
