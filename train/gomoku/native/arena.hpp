// What one batch of games keeps in memory. Everything is a tensor that Python allocates; the kernels only see pointers.
//
//   game g ── state[g]                  where the game stands (enum State below)
//          ├─ board[g]                  the position whose move is being searched
//          ├─ tree: node n of game g    node 0 is the root; a node is a position where the side to move has a choice
//          │    ├─ prior, child         one entry a point
//          │    └─ visits, value_sum …  one entry a node, seen from the node's side to move
//          └─ history[g][t]             quiet positions of this game, until its result is known → replay
#pragma once
#include "settle.hpp"

namespace tengen::train {

constexpr int planes = 16;
constexpr int history_length = 112;
constexpr int no_move = -1;
constexpr float not_learned = -1, labelled = -2;  // past_weight of positions without a surprise

enum State : int {
  pending,      // node that waits for the network, or one of the codes below
  simulations,  // done in this search
  budget,       // simulations of this search
  nodes,        // in the tree
  recorded,     // positions in the history
  turn,         // 0: the side that moved first in this game is to move, 1: the other
  symmetry,     // 0..7, of the evaluation that is under way
  is_full,      // this search is a full one: its policy is learned
  result_move,  // match mode: the move found
  rule,         // enum Rule
  state_size = 12
};
constexpr int at_new_game = -1, is_idle = -2, is_done = -3, at_new_search = -4;

/// Mirrors `Arena` in native.py, field by field.
struct Arena {
  // settings
  int32_t games, max_nodes, self_play, full_simulations, fast_simulations, considered, leaf_vcf, plane_vcf, root_vcf,
      leaf_vct, root_vct, pool_size, replay_size, schedule_size, steps_without_network;
  float full_share, value_weight, value_visits, exploration, first_play, lambda, surprise, noise, noise_share;
  // tables
  const int16_t* permutation;  // [16][points]: eight symmetries, then their inverses
  const int16_t* schedule;     // [2][schedule_size]: visits of the root move to try at simulation i, full and fast
  const uint64_t* pool;        // [pool_size][side_length] openings
  const uint8_t* pool_rule;    // [pool_size]
  // games
  int32_t* state;       // [games][state_size]
  uint64_t* random;     // [games]
  uint64_t* board;      // [games][side_length]
  float* gumbel;        // [games][points]
  float* result_value;  // [games]
  // trees, [games][max_nodes] each
  uint64_t* stones;  // …[side_length]
  float* prior;      // …[points], 0 on illegal points
  int16_t* child;    // …[points], −1: not tried
  int32_t* visits;
  float* value_sum;
  float* network_value;
  int16_t* parent;
  int16_t* action;    // the parent's move that leads here
  int8_t* same_side;  // the side to move is the parent's (a forced reply lies between)
  int8_t* proof;      // Outcome
  // exchange with the network
  half_t* input;        // [games][side_length][side_length][planes]
  const float* logits;  // [games][points]
  const float* value;   // [games], in −1..1
  // history, [games][history_length] each
  uint64_t* past_stones;  // …[side_length]
  half_t* past_policy;    // …[points]
  float* past_value;
  float* past_weight;
  int16_t* past_move;
  uint8_t* past_turn;
  // replay, [replay_size] each
  uint64_t* replay_stones;  // …[side_length]
  half_t* replay_policy;    // …[points]
  float* replay_value;
  int16_t* replay_next;
  uint8_t* replay_rule;
  // counters
  uint64_t* counters;  // enum Counter
};

enum Counter : int {
  replay_head,
  games_done,
  moves_done,
  first_side_wins,
  draws,
  evaluations,
  simulations_done,
  stones_played,
  counter_size
};

DEV void add(uint64_t* counter, uint64_t n) {
#ifdef __CUDACC__
  if (lane() == 0) atomicAdd(reinterpret_cast<unsigned long long*>(counter), static_cast<unsigned long long>(n));
#else
  *counter += n;
#endif
}

/// Reserves n places; every lane gets the first.
DEV uint64_t reserve(uint64_t* counter, uint64_t n) {
#ifdef __CUDACC__
  unsigned long long at = 0;
  if (lane() == 0) at = atomicAdd(reinterpret_cast<unsigned long long*>(counter), static_cast<unsigned long long>(n));
  return __shfl_sync(all_lanes, at, 0);
#else
  const uint64_t at = *counter;
  *counter += n;
  return at;
#endif
}

DEV uint64_t mixed(uint64_t x) {  // splitmix64
  x += 0x9E3779B97F4A7C15ull;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ x >> 27) * 0x94D049BB133111EBull;
  return x ^ x >> 31;
}
DEV float unit(uint64_t x) { return (static_cast<float>(x >> 40) + 0.5f) * (1.0f / 16777216.0f); }

/// One game of the arena: its slices of the tensors.
struct Game {
  const Arena& arena;
  int index;
  int32_t* state;

  DEV Game(const Arena& a, int g) : arena(a), index(g), state(a.state + static_cast<int64_t>(g) * state_size) {}

  DEV int64_t node(int n) const { return static_cast<int64_t>(index) * arena.max_nodes + n; }
  DEV float* prior(int n) const { return arena.prior + node(n) * points; }
  DEV int16_t* child(int n) const { return arena.child + node(n) * points; }
  DEV uint64_t* stones(int n) const { return arena.stones + node(n) * side_length; }
  DEV uint64_t* board() const { return arena.board + static_cast<int64_t>(index) * side_length; }
  DEV float* gumbel() const { return arena.gumbel + static_cast<int64_t>(index) * points; }
  DEV View view(const Rows& position) const { return view_of(state[rule], position); }
  DEV int64_t past(int t) const { return static_cast<int64_t>(index) * history_length + t; }

  DEV void set(int field, int x) const {
    warp_barrier();
    if (lane() == 0) state[field] = x;
    warp_barrier();
  }
  DEV uint64_t random() const {
    const uint64_t x = mixed(arena.random[index]);
    warp_barrier();
    if (lane() == 0) arena.random[index] = x;
    warp_barrier();
    return x;
  }
  /// Mean value of a child for the side to move at its parent.
  DEV float child_value(int64_t c) const {
    const float v = arena.proof[c] == win    ? 1.0f
                    : arena.proof[c] == loss ? -1.0f
                                             : arena.value_sum[c] / static_cast<float>(arena.visits[c]);
    return arena.same_side[c] ? v : -v;
  }
};

}  // namespace tengen::train
