#pragma once
// How a search is shown to a manager: in lines of our own, and in the words that the windows of Yixin and Rapfi read.

#include <cstddef>
#include <functional>
#include <string_view>

#include "roster/player.hpp"
#include "search/score.hpp"

namespace tengen::protocol::gomocup {

// What a manager wants to see.
struct ShowPlan {
  int size = 15;
  search::ScoreMeaning meaning{};
  std::size_t lines = 1;  // how many of the best moves
  bool realtime = false;  // INFO show_detail 1 or 3: points for the board, as MESSAGE REALTIME
  bool detail = false;    // INFO show_detail 2 or 3: each line as a block of INFO
};

using Say = std::function<void(std::string_view)>;

void show(const roster::Game& game, const roster::Choice& choice, const ShowPlan& plan, const Say& say);

}  // namespace tengen::protocol::gomocup
