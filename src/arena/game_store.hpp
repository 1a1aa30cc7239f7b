#pragma once
// Finished games in an SQLite file: one row each, written once.

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "arena/played_game.hpp"
#include "core/expected.hpp"

namespace SQLite {
class Database;
}

namespace tengen {

class GameStore {
 public:
  // Creates the file, or goes on with one that was made by the same setup. A file made by another setup is refused and
  // left as it is; the error shows the difference.
  static Expected<GameStore> open(const std::string& path, const std::map<std::string, std::string>& identity);

  GameStore(GameStore&&) noexcept;
  ~GameStore();

  Expected<std::vector<PlayedGame>> load() const;
  // Adds all or, on an error, none.
  Expected<void> add(const std::vector<PlayedGame>& games);

 private:
  explicit GameStore(std::unique_ptr<SQLite::Database> database);
  std::unique_ptr<SQLite::Database> database_;
};

}  // namespace tengen
