#pragma once
// All sessions: found by their ids in memory or in the database, and let go when nobody cares.

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "server/api.hpp"
#include "server/play/live_session.hpp"

namespace tengen::server {

class Sessions {
 public:
  Sessions(const ServerContext& context, EnginePool& pool, SessionStore& store, std::chrono::milliseconds abandoned);
  ~Sessions();  // see stop()

  std::vector<Route> routes();
  std::size_t in_memory() const;

  // Ends the housekeeping and all thinking. No requests may come after it.
  void stop();

 private:
  using Live = std::shared_ptr<LiveSession>;

  Answer<Live> find(const std::string& id);
  Live held(const std::string& id) const;  // null where it is not there
  Answer<Live> add(Session session, LiveSession::Origin origin);
  Json damaged_summary(const std::string& id, const std::string& why) const;
  void keep_house(const StopToken& end);
  void let_go(Clock::time_point now);

  // What can be asked for.
  ApiAnswer create(const ApiRequest& request);
  ApiAnswer list(const ApiRequest& request);
  ApiAnswer show(const ApiRequest& request);
  ApiAnswer remove(const ApiRequest& request);
  ApiAnswer events(const ApiRequest& request);
  ApiAnswer record(const ApiRequest& request);
  ApiAnswer hint(const ApiRequest& request);

  const ServerContext& context_;
  EnginePool& pool_;
  SessionStore& store_;
  const std::chrono::milliseconds abandoned_;
  KeptPlayers players_;
  std::mutex loading_;  // a session is read once, however many ask for it; taken before mutex_
  mutable std::mutex mutex_;
  std::map<std::string, Live> sessions_;
  std::jthread housekeeper_;
};

}  // namespace tengen::server
