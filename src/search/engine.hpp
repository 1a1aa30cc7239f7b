#pragma once
// What every player of a game implements: one virtual call per move, never per node.

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/limits.hpp"
#include "games/position.hpp"

namespace tengen::search {

// A root move and what the search thinks of it.
template <games::Position P>
struct Candidate {
  typename P::Move move{};
  double value = 0;  // as SearchResult::score; an upper bound when not exact
  bool exact = true;
  std::uint64_t visits = 0;            // simulations, where the search counts them
  std::vector<typename P::Move> pv{};  // from this move on, where the search knows it
};

// Everything is seen from the side to move.
template <games::Position P>
struct SearchResult {
  typename P::Move best{};
  double score = 0;
  std::optional<int> end_in;  // plies to a proven win (positive) or loss (negative)
  int depth = 0;              // plies looked ahead with every root move; 0 when the search was stopped before
  std::uint64_t nodes = 0;
  std::vector<typename P::Move> pv;
  std::vector<Candidate<P>> candidates;    // best first
  bool end_is_bound = false;               // the end that end_in tells of may come sooner, not later
  std::chrono::nanoseconds helpers_cpu{};  // processor time of other threads than the one that was asked
};

// Called with intermediate results while a search runs; may be empty.
template <games::Position P>
using InfoSink = std::function<void(const SearchResult<P>&)>;

template <games::Position P>
class Engine {
 public:
  virtual ~Engine() = default;

  // Forgets everything learned so far. From here on the engine's choices depend on the seed and the positions alone,
  // as long as no limit is in time.
  virtual void new_game(std::uint64_t seed) = 0;

  // Makes what a search from here needs and what takes time to make, such as large tables, before the clock runs.
  virtual void prepare(const P&) {}

  // Whether the same seed and positions give the same results under these limits.
  virtual bool repeatable(const Limits& limits) const { return !limits.timed(); }

  // Blocks until the limits or the token say stop. Precondition: the game goes on.
  virtual SearchResult<P> search(const P& position, const Limits& limits, StopToken stop, const InfoSink<P>& info) = 0;

  // Thinks while the other side does, from the position in which that one is to move, until the token says stop. What it
  // finds helps the next search. An engine that keeps nothing from one search to the next has nothing to do here.
  virtual void ponder(const P&, StopToken) {}
};

}  // namespace tengen::search
