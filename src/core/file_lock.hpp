#pragma once
// Who may write to a file: an advisory lock that lasts as long as its holder lives, however that one ends.

#include <string>

namespace tengen {

// Of another kind than SQLite's own locks, which come and go with each transaction. A lock on a database must outlive
// the connection to it: SQLite may not see the file's last handle close before its own.
class FileLock {
 public:
  explicit FileLock(const std::string& path);
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  ~FileLock();

  // False where another one holds it, in this process or any other, or where there is no such file.
  bool take();

 private:
  int file_;
};

}  // namespace tengen
