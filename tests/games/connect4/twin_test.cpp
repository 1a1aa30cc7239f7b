// The rules of Connect Four against its twin, and every shape of board with a blocked cell against the suite of all games.

#include "games/connect4/twin.hpp"

#include "games/conformance.hpp"
#include "games/twin_conformance.hpp"

namespace tengen::games {

using Connect4Conformers =
    testing::Types<connect4::Conformer<connect4::SmallPosition>, connect4::Conformer<connect4::LargePosition>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Connect4, TwinConformance, Connect4Conformers);
INSTANTIATE_TYPED_TEST_SUITE_P(Connect4Blocked, Conformance, Connect4Conformers);

}  // namespace tengen::games
