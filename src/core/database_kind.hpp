#pragma once
// Whose an SQLite file is: the application id and the layout version in its header. A file of another program, or of
// another layout, is left as it is.

#include <string_view>

#include "core/expected.hpp"

namespace SQLite {
class Database;
}

namespace tengen {

struct DatabaseKind {
  int application = 0;
  int layout = 0;          // of the tables; one more whenever they change
  std::string_view holds;  // "games", for people
};

// Nothing has been put into the file yet. These throw SQLite's exceptions.
bool is_empty(SQLite::Database& db);
// Whether a file that is not empty is of this kind and layout, or what else it is.
Expected<void> check_kind(SQLite::Database& db, const DatabaseKind& kind);
// Makes an empty file one of this kind; part of the transaction that makes its tables.
void mark_as(SQLite::Database& db, const DatabaseKind& kind);

}  // namespace tengen
