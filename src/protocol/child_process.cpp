#include "protocol/child_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "core/text.hpp"
#include "protocol/guard.hpp"
#include "protocol/process_cpu.hpp"

namespace tengen::protocol {

namespace {

using std::chrono::milliseconds;

// An engine that answers within this time is waited for without going to sleep.
constexpr auto quick_answer = std::chrono::microseconds(25);

// How it ended is known a little later than that it did; on a busy machine, not so little.
constexpr auto end_patience = milliseconds(2000);

// A write to a program that has ended must come back as an error, not as a signal that ends us.
void ignore_broken_pipes() {
  static const bool once = [] { return std::signal(SIGPIPE, SIG_IGN), true; }();
  static_cast<void>(once);
}

int milliseconds_until(Clock::time_point deadline) {
  const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now());
  return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 3'600'000));
}

std::string how_it_ended(const GuardReport& report) {
  std::string text;
  if (WIFSIGNALED(report.value))
    text = fmt::format("was killed by signal {} ({})", WTERMSIG(report.value), strsignal(WTERMSIG(report.value)));
  else
    text = fmt::format("ended with exit code {}", WEXITSTATUS(report.value));
  const std::string_view words = trim({report.tail, static_cast<std::size_t>(report.tail_length)});
  if (!words.empty()) text += ", saying " + in_quotes(words.substr(words.find_last_of('\n') + 1));
  return text;
}

}  // namespace

ChildProcess::Descriptor& ChildProcess::Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}

void ChildProcess::Descriptor::reset() {
  if (fd_ >= 0) close(fd_);
  fd_ = -1;
}

struct ChildProcess::Pipe {
  Descriptor read, write;
};

Expected<ChildProcess::Pipe> ChildProcess::make_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return fail("cannot make a pipe: {}", std::strerror(errno));
  return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

