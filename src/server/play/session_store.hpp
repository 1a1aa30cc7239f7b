#pragma once
// Sessions in an SQLite file, one row each; and the list of tournaments, whose games lie in files of their own. One
// process holds the file; others learn from it where that one can be reached.

#include <condition_variable>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/expected.hpp"
#include "core/file_lock.hpp"
#include "server/play/session.hpp"

namespace SQLite {
class Database;
}

namespace tengen::server {

// What is known of a session without reading its moves.
struct StoredSummary {
  std::string id, title, game;
  std::array<std::string, 2> players;
  std::string outcome;
  int plies = 0;
  std::int64_t updated = 0;
};

class SessionStore {
 public:
  // An empty path: in memory only. Refused while another process, or another store of this one, holds the file.
  static Expected<std::unique_ptr<SessionStore>> open(const std::string& path);
  ~SessionStore();

  // Where the server that holds a file can be reached, and what it calls itself there (GET /api/info).
  struct Holder {
    std::string address;
    std::string instance;
  };
  Expected<void> announce(const Holder& holder);
  static bool is_held(const std::string& path);
  // Nothing where the holder has not said yet.
  static std::optional<Holder> holder_of(const std::string& path);

  // What a row that was saved outlives. The end of this process, however it comes, costs nothing that was written; to
  // outlive a power cut, the disk must have it, which takes milliseconds.
  enum class Outlives : std::uint8_t { kill, power_cut };
  struct Row {
    StoredSummary summary;
    bool over = false;
    std::string json;
  };
  Expected<void> save(const Row& row, Outlives what);
  Expected<std::optional<Row>> load(const std::string& id) const;
  Expected<void> remove(const std::string& id);

  // Newest first; an empty game means all. `total` counts all of them.
  Expected<std::vector<StoredSummary>> finished(const std::string& game, std::size_t count) const;
  Expected<std::size_t> finished_count(const std::string& game) const;

  // Tournaments: ids, and what they are, as JSON.
  Expected<void> save_tournament(const std::string& id, const std::string& json);
  Expected<void> remove_tournament(const std::string& id);
  Expected<std::vector<std::pair<std::string, std::string>>> tournaments() const;

 private:
  // What is to be written, and who waits for it.
  struct Write {
    std::function<void(SQLite::Database&)> action;
    Outlives what;
    std::promise<Expected<void>> done;
  };

  SessionStore(std::unique_ptr<FileLock> lock, std::unique_ptr<SQLite::Database> database);
  // Returns when it is done. One thread does all writing, and what waits at the same time goes into one transaction: a
  // hundred games cost the disk no more than one, and engines, which run at the lowest priority, hold up nobody.
  Expected<void> write(Outlives what, std::function<void(SQLite::Database&)> action);
  void keep_writing(const StopToken& end);
  Expected<void> commit(std::span<Write> writes);

  mutable std::mutex mutex_;        // of the connection
  std::unique_ptr<FileLock> lock_;  // null in memory; outlives the database, as it must
  std::unique_ptr<SQLite::Database> database_;
  std::mutex waiting_mutex_;
  std::condition_variable_any news_;
  std::vector<Write> waiting_;
  std::jthread writer_;  // last: it uses all of the above
};

}  // namespace tengen::server
