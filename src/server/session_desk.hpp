#pragma once
// All sessions: found by their ids in memory or in the database, and let go when nobody cares.

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "server/routes.hpp"
#include "server/session_table.hpp"

namespace tengen {

// 128 random bits as 26 letters and digits.
std::string unguessable_id();
bool is_id(std::string_view text);

class SessionDesk {
 public:
  SessionDesk(const ServerContext& context, EnginePool& pool, SessionStore& store, std::chrono::milliseconds abandoned);
  ~SessionDesk();  // see stop()

  std::vector<Route> routes();
  std::size_t in_memory() const;

  // Ends the housekeeping and all thinking. No requests may come after it.
  void stop();

 private:
  using Table = std::shared_ptr<SessionTable>;

  Answer<Table> find(const std::string& id);
  Table held(const std::string& id) const;  // null where it is not there
  Answer<Table> add(Session session, SessionTable::Origin origin);
  ApiAnswer create(const ApiRequest& request);
  ApiAnswer list(const ApiRequest& request);
  Json damaged_summary(const std::string& id, const std::string& why) const;
  ApiAnswer remove(const std::string& id);
  ApiAnswer events(const std::string& id);
  ApiAnswer record(const ApiRequest& request);
  ApiAnswer hint(const ApiRequest& request);
  // An action that changes the session: reads its fields, then changes it.
  using Reader = std::function<Answer<SessionTable::Change>(Fields&, SessionTable&)>;
  Route action(std::string_view pattern, Reader reader);
  std::vector<Route> moving_routes();
  std::vector<Route> other_routes();

  void keep_house(const StopToken& end);
  void let_go(Clock::time_point now);

  const ServerContext& context_;
  EnginePool& pool_;
  SessionStore& store_;
  const std::chrono::milliseconds abandoned_;
  std::mutex loading_;  // a session is read once, however many ask for it; taken before mutex_
  mutable std::mutex mutex_;
  std::map<std::string, Table> tables_;
  std::jthread housekeeper_;
};

}  // namespace tengen
