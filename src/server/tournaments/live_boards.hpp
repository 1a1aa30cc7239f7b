#pragma once
// The games of a tournament while they are played. The arena reports finished games only; so every player of the
// registry is wrapped, and says what it is asked about.

#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "roster/registry.hpp"
#include "server/fields.hpp"

namespace tengen {

class LiveBoards {
 public:
  // A player as it was made: its name and its settings.
  struct Who {
    std::string name;
    Values values;
    bool operator==(const Who&) const = default;
  };

  // This player is about to move. Each of the arena's threads plays one game at a time.
  void note(const Who& who, const Game& game);
  void clear();
  // The boards under way; players by their places in the list, null where one is not known yet.
  Json to_json(const std::vector<Who>& players) const;

 private:
  struct Board {
    std::unique_ptr<Game> game;
    std::array<Who, 2> sides;
  };
  mutable std::mutex mutex_;
  std::map<std::thread::id, Board> boards_;
};

// The same players, watched. The boards must outlive it.
Registry watched(const Registry& registry, LiveBoards& boards);
// Who a spec means.
LiveBoards::Who who_is(const std::string& spec, const Registry& registry);

}  // namespace tengen
