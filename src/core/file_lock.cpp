#include "core/file_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace tengen {

FileLock::FileLock(const std::string& path) : file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}

FileLock::~FileLock() {
  if (file_ >= 0) ::close(file_);
}

bool FileLock::take() { return file_ >= 0 && ::flock(file_, LOCK_EX | LOCK_NB) == 0; }

}  // namespace tengen
