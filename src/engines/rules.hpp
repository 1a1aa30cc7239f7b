#pragma once
// The players of a game speak the words of its rules: inside engines::gomoku, games::gomoku's names stand alone.

// Empty here, so that including this costs nothing.
namespace tengen::games::connect4 {}
namespace tengen::games::gomoku {}
namespace tengen::games::othello {}

namespace tengen::engines {

namespace connect4 {
using namespace games::connect4;
}
namespace gomoku {
using namespace games::gomoku;
}
namespace othello {
using namespace games::othello;
}

}  // namespace tengen::engines
