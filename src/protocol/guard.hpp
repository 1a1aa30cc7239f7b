#pragma once
// The guard: a small process between us and a foreign program, so that nothing of that program outlives us.
//
//      arena ──control──▶ guard ──fork──▶ engine ──▶ whatever it starts
//        ▲                  │ │             ▲ │
//        └──────report──────┘ └──stderr◀────┼─┘
//        └───────────── stdin, stdout ──────┘
//
// The kernel closes our end of the control pipe however we end, also by SIGKILL. The guard then kills every process
// under it. It is their subreaper: whoever loses its parent becomes the guard's own child, so none can slip away. The
// engine in turn is killed by the kernel should the guard die.

#include <sys/types.h>

#include <cstdint>

namespace tengen::protocol {

struct GuardPlan {
  const char* program;
  char* const* arguments;  // ends in a null pointer
  const char* folder;      // null: stay here
  std::uint64_t memory;    // bytes of address space, 0 for no limit
  int in, out, err, err_read, control, report;
};

// What the guard says: first `started` or `failed`, then once `ended`. Shorter than PIPE_BUF, so it arrives in one piece.
struct GuardReport {
  enum class Kind : std::int32_t { started, failed, ended };
  Kind kind = Kind::failed;
  std::int32_t value = 0;  // started: the engine's process; failed: errno; ended: the status of waitpid
  std::int32_t tail_length = 0;
  char tail[2000] = {};  // ended: the last words on stderr
};

// Runs in a fork of a program with many threads, so it may use nothing but plain system calls. Never returns.
[[noreturn]] void run_guard(const GuardPlan& plan) noexcept;

// A byte on the control pipe: ask the engine politely (SIGTERM). Closing the pipe kills.
inline constexpr char guard_ask_to_end = 't';

}  // namespace tengen::protocol
