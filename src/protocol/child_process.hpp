#pragma once
// A foreign program in a process of its own, spoken to in lines. See guard.hpp for how it is kept from outliving us.
//
// Everything that it can do wrong comes back as a Failure; nothing it does can block for longer than the deadline (and
// two seconds more to learn how it ended), use memory without bound here, or leave a process behind.

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/expected.hpp"
#include "core/limits.hpp"
#include "protocol/process_cpu.hpp"
#include "roster/player.hpp"

namespace tengen::protocol {

struct ProcessPlan {
  std::vector<std::string> command;  // as find_command gives it: the program's path first
  std::string folder;                // where it runs; empty: where we are
  std::uint64_t memory = 0;          // bytes of address space; 0: no limit
};

class ChildProcess {
 public:
  // More than this without an answer is a flood.
  static constexpr std::size_t most_bytes = 16 << 20;
  static constexpr std::size_t most_lines = 100'000;
  static constexpr std::size_t longest_line = 1 << 20;

  static Expected<std::unique_ptr<ChildProcess>> start(const ProcessPlan& plan);
  // Kills the program and all it has started.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // Sends a request: drops what was said before it unasked, and begins to count the answer.
  std::optional<roster::Failure> send(std::string_view text, Clock::time_point deadline, const StopToken& stop = {});
  // The next line of the answer, without its end (LF, CR or both); valid until the next call.
  tl::expected<std::string_view, roster::Failure> read_line(Clock::time_point deadline, const StopToken& stop = {});

  // Asks it to end: the farewell, the end of its input, after `grace` SIGTERM, after another `grace` SIGKILL, which is a
  // failure. Nothing may be called after it.
  std::optional<roster::Failure> end(std::string_view farewell, std::chrono::milliseconds grace);

  pid_t process() const { return engine_; }
  // CPU time of the program and all it has started, also of what has ended; the kernel counts in hundredths of a second.
  std::chrono::nanoseconds cpu_time() const;
  Waits waits() const { return waits_of(guard_); }

 private:
  // A file descriptor that is closed with its owner.
  class Descriptor {
   public:
    explicit Descriptor(int fd = -1) : fd_(fd) {}
    Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept;
    ~Descriptor() { reset(); }
    void reset();
    int get() const { return fd_; }

   private:
    int fd_;
  };
  struct Pipe;

  ChildProcess() = default;
  static Expected<Pipe> make_pipe();

  enum class Wake { ready, stopped, late };
  // Waits until the descriptor can be read or written.
  Wake wait(int fd, short events, Clock::time_point deadline, const StopToken& stop);
  // Whether to look again at once instead of going to sleep.
  bool stay_awake();
  bool take_line(std::string_view& line);
  // Reads what is there, without waiting; the result is that of read().
  ssize_t read_more();
  std::optional<roster::Failure> drop_unasked();
  std::optional<roster::Failure> flooded() const;
  // It is gone, or has closed its output: the story of its end.
  roster::Failure gone();
  // How it ended and its last words, once the guard has said so.
  bool read_end(std::chrono::milliseconds patience);

  Descriptor in_, out_, control_, report_, stop_event_;
  pid_t guard_ = -1, engine_ = -1;
  std::string end_;  // how it ended; empty while it runs
  std::vector<char> buffer_;
  std::size_t head_ = 0, tail_ = 0, scanned_ = 0;  // unread bytes; [head_, scanned_) holds no end of line
  bool after_cr_ = false;                          // an LF that follows at once belongs to the same end of line
  std::size_t bytes_ = 0, lines_ = 0;              // since the last request
  Clock::time_point asked_{};
  int asleep_ = 0;   // answers to sleep through before the next try to stay awake
  int backoff_ = 8;  // and how many they will be after that, if it fails
};

}  // namespace tengen::protocol
