#pragma once
// A session with people around it: who listens, which engine thinks, what still has to be saved. Everything happens
// under its own lock; engines report from their threads and are heard only while their turn is the current one.

#include <chrono>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/hash.hpp"
#include "server/engine_pool.hpp"
#include "server/http/events.hpp"
#include "server/play/session.hpp"
#include "server/play/session_store.hpp"

namespace tengen::server {

// Players of sessions between their moves, so that what one has worked out is there when it is asked again. They cost
// memory: only so many are kept, and none for long.
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

// What live sessions share.
struct SessionServices {
  const ServerContext& context;
  EnginePool& pool;
  SessionStore& store;
  KeptPlayers& players;
};

class LiveSession : public std::enable_shared_from_this<LiveSession> {
 public:
  // A session fresh from its maker, or from the database: there the engines wait until somebody looks.
  enum class Origin : bool { fresh, stored };
  LiveSession(Session session, Origin origin, const SessionServices& services)
      : session_(std::move(session)),
        services_(services),
        was_heard_(origin == Origin::stored),
        suspended_(origin == Origin::stored) {}

  // Answers are a Session of docs/api.md as JSON text, written once for all who get it.

  // Runs a change of the session: engines stop at once, and whoever is to move then begins. What is answered is on the
  // disk. `revision` is what the caller believes to be the newest.
  using Change = std::function<Answer<void>(Session&)>;
  Answer<std::string> change(const Change& change, std::optional<std::int64_t> revision);
  // The same for what concerns no engine, such as the title.
  Answer<std::string> rename(const std::string& title);
  // Stops the engine; its best move so far is played, or it waits for `go`.
  Answer<std::string> stop(bool play);

  // For somebody who looks at the game: an engine that waited for that goes on.
  std::string show();
  Json summary();
  records::Record record();
  std::unique_ptr<roster::Game> game();  // a copy, where the session stands
  const roster::GameKind& kind() const { return session_.kind(); }

  // A new listener; it gets the session at once.
  void listen(const std::shared_ptr<EventStream>& stream);
  // It was deleted: listeners are told, engines stop.
  void remove();
  std::string begin();  // a session fresh from its maker: engines may start

  // Called ten times a second: flags fall, paced moves are made, engines without listeners stop.
  void tick(Clock::time_point now, std::chrono::milliseconds abandoned);
  // Tries again to save what could not be saved.
  void save_again();
  // Nobody listens, nothing thinks, and nothing happened for so long.
  bool idle(Clock::time_point now, std::chrono::minutes length);
  void stop_engine();  // for good; saves how the clock stands

 private:
  // An engine's turn to move.
  struct Turn {
    std::uint64_t number = 0;
    KeptPlayers::Key player;
    Limits limits;
    std::shared_ptr<const roster::Game> game;

    std::uint64_t seed() const { return hash_words(game->key(), number); }
  };

  std::string changed(SessionStore::Outlives what);
  void save(SessionStore::Outlives what, const std::string& state);
  std::string state_text() const { return session_.state_text(Clock::now()); }
  std::string answer_text(const std::string& state) const;
  std::string answer_text() const { return answer_text(state_text()); }
  void tell_listeners(const std::string& answer);
  void look();
  void stop_thinking();
  void pause(std::string message);
  void consider(Clock::time_point now);
  void think(Clock::time_point now);
  Limits get_ready(const Turn& turn, std::unique_ptr<roster::Player>& player, const StopToken& stop);
  bool work(const Turn& turn, const StopToken& stop);
  void hear(const Turn& turn, const roster::Choice& choice);
  void finish(const Turn& turn, const roster::Chosen& chosen);

  std::mutex mutex_;
  Session session_;
  const SessionServices services_;
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

}  // namespace tengen::server
