// The rules of Othello against its twin.

#include "games/othello/twin.hpp"

#include "games/twin_conformance.hpp"

namespace tengen::games {

INSTANTIATE_TYPED_TEST_SUITE_P(Othello, TwinConformance, othello::Conformer);

}  // namespace tengen::games
