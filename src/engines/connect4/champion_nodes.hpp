#pragma once
// The champion's tree is a graph: nodes live in a hash table, and all orders of the same moves meet in one of them.
//
// A node is a position with a real choice. It keeps what it learned about each move, so that choosing one reads two
// cache lines and no child:
//
//      key | visits value | visits of the moves a … l | values of the moves | ends of the moves | moves end plies
//       8       4     4      12 × 4                      12 × 4                12 × 1              2    1    1   = 128
//
// The table forgets: a full bucket gives up its least visited node. Its parents still know what it was worth.

#include <array>
#include <cassert>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>

#include "core/no_memory.hpp"
#include "engines/rules.hpp"
#include "games/connect4/position.hpp"

namespace tengen::engines::connect4 {

// How a game ends with best play, as far as it is proven: the number of discs on the board when somebody wins. Odd
// numbers are wins of the first player, who made the last move then; even ones are wins of the second.
using End = std::uint8_t;
inline constexpr End open_end = 0;
inline constexpr End drawn_end = 255;

constexpr End won_at(int plies) noexcept { return static_cast<End>(plies); }
constexpr bool is_win(End end) noexcept { return end != open_end && end != drawn_end; }
// 1 when the first player wins, −1 when the second does.
constexpr int value_of(End end) noexcept { return is_win(end) ? (end % 2 == 1 ? 1 : -1) : 0; }

struct alignas(64) Node {
  std::uint64_t key;
  std::uint32_t visits;  // 0: the slot is free
  float value;           // the mean result, seen from the first player, as are all values here
  std::array<std::uint32_t, Geometry::largest> move_visits;
  std::array<float, Geometry::largest> move_values;
  std::array<End, Geometry::largest> move_ends;
  std::uint16_t moves : 12;      // the columns worth trying: no others avoid an immediate loss
  std::uint16_t generation : 4;  // of the last search that came by
  End end;
  std::uint8_t plies;

  int sign() const noexcept { return plies % 2 == 0 ? 1 : -1; }  // 1: the first player is to move
};
static_assert(sizeof(Node) == 128);

class NodeTable {
 public:
  // As many nodes as fit the bytes; memory that is never visited is never taken from the system.
  explicit NodeTable(std::size_t bytes) {
    while (buckets_ * 2 * sizeof(Bucket) <= bytes) buckets_ *= 2;
    clear();
  }

  void clear() {
    // calloc hands out untouched pages, so that a short game costs no more than it uses.
    memory_.reset();
    memory_.reset(std::calloc(buckets_ * sizeof(Bucket) + alignof(Bucket), 1));
    if (!memory_) throw NoMemory("connect4/champion", buckets_ * sizeof(Bucket));
    void* start = memory_.get();
    std::size_t space = buckets_ * sizeof(Bucket) + alignof(Bucket);
    table_ = static_cast<Bucket*>(std::align(alignof(Bucket), buckets_ * sizeof(Bucket), start, space));
    used_ = 0;
  }

  Node* find(std::uint64_t key) const noexcept {
    for (Node& node : bucket(key))
      if (node.visits > 0 && node.key == key) return &node;
    return nullptr;
  }

  // A blank node for the key, which is not in the table. Nothing when all slots are taken by `kept` nodes.
  Node* insert(std::uint64_t key, unsigned generation, std::span<Node* const> kept) noexcept {
    Node* victim = nullptr;
    for (Node& node : bucket(key)) {
      if (node.visits == 0) {
        ++used_;
        victim = &node;
        break;
      }
      if (victim && !cheaper(node, *victim, generation)) continue;
      bool keep = false;
      for (const Node* other : kept) keep |= other == &node;
      if (!keep) victim = &node;
    }
    if (!victim) return nullptr;
    *victim = Node{};
    victim->key = key;
    victim->generation = static_cast<std::uint16_t>(generation & 15);
    return victim;
  }

  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t i = 0; i < buckets_; ++i)
      for (const Node& node : table_[i])
        if (node.visits > 0) visit(node);
  }

  std::size_t bytes() const noexcept { return buckets_ * sizeof(Bucket); }
  std::size_t capacity() const noexcept { return buckets_ * 4; }
  std::size_t used() const noexcept { return used_; }

 private:
  using Bucket = std::array<Node, 4>;
  struct Free {
    void operator()(void* memory) const noexcept { std::free(memory); }
  };

  Bucket& bucket(std::uint64_t key) const noexcept { return table_[key & (buckets_ - 1)]; }

  // What earlier searches left goes first, then what was seldom visited.
  static bool cheaper(const Node& a, const Node& b, unsigned generation) noexcept {
    const bool fresh_a = a.generation == (generation & 15), fresh_b = b.generation == (generation & 15);
    return fresh_a != fresh_b ? fresh_b : a.visits < b.visits;
  }

  std::size_t buckets_ = 1;
  std::unique_ptr<void, Free> memory_;
  Bucket* table_ = nullptr;
  std::size_t used_ = 0;
};

}  // namespace tengen::engines::connect4
