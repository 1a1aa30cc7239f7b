#pragma once
// Sessions in an SQLite file, one row each; and the list of tournaments, whose games lie in files of their own.

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/expected.hpp"
#include "server/session.hpp"

namespace SQLite {
class Database;
}

namespace tengen {

// What the library lists of a finished session.
struct FinishedSession {
  std::string id, title, game;
  std::array<std::string, 2> players;
  std::string outcome;
  int plies = 0;
  std::int64_t finished = 0;
};

class SessionStore {
 public:
  // An empty path: in memory only.
  static Expected<std::unique_ptr<SessionStore>> open(const std::string& path);
  ~SessionStore();

  // All in one transaction.
  struct Row {
    std::string id;
    std::string json;
    FinishedSession summary;
    bool over = false;
  };
  Expected<void> save(const std::vector<Row>& rows);
  Expected<std::optional<std::string>> load(const std::string& id) const;
  Expected<void> remove(const std::string& id);

  // Newest first; an empty game means all. `total` counts all of them.
  Expected<std::vector<FinishedSession>> finished(const std::string& game, std::size_t count) const;
  Expected<std::size_t> finished_count(const std::string& game) const;

  // Tournaments: what they are, as JSON.
  Expected<void> save_tournament(const std::string& id, const std::string& json);
  Expected<void> remove_tournament(const std::string& id);
  Expected<std::vector<std::string>> tournaments() const;

 private:
  explicit SessionStore(std::unique_ptr<SQLite::Database> database);

  mutable std::mutex mutex_;
  std::unique_ptr<SQLite::Database> database_;
};

}  // namespace tengen
