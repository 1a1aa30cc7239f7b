#include "core/file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>

#include "core/text.hpp"

namespace tengen {

namespace {

// An open file, closed with the value.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  int number() const { return number_; }
  bool open() const { return number_ >= 0; }

 private:
  int number_;
};

struct OpenFile {
  Descriptor descriptor;
  std::size_t size = 0;
};

// Not blocking: a pipe would wait here for somebody who writes into it.
Expected<OpenFile> open_regular(const std::string& path) {
  const auto refused = [&path](std::string_view why) { return fail("cannot read {}: {}", in_quotes(path), why); };
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status {};
  if (!file.open() || ::fstat(file.number(), &status) != 0)
    return refused("there is no such file, or it may not be read");
  if (S_ISDIR(status.st_mode)) return refused("it is a folder");
  if (!S_ISREG(status.st_mode)) return refused("it is a pipe or a device, not a file");
  return OpenFile{std::move(file), static_cast<std::size_t>(status.st_size)};
}

// The name of a new, empty file beside another one; nobody else's file is opened.
Expected<std::string> new_file_beside(const std::string& path) {
  for (int i = 0; i < 1000; ++i) {
    std::string name = i == 0 ? path + ".part" : fmt::format("{}.part{}", path, i);
    const Descriptor made(::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (made.open()) return name;
    if (errno != EEXIST) break;
  }
  return fail("cannot write {}: {}", in_quotes(path), std::strerror(errno));
}

bool brought_to_disk(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  return file.open() && ::fsync(file.number()) == 0;
}

Expected<void> write_to(const std::string& path, const std::string& shown,
                        const std::function<Expected<void>(std::ostream&)>& write) {
  std::ofstream file(path, std::ios::binary);
  if (!file) return fail("cannot write {}", in_quotes(shown));
  const Expected<void> written = write(file);
  file.close();
  if (written && !file) return fail("cannot write {}", in_quotes(shown));
  return written;
}

}  // namespace

Expected<std::string> read_file(const std::string& path, std::size_t most) {
  const auto file = open_regular(path);
  if (!file) return file.error();
  const auto too_large = [&] { return fail("cannot read {}: it is larger than {} MB", in_quotes(path), most >> 20); };
  if (file->size > most) return too_large();
  // Some files, such as those in /proc, do not know their size: what counts is where they end.
  std::string text;
  for (std::size_t block = file->size + 1;; block = std::size_t{1} << 16) {
    const std::size_t had = text.size();
    text.resize(had + block);
    const ssize_t got = ::read(file->descriptor.number(), text.data() + had, block);
    if (got < 0 && errno != EINTR) return fail("cannot read {} to its end: {}", in_quotes(path), std::strerror(errno));
    text.resize(had + static_cast<std::size_t>(got > 0 ? got : 0));
    if (got == 0) break;
    if (text.size() > most) return too_large();
  }
  if (text.starts_with("\xef\xbb\xbf")) text.erase(0, 3);
  return text;
}

Expected<MappedFile> map_file(const std::string& path) {
  const auto file = open_regular(path);
  if (!file) return file.error();
  const std::size_t size = file->size;
  if (size == 0) return MappedFile{};
  void* memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file->descriptor.number(), 0);
  if (memory == MAP_FAILED) return fail("cannot read {}: {}", in_quotes(path), std::strerror(errno));
  return MappedFile{{memory, [size](void* at) { ::munmap(at, size); }}, {static_cast<const char*>(memory), size}};
}

Expected<void> write_file(const std::string& path, const std::function<Expected<void>(std::ostream&)>& write) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) return write_to(path, path, write);

  const std::string target =
      std::filesystem::is_symlink(path, error) ? std::filesystem::weakly_canonical(path, error).string() : path;
  const auto part = new_file_beside(target);
  if (!part) return part.error();
  error.clear();
  Expected<void> written = write_to(*part, path, write);
  if (written && !brought_to_disk(*part)) written = fail("cannot write {}: {}", in_quotes(path), std::strerror(errno));
  if (written) std::filesystem::rename(*part, target, error);
  if (error) written = fail("cannot write {}: {}", in_quotes(path), error.message());
  if (!written) std::filesystem::remove(*part, error);
  return written;
}

Expected<void> write_file(const std::string& path, std::string_view text) {
  return write_file(path, [text](std::ostream& file) -> Expected<void> {
    file << text;
    return {};
  });
}

}  // namespace tengen
