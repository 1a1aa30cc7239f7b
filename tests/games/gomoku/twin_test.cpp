// The rules of Gomoku against its twin.

#include "games/gomoku/twin.hpp"

#include "games/twin_conformance.hpp"

namespace tengen::games {

using GomokuConformers =
    testing::Types<gomoku::Conformer<gomoku::SmallPosition>, gomoku::Conformer<gomoku::LargePosition>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Gomoku, TwinConformance, GomokuConformers);

}  // namespace tengen::games
