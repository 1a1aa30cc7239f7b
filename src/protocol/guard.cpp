#include "protocol/guard.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstring>

namespace tengen::protocol {

namespace {

// Where the guard keeps its pipes: everything above is closed, since a copy of another engine's pipe would keep that
// engine waiting for an end of file that never comes.
enum Slot : int { slot_in, slot_out, slot_err, slot_control, slot_report, slot_err_read, slots };

void close_from(int first) noexcept {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, static_cast<unsigned>(first), ~0U, 0U) == 0) return;
#endif
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  const int last = static_cast<int>(std::min<rlim_t>(limit.rlim_cur, 1 << 16));
  for (int fd = first; fd < last; ++fd) close(fd);
}

void arrange_pipes(const GuardPlan& plan) noexcept {
  // First out of the way, then into place, so that no dup2 closes a pipe that is still to be moved.
  const int given[slots] = {plan.in, plan.out, plan.err, plan.control, plan.report, plan.err_read};
  int moved[slots];
  for (int i = 0; i < slots; ++i) {
    moved[i] = fcntl(given[i], F_DUPFD, 2 * slots);
    if (moved[i] < 0) _exit(1);  // what stands in our slots now is the arena's, perhaps its game store
  }
  for (int i = 0; i < slots; ++i) dup2(moved[i], i);
  close_from(slots);
  for (int i = slot_control; i < slots; ++i) fcntl(i, F_SETFD, FD_CLOEXEC);
}

void write_report(const GuardReport& report) noexcept {
  while (write(slot_report, &report, sizeof report) < 0 && errno == EINTR) {
  }
}

[[noreturn]] void become_engine(const GuardPlan& plan, pid_t guard, int exec_error) noexcept {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != guard) _exit(127);
  setpgid(0, 0);
  struct sigaction standard {};
  standard.sa_handler = SIG_DFL;
  for (int signal = 1; signal < NSIG; ++signal) sigaction(signal, &standard, nullptr);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  int wrong = 0;
  if (plan.memory != 0) {
    const rlimit limit{plan.memory, plan.memory};
    if (setrlimit(RLIMIT_AS, &limit) != 0) wrong = errno;
  }
  if (wrong == 0 && plan.folder != nullptr && chdir(plan.folder) != 0) wrong = errno;
  if (wrong == 0) {
    execv(plan.program, plan.arguments);
    wrong = errno;
  }
  while (write(exec_error, &wrong, sizeof wrong) < 0 && errno == EINTR) {
  }
  _exit(127);
}

// The parent of a process, from the fourth field of /proc/N/stat: "N (any name) S PARENT …".
pid_t parent_of(const char* digits) noexcept {
  char path[64] = "/proc/";
  std::size_t n = 6;
  while (*digits != 0 && n < 40) path[n++] = *digits++;
  std::memcpy(path + n, "/stat", 6);
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return -1;
  char text[512];
  const ssize_t length = read(fd, text, sizeof text - 1);
  close(fd);
  if (length <= 0) return -1;
  text[length] = 0;
  const char* name_end = std::strrchr(text, ')');
  if (name_end == nullptr || std::strlen(name_end) < 5) return -1;
  pid_t parent = 0;
  for (const char* p = name_end + 4; *p >= '0' && *p <= '9'; ++p) parent = parent * 10 + (*p - '0');
  return parent;
}

void kill_children() noexcept {
  const pid_t self = getpid();
  const int folder = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  struct Entry {  // as getdents64 writes it; the name follows
    std::uint64_t inode;
    std::int64_t offset;
    unsigned short length;
    unsigned char type;
  };
  constexpr std::size_t name_at = offsetof(Entry, type) + 1;
  alignas(Entry) char buffer[8192];
  for (long n; (n = syscall(SYS_getdents64, folder, buffer, sizeof buffer)) > 0;)
    for (long at = 0; at < n;) {
      const auto* entry = reinterpret_cast<const Entry*>(buffer + at);
      const char* name = buffer + at + name_at;
      if (*name >= '1' && *name <= '9' && parent_of(name) == self) {
        pid_t child = 0;
        for (const char* p = name; *p >= '0' && *p <= '9'; ++p) child = child * 10 + (*p - '0');
        kill(child, SIGKILL);
      }
      at += entry->length;
    }
  close(folder);
}

// Kills whatever lives under the guard. Orphans of the killed become our children, so it goes round until none is left.
void kill_everything(pid_t engine, int& engine_status, bool& engine_ended) noexcept {
  if (!engine_ended) kill(-engine, SIGKILL);
  for (;;) {
    kill_children();
    int status = 0;
    const pid_t gone = waitpid(-1, &status, 0);
    if (gone < 0 && errno == ECHILD) return;
    if (gone == engine) {
      engine_status = status;
      engine_ended = true;
    }
  }
}

