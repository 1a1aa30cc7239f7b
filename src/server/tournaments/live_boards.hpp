#pragma once
// The games of a tournament while they are played, as the arena tells of them.

#include <memory>
#include <mutex>
#include <vector>

#include "arena/play_game.hpp"
#include "server/fields.hpp"

namespace tengen::server {

class LiveBoards {
 public:
  // Safe from many threads.
  void hear(arena::GameEvent event, const records::Record& record, const roster::Game& game);
  void clear();
  // A finished game's board is shown until another game takes its place.
  Json to_json() const;

 private:
  struct Board {
    std::uint64_t number = 0;
    std::array<int, 2> players{};
    std::unique_ptr<roster::Game> game;
    bool ended = false;
  };
  mutable std::mutex mutex_;
  std::vector<Board> boards_;
};

}  // namespace tengen::server
