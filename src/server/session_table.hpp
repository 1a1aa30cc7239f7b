#pragma once
// A session with people around it: who listens, which engine thinks, what still has to be saved. Everything happens
// under its own lock; engines report from their threads and are heard only while their turn is the current one.

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "server/engine_pool.hpp"
#include "server/events.hpp"
#include "server/session.hpp"
#include "server/session_store.hpp"

namespace tengen {

class SessionTable : public std::enable_shared_from_this<SessionTable> {
 public:
  // A session fresh from its maker, or from the database: there the engines wait until somebody looks.
  enum class Origin : bool { fresh, stored };
  SessionTable(Session session, Origin origin, EnginePool& pool, SessionStore& store, const ServerContext& context)
      : session_(std::move(session)),
        pool_(pool),
        store_(store),
        context_(context),
        was_heard_(origin == Origin::stored),
        suspended_(origin == Origin::stored) {}

  // Runs a change of the session: engines stop at once, and whoever is to move then begins. What is answered is on the
  // disk. `revision` is what the caller believes to be the newest.
  using Change = std::function<Answer<void>(Session&)>;
  Answer<Json> change(const Change& change, std::optional<std::int64_t> revision);
  // The same for what concerns no engine, such as the title.
  Answer<Json> rename(const std::string& title);
  // Stops the engine; its best move so far is played, or it waits for `go`.
  Answer<Json> stop(bool play);

  // For somebody who looks at the game: an engine that waited for that goes on.
  Json show();
  Json json();
  Json summary();
  Record record();
  std::unique_ptr<Game> game();  // a copy, where the session stands

  // A new listener; it gets the session at once.
  void listen(const std::shared_ptr<EventStream>& stream);
  // It was deleted: listeners are told, engines stop.
  void remove();
  Json begin();  // a session fresh from its maker: engines may start

  // Called ten times a second: flags fall, paced moves are made, engines without listeners stop.
  void tick(Clock::time_point now, std::chrono::milliseconds abandoned);
  // Tries again to save what could not be saved.
  void save_again();
  // Nobody listens, nothing thinks, and nothing happened for so long.
  bool idle(Clock::time_point now, std::chrono::minutes length);
  void stop_engine();  // for good; saves how the clock stands

 private:
  void changed(SessionStore::Outlives what);
  void save(SessionStore::Outlives what);
  void tell_listeners();
  void look();
  void stop_thinking();
  void consider(Clock::time_point now);
  void think(Clock::time_point now);
  void hear(std::uint64_t turn, const Choice& choice, const Game& game);
  void finish(std::uint64_t turn, const Chosen& chosen, const Game& game);
  void broadcast(std::string_view name, const Json& json);
  Json json_now();
  bool work(std::uint64_t turn, const SeatChoice& seat, const Limits& limits, const Game& game, const StopToken& stop);

  std::mutex mutex_;
  Session session_;
  EnginePool& pool_;
  SessionStore& store_;
  const ServerContext& context_;
  std::vector<std::shared_ptr<EventStream>> listeners_;
  bool was_heard_;  // somebody listened once
  bool suspended_;  // nobody looks any more, so engines wait
  bool removed_ = false;
  std::string unsaved_;                         // why the newest change is not in the database
  Clock::time_point last_left_ = Clock::now();  // somebody looked and went
  Clock::time_point last_change_ = Clock::now();

  EnginePool::Handle job_;
  std::uint64_t turn_ = 0;  // raised whenever an engine's opinion stops to matter
  Clock::time_point asked_{};
  Clock::time_point last_thought_{};
  std::optional<Clock::time_point> due_;  // a paced move waits until then
};

}  // namespace tengen