// Keeps the last bytes of what the engine says on stderr; reading it also keeps the engine from blocking there.
void keep_tail(GuardReport& report, bool& open) noexcept {
  char text[4096];
  const ssize_t n = read(slot_err_read, text, sizeof text);
  if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) open = false;
  if (n <= 0) return;
  constexpr std::size_t room = sizeof report.tail;
  const auto fresh = std::min(static_cast<std::size_t>(n), room);
  const auto kept = std::min(static_cast<std::size_t>(report.tail_length), room - fresh);
  std::memmove(report.tail, report.tail + report.tail_length - kept, kept);
  std::memcpy(report.tail + kept, text + n - fresh, fresh);
  report.tail_length = static_cast<std::int32_t>(kept + fresh);
}

// The engine, or -1 with errno set where it could not be started.
pid_t start_engine(const GuardPlan& plan) noexcept {
  int exec_error[2];
  if (pipe2(exec_error, O_CLOEXEC) != 0) return -1;
  const pid_t guard = getpid();
  const pid_t engine = fork();
  if (engine == 0) become_engine(plan, guard, exec_error[1]);
  close(exec_error[1]);
  if (engine < 0) return -1;
  int wrong = 0;
  ssize_t n;
  while ((n = read(exec_error[0], &wrong, sizeof wrong)) < 0 && errno == EINTR) {
  }
  close(exec_error[0]);
  if (n == 0) return engine;  // closed by a successful exec
  waitpid(engine, nullptr, 0);
  errno = wrong;
  return -1;
}

// Until the engine has ended or we are told to end it.
void watch(pid_t engine, int signals, GuardReport& ended, bool& engine_ended, bool& arena_gone) noexcept {
  bool err_open = true;
  while (!engine_ended && !arena_gone) {
    pollfd waits[3] = {{slot_control, POLLIN, 0}, {signals, POLLIN, 0}, {err_open ? slot_err_read : -1, POLLIN, 0}};
    if (poll(waits, 3, -1) < 0) continue;
    if (waits[2].revents != 0) keep_tail(ended, err_open);
    if (waits[1].revents != 0) {
      signalfd_siginfo info;
      while (read(signals, &info, sizeof info) > 0) {
      }
      int status = 0;
      for (pid_t gone; (gone = waitpid(-1, &status, WNOHANG)) > 0;)
        if (gone == engine) {
          engine_ended = true;
          ended.value = status;
        }
    }
    if (waits[0].revents != 0) {
      char what = 0;
      const ssize_t n = read(slot_control, &what, 1);
      if (n == 0) arena_gone = true;
      if (n == 1 && what == guard_ask_to_end && !engine_ended) kill(-engine, SIGTERM);
    }
  }
  for (int i = 0; err_open && i < 64; ++i) {  // what is left in the pipe, but not what others go on writing
    pollfd wait{slot_err_read, POLLIN, 0};
    if (poll(&wait, 1, 0) <= 0) break;
    keep_tail(ended, err_open);
  }
}

}  // namespace

void run_guard(const GuardPlan& plan) noexcept {
  // Ctrl-C at the terminal is for the arena's group alone. A group, not a session: Linux schedules each session by
  // itself, and engines that answer at once would wait for their turn far longer than they think.
  setpgid(0, 0);
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, nullptr);
  prctl(PR_SET_NAME, "tengen-guard");
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  arrange_pipes(plan);
  // SIGCHLD must not be ignored, or the kernel would reap children before we can ask how they ended.
  struct sigaction standard {};
  standard.sa_handler = SIG_DFL;
  sigaction(SIGCHLD, &standard, nullptr);
  sigset_t children;
  sigemptyset(&children);
  sigaddset(&children, SIGCHLD);
  const int signals = signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK);
  fcntl(slot_err_read, F_SETFL, O_NONBLOCK);

  const pid_t engine = start_engine(plan);
  GuardReport first;
  first.kind = engine < 0 ? GuardReport::Kind::failed : GuardReport::Kind::started;
  first.value = engine < 0 ? errno : engine;
  write_report(first);
  if (engine < 0) _exit(0);
  for (const int slot : {slot_in, slot_out, slot_err}) close(slot);

  GuardReport ended;
  ended.kind = GuardReport::Kind::ended;
  bool engine_ended = false, arena_gone = false;
  watch(engine, signals, ended, engine_ended, arena_gone);
  int status = ended.value;
  kill_everything(engine, status, engine_ended);
  ended.value = status;
  if (!arena_gone) write_report(ended);
  _exit(0);
}

}  // namespace tengen::protocol
