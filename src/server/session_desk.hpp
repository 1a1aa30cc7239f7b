#pragma once
// All sessions: found by their ids in memory or in the database, saved as they change, and let go when nobody cares.

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

class SessionDesk {
 public:
  SessionDesk(const ServerContext& context, EnginePool& pool, SessionStore& store, std::chrono::milliseconds abandoned);
  ~SessionDesk();  // see stop()

  std::vector<Route> routes();
  std::size_t in_memory() const;

  // Ends the housekeeping and all thinking, and saves. No requests may come after it.
  void stop();

 private:
  using Table = std::shared_ptr<SessionTable>;

  Answer<Table> find(const std::string& id);
  Answer<Table> add(Session session);
  ApiAnswer create(const ApiRequest& request);
  ApiAnswer list(const ApiRequest& request);
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
  void save();
  void let_go(Clock::time_point now);

  const ServerContext& context_;
  EnginePool& pool_;
  SessionStore& store_;
  const std::chrono::milliseconds abandoned_;
  mutable std::mutex mutex_;
  std::map<std::string, Table> tables_;
  std::jthread housekeeper_;
};

}  // namespace tengen
