#pragma once
// The opening under the rule Swap2, by a player's own judgement. One side puts three stones, black, white, black; the
// other one takes white and moves, takes black, or puts two more stones, white and black, and leaves the choice to the
// first.

#include <vector>

#include "core/rng.hpp"
#include "protocol/engine_session.hpp"

namespace tengen::protocol::gomocup {

class Swap2 {
 public:
  Swap2(EngineSession& session, std::uint64_t seed) : session_(session), rng_(seed) {}

  struct Stones {
    std::vector<roster::AnyMove> moves;
    double edge = 0;  // what the side to move after them is ahead, from -1 to 1
  };
  // So many more stones for this position, after which the sides are as even as the player can tell. Other ones each
  // time; none where there is no room.
  Stones balance(const roster::Game& game, int stones, const Limits& limits);

  struct Decision {
    enum class Kind { swap, play, put_two };
    Kind kind = Kind::swap;
    Stones stones;  // one to play, two to put; the edge as it was without them
  };
  // What to do about three or five stones on the board; white is to move. A failure of the player is handed on.
  tl::expected<Decision, roster::Failure> decide(const roster::Game& game, const Limits& limits);

 private:
  bool add_stones(roster::Game& game, int stones, std::vector<roster::AnyMove>& moves);
  double edge(const roster::Choice& choice) const;

  EngineSession& session_;
  Rng rng_;
};

}  // namespace tengen::protocol::gomocup
