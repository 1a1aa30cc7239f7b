// Every position type of every game passes the conformance suite. A new game adds a line here.

#include "games/conformance.hpp"

#include "games/connect4/twin.hpp"
#include "games/gomoku/twin.hpp"
#include "games/othello/twin.hpp"

namespace tengen {

INSTANTIATE_TYPED_TEST_SUITE_P(Connect4Small, Conformance, connect4::Conformer<connect4::SmallPosition>);
INSTANTIATE_TYPED_TEST_SUITE_P(Connect4Large, Conformance, connect4::Conformer<connect4::LargePosition>);
INSTANTIATE_TYPED_TEST_SUITE_P(GomokuSmall, Conformance, gomoku::Conformer<gomoku::SmallPosition>);
INSTANTIATE_TYPED_TEST_SUITE_P(GomokuLarge, Conformance, gomoku::Conformer<gomoku::LargePosition>);
INSTANTIATE_TYPED_TEST_SUITE_P(Othello, Conformance, othello::Conformer);

}  // namespace tengen
