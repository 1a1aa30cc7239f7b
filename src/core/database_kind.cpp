#include "core/database_kind.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

namespace tengen {

namespace {

int pragma(SQLite::Database& db, const char* name) { return db.execAndGet(fmt::format("PRAGMA {}", name)).getInt(); }

}  // namespace

bool is_empty(SQLite::Database& db) {
  return pragma(db, "application_id") == 0 && db.execAndGet("SELECT COUNT(*) FROM sqlite_master").getInt() == 0;
}

Expected<void> check_kind(SQLite::Database& db, const DatabaseKind& kind) {
  if (pragma(db, "application_id") != kind.application)
    return fail("it is a database, but not one of {} as this version of tengen keeps them", kind.holds);
  const int layout = pragma(db, "user_version");
  if (layout == kind.layout) return {};
  return fail("it was made by {} version of tengen (layout {}; this one reads {})",
              layout < kind.layout ? "an older" : "a newer", layout, kind.layout);
}

void mark_as(SQLite::Database& db, const DatabaseKind& kind) {
  db.exec(fmt::format("PRAGMA application_id = {}", kind.application));
  db.exec(fmt::format("PRAGMA user_version = {}", kind.layout));
}

}  // namespace tengen
