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
  SessionTable(Session session, EnginePool& pool, const ServerContext& context)
      : session_(std::move(session)), pool_(pool), context_(context) {}

  // Runs a change of the session: engines stop at once, and whoever is to move then begins. `revision` is what the
  // caller believes to be the newest.
  using Change = std::function<Answer<void>(Session&)>;
  Answer<Json> change(const Change& change, std::optional<std::int64_t> revision);
  // The same for what concerns no engine, such as the title.
  Answer<Json> rename(const std::string& title);
  // Stops the engine; its best move so far is played, or it waits for `go`.
  Answer<Json> stop(bool play);

  Json json();
  Json summary();
  Record record();
  std::unique_ptr<Game> game();  // a copy, where the session stands

  // A new listener; it gets the session at once.
  void listen(const std::shared_ptr<EventStream>& stream);
  // It was deleted: listeners are told, engines stop.
  void remove();
  void begin();  // a session fresh from its maker: engines may start

  // Called ten times a second: flags fall, paced moves are made, engines without listeners stop.
  void tick(Clock::time_point now, std::chrono::milliseconds abandoned);
  // What changed since the last time, for the database.
  std::optional<SessionStore::Row> take_unsaved();
  // Nobody listens, nothing thinks, and nothing happened for so long.
  bool idle(Clock::time_point now, std::chrono::minutes length);
  void stop_engine();

 private:
  void changed();
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
  const ServerContext& context_;
  std::vector<std::shared_ptr<EventStream>> listeners_;
  bool was_heard_ = false;  // somebody listened once
  bool suspended_ = false;  // nobody listens any more, so engines wait
  bool removed_ = false;
  bool unsaved_ = true;
  Clock::time_point last_left_{};
  Clock::time_point last_change_ = Clock::now();

  EnginePool::Handle job_;
  std::uint64_t turn_ = 0;  // raised whenever an engine's opinion stops to matter
  Clock::time_point asked_{};
  Clock::time_point last_thought_{};
  std::optional<Clock::time_point> due_;  // a paced move waits until then
};

}  // namespace tengen
