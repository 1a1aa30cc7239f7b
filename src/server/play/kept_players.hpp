#pragma once
// Players of sessions between their moves, so that what one has worked out is there when it is asked again. They cost
// memory: only so many are kept, and none for long.

#include <chrono>
#include <list>
#include <memory>
#include <mutex>
#include <string>

#include "core/side.hpp"
#include "roster/player.hpp"

namespace tengen::server {

class KeptPlayers {
 public:
  // For whom a player has played. Whoever asks for another gets none.
  struct Key {
    std::string session;
    std::uint64_t game = 0;  // of this session
    Side side = Side::first;
    std::string player;  // the spec
    bool operator==(const Key&) const = default;
  };

  explicit KeptPlayers(std::size_t most) : most_(most) {}

  // Null where none is kept, or not any more.
  std::unique_ptr<roster::Player> take(const Key& key);
  // In exchange for the one that was kept for longest, where there is no room.
  void keep(const Key& key, std::unique_ptr<roster::Player> player, Clock::time_point now);
  void forget_session(const std::string& session);
  void forget_before(Clock::time_point time);

 private:
  struct Kept {
    Key key;
    std::unique_ptr<roster::Player> player;
    Clock::time_point since;
  };

  // Players may take a moment to go, so they do it after the lock.
  template <class Condition>
  std::list<Kept> out_of(const Condition& condition);

  const std::size_t most_;
  std::mutex mutex_;
  std::list<Kept> players_;  // the newest first
};

}  // namespace tengen::server
