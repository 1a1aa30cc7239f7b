#pragma once
// A player at the edge: anything that can be asked for a move.

#include <chrono>
#include <functional>
#include <optional>
#include <vector>

#include "core/limits.hpp"
#include "roster/game.hpp"

namespace tengen::roster {

struct AnyCandidate {
  AnyMove move;
  double value = 0;
  bool exact = true;
  std::uint64_t visits = 0;
  std::vector<AnyMove> pv{};  // from this move on, where the player knows it
};

// A chosen move and what the player thought; all values are seen from the side to move.
struct Choice {
  AnyMove move{};
  double score = 0;
  std::optional<int> end_in{};  // plies to a proven win (positive) or loss (negative)
  int depth = 0;
  std::uint64_t nodes = 0;
  std::vector<AnyMove> pv{};
  std::vector<AnyCandidate> candidates{};
  bool end_is_bound = false;  // the end may come sooner than end_in says, not later
  // Of the time it took, what was no thinking and is not taken off its clock: a program outside was being started, say.
  std::chrono::nanoseconds uncounted{};
  // Measured by Player::ask: the time that counts, and processor time, that of the player's own helpers included.
  std::chrono::nanoseconds time{};
  std::chrono::nanoseconds cpu{};
};

// How a player can fail to choose. Each loses the game; the arena counts each kind apart.
enum class Fault : std::uint8_t {
  resign,        // it gave the game up: the one way to lose here that is no failure
  error,         // it said that it cannot, or threw
  illegal_move,  // it answered with a move that the rules do not allow
  crash,         // its process ended
  hang,          // it did not answer at all
  garbage,       // its answer could not be read
  flood,         // it wrote without end
  slow_start,    // it was not ready in time
  unstoppable,   // it had to be killed, though asked politely to end
};
struct Failure {
  Fault fault = Fault::error;
  std::string message;
  std::chrono::nanoseconds cpu{};  // as in a Choice

  template <class T>
  operator tl::expected<T, Failure>() const {
    return tl::unexpected(*this);
  }
};
using Chosen = tl::expected<Choice, Failure>;

using ChoiceSink = std::function<void(const Choice&)>;

class Player {
 public:
  virtual ~Player() = default;

  // Everybody who wants a move from a player, begins a game with it and then asks. Neither throws.

  // Forgets the last game and gets ready for one from this position, off the clock: large tables are made, a program
  // outside starts. The seed decides all chance. What goes wrong here is told once more by every ask of this game.
  std::optional<Failure> begin(const Game& game, std::uint64_t seed, StopToken stop = {});
  // The move for this position and what it took. Precondition: the game goes on and is of the kind that the player was
  // made for. A choice is legal; a failure loses the game, and the player can be asked again after the next begin. When
  // `stop` says so it returns at once, with any move. `watch` hears intermediate results.
  Chosen ask(const Game& game, const Limits& limits = {}, StopToken stop = {}, const ChoiceSink& watch = {});
  // Lets the player think on its opponent's time: this is the position after its move. Blocks until `stop` says so, or
  // until it has nothing more to think about; what it found helps the next ask of this game.
  void ponder(const Game& game, StopToken stop);

  // Whether the same seed and positions give the same choices under these limits.
  virtual bool repeatable(const Limits& limits) const { return !limits.timed(); }
  // CPU time spent on its thinking so far, where it knows better than whoever watches the thread that asks it: a
  // program outside has time of its own.
  virtual std::optional<std::chrono::nanoseconds> cpu_time() const { return std::nullopt; }
  // Ends whatever the player keeps running outside; nothing else may be called after it. Says what went wrong, if
  // anything did. The destructor ends it as well, without a word.
  virtual std::optional<Failure> finish() { return std::nullopt; }

 protected:
  // What a kind of player does for the above; these may throw.
  virtual void new_game(std::uint64_t seed) = 0;
  virtual std::optional<Failure> prepare(const Game&, StopToken) { return std::nullopt; }
  virtual Chosen choose(const Game& game, const Limits& limits, StopToken stop, const ChoiceSink& info) = 0;
  virtual void think_ahead(const Game&, StopToken) {}

 private:
  std::optional<Failure> not_ready_;
};

}  // namespace tengen::roster
