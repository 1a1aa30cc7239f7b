#include "server/play/kept_players.hpp"

#include <algorithm>
#include <iterator>

namespace tengen::server {

template <class Condition>
std::list<KeptPlayers::Kept> KeptPlayers::out_of(const Condition& condition) {
  std::list<Kept> out;
  for (auto it = players_.begin(); it != players_.end();) {
    const auto next = std::next(it);
    if (condition(*it)) out.splice(out.end(), players_, it);
    it = next;
  }
  return out;
}

std::unique_ptr<roster::Player> KeptPlayers::take(const Key& key) {
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find(players_, key, &Kept::key);
  if (found == players_.end()) return nullptr;
  auto player = std::move(found->player);
  players_.erase(found);
  return player;
}

void KeptPlayers::keep(const Key& key, std::unique_ptr<roster::Player> player, Clock::time_point now) {
  std::list<Kept> gone;
  const std::lock_guard lock(mutex_);
  gone = out_of([&](const Kept& kept) { return kept.key == key; });  // of a search that was still on its way out
  players_.push_front({key, std::move(player), now});
  if (players_.size() > most_) gone.splice(gone.end(), players_, std::prev(players_.end()));
}

void KeptPlayers::forget_session(const std::string& session) {
  std::list<Kept> gone;
  const std::lock_guard lock(mutex_);
  gone = out_of([&](const Kept& kept) { return kept.key.session == session; });
}

void KeptPlayers::forget_before(Clock::time_point time) {
  std::list<Kept> gone;
  const std::lock_guard lock(mutex_);
  gone = out_of([&](const Kept& kept) { return kept.since < time; });
}

}  // namespace tengen::server