Expected<std::unique_ptr<ChildProcess>> ChildProcess::start(const ProcessPlan& plan) {
  ignore_broken_pipes();
  auto in = make_pipe(), out = make_pipe(), err = make_pipe(), control = make_pipe(), report = make_pipe();
  for (const auto* pipe : {&in, &out, &err, &control, &report})
    if (!*pipe) return pipe->error();
  std::unique_ptr<ChildProcess> child(new ChildProcess);
  child->stop_event_ = Descriptor(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (child->stop_event_.get() < 0) return fail("cannot make an event: {}", std::strerror(errno));

  // Everything that the guard needs is made ready before the fork: after it, nothing may allocate.
  std::vector<char*> arguments;
  for (const std::string& word : plan.command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const GuardPlan guard{arguments[0],       arguments.data(), plan.folder.empty() ? nullptr : plan.folder.c_str(),
                        plan.memory,        in->read.get(),   out->write.get(),
                        err->write.get(),   err->read.get(),  control->read.get(),
                        report->write.get()};
  child->guard_ = fork();
  if (child->guard_ == 0) run_guard(guard);
  if (child->guard_ < 0) return fail("cannot start a process: {}", std::strerror(errno));
  child->in_ = std::move(in->write);
  child->out_ = std::move(out->read);
  child->control_ = std::move(control->write);
  child->report_ = std::move(report->read);
  report->write.reset();  // our copy of the guard's end, so that its death is an end of file here

  GuardReport first;
  ssize_t n;
  while ((n = read(child->report_.get(), &first, sizeof first)) < 0 && errno == EINTR) {
  }
  if (n != sizeof first) return fail("cannot start {}: its guard died", in_quotes(plan.command.front()));
  if (first.kind == GuardReport::Kind::failed)
    return fail("cannot start {}: {}", in_quotes(plan.command.front()), std::strerror(first.value));
  child->engine_ = first.value;
  for (const int fd : {child->in_.get(), child->out_.get(), child->report_.get()}) fcntl(fd, F_SETFL, O_NONBLOCK);
  child->buffer_.resize(1 << 16);
  return child;
}

ChildProcess::~ChildProcess() {
  control_.reset();  // the guard kills everything, then ends
  if (guard_ > 0)
    while (waitpid(guard_, nullptr, 0) < 0 && errno == EINTR) {
    }
}

// The guard stands above everything and waits for all that ends; once it has ended itself its figures stay until ours.
std::chrono::nanoseconds ChildProcess::cpu_time() const { return family_cpu_time(guard_); }

ChildProcess::Wake ChildProcess::wait(int fd, short events, Clock::time_point deadline, const StopToken& stop) {
  const std::uint64_t one = 1;
  const std::stop_callback wake(stop, [this, &one] {
    while (write(stop_event_.get(), &one, sizeof one) < 0 && errno == EINTR) {
    }
  });
  pollfd waits[2] = {{fd, events, 0}, {stop_event_.get(), POLLIN, 0}};
  for (;;) {
    const int n = poll(waits, 2, milliseconds_until(deadline));
    if (stop.stop_requested()) return Wake::stopped;
    if (n > 0 && waits[0].revents != 0) return Wake::ready;
    if (n > 0 || (n < 0 && errno == EINTR)) {
      std::uint64_t count = 0;  // an event of a wait that was stopped before this one
      while (read(stop_event_.get(), &count, sizeof count) > 0) {
      }
      continue;
    }
    if (Clock::now() >= deadline) return Wake::late;
  }
}

std::optional<roster::Failure> ChildProcess::send(std::string_view text, Clock::time_point deadline,
                                                  const StopToken& stop) {
  if (auto flood = drop_unasked()) return flood;
  if (asleep_ > 0)
    --asleep_;
  else
    backoff_ = std::max(backoff_ / 2, 8);  // the last answer came in time
  asked_ = Clock::now();
  while (!text.empty()) {
    const ssize_t n = write(in_.get(), text.data(), text.size());
    if (n > 0) {
      text.remove_prefix(static_cast<std::size_t>(n));
    } else if (n < 0 && errno == EAGAIN) {
      switch (wait(in_.get(), POLLOUT, deadline, stop)) {
        case Wake::ready: break;
        case Wake::stopped: return roster::Failure{roster::Fault::error, "stopped"};
        case Wake::late: return roster::Failure{roster::Fault::hang, "does not read what it is told"};
      }
    } else if (n < 0 && errno != EINTR) {
      return gone();
    }
  }
  return std::nullopt;
}

// Also what is still on its way through the pipe. The beginning of a line may yet belong to something, and stays.
std::optional<roster::Failure> ChildProcess::drop_unasked() {
  bytes_ = lines_ = 0;
  std::string_view dropped;
  do {
    while (take_line(dropped)) {
    }
    if (auto flood = flooded()) return flood;
  } while (read_more() > 0);
  bytes_ = lines_ = 0;
  return std::nullopt;
}

// Ends of lines are LF, CR, or CR LF, also when a read parts the two.
bool ChildProcess::take_line(std::string_view& line) {
  if (after_cr_ && head_ < tail_) {
    after_cr_ = false;
    if (buffer_[head_] == '\n') scanned_ = std::max(scanned_, ++head_);
  }
  for (; scanned_ < tail_; ++scanned_) {
    if (buffer_[scanned_] != '\n' && buffer_[scanned_] != '\r') continue;
    after_cr_ = buffer_[scanned_] == '\r';
    line = {buffer_.data() + head_, scanned_ - head_};
    head_ = ++scanned_;
    ++lines_;
    return true;
  }
  return false;
}

ssize_t ChildProcess::read_more() {
  if (head_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + head_, tail_ - head_);
    tail_ -= head_;
    scanned_ -= head_;
    head_ = 0;
  }
  if (tail_ == buffer_.size()) buffer_.resize(2 * buffer_.size());
  const ssize_t n = read(out_.get(), buffer_.data() + tail_, buffer_.size() - tail_);
  if (n > 0) {
    tail_ += static_cast<std::size_t>(n);
    bytes_ += static_cast<std::size_t>(n);
  }
  return n;
}

std::optional<roster::Failure> ChildProcess::flooded() const {
  if (bytes_ > most_bytes)
    return roster::Failure{roster::Fault::flood, fmt::format("wrote {} MB without an answer", bytes_ >> 20)};
  if (lines_ > most_lines)
    return roster::Failure{roster::Fault::flood, fmt::format("wrote {} lines without an answer", lines_)};
  if (tail_ - head_ > longest_line) return roster::Failure{roster::Fault::flood, "wrote a line without end"};
  return std::nullopt;
}

// For an engine that answers at once, waking up costs more than the answer. Where staying awake does not help, because it
// thinks longer or needs the very core that we are on, we sleep through the next answers, twice as many each time.
bool ChildProcess::stay_awake() {
  if (asleep_ > 0) return false;
  if (Clock::now() - asked_ < quick_answer) return true;
  backoff_ = std::min(2 * backoff_, 1024);
  asleep_ = backoff_;
  return false;
}

tl::expected<std::string_view, roster::Failure> ChildProcess::read_line(Clock::time_point deadline,
                                                                        const StopToken& stop) {
  const auto fails = [](roster::Fault fault, std::string message) {
    return roster::Failure{fault, std::move(message)};
  };
  bool look = asleep_ == 0;  // before sleeping; else there is hardly anything to see yet
  for (;;) {
    std::string_view line;
    if (take_line(line)) {
      if (auto flood = flooded()) return std::move(*flood);
      return line;
    }
    if (!look) {
      const auto wake = wait(out_.get(), POLLIN, deadline, stop);
      if (wake == Wake::stopped) return fails(roster::Fault::error, "stopped");
      if (wake == Wake::late) return fails(roster::Fault::hang, "did not answer in time");
    }
    const ssize_t n = read_more();
    if (n > 0) {
      if (auto flood = flooded()) return std::move(*flood);
      if (Clock::now() >= deadline) return fails(roster::Fault::hang, "did not answer in time");
      if (stop.stop_requested()) return fails(roster::Fault::error, "stopped");
    } else if (n < 0 && errno == EAGAIN) {
      look = stay_awake();
    } else if (n == 0 || errno != EINTR) {
      return gone();
    }
  }
}

bool ChildProcess::read_end(milliseconds patience) {
  if (!end_.empty()) return true;
  pollfd wait{report_.get(), POLLIN, 0};
  if (poll(&wait, 1, static_cast<int>(patience.count())) <= 0) return false;
  GuardReport last;
  end_ = read(report_.get(), &last, sizeof last) == sizeof last ? how_it_ended(last) : "ended with its guard";
  return true;
}

roster::Failure ChildProcess::gone() {
  if (read_end(end_patience)) return {roster::Fault::crash, end_};
  return {roster::Fault::crash, "closed its output"};
}

std::optional<roster::Failure> ChildProcess::end(std::string_view farewell, milliseconds grace) {
  const auto ended_by = [this](Clock::time_point deadline) {
    // What it still says is thrown away, so that it does not block on a full pipe.
    while (!read_end(milliseconds(0))) {
      const auto now = Clock::now();
      if (now >= deadline) return false;
      pollfd waits[2] = {{report_.get(), POLLIN, 0}, {out_.get(), POLLIN, 0}};
      poll(waits, 2, milliseconds_until(deadline));
      if (waits[1].revents != 0 && read(out_.get(), buffer_.data(), buffer_.size()) == 0) out_.reset();
    }
    return true;
  };
  send(farewell, Clock::now() + grace);
  in_.reset();
  if (ended_by(Clock::now() + grace)) return std::nullopt;
  while (write(control_.get(), &guard_ask_to_end, 1) < 0 && errno == EINTR) {
  }
  if (ended_by(Clock::now() + grace)) return std::nullopt;
  return roster::Failure{roster::Fault::unstoppable, "had to be killed, though asked to end"};
}

}  // namespace tengen::protocol
