#include "protocol/process_cpu.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "core/text.hpp"
#include "roster/lateness.hpp"

namespace tengen::protocol {

namespace {

// "N (any name) S PARENT … utime stime cutime cstime …": the four in clock ticks, the last two those of children that
// were waited for.
long ticks_of(const std::filesystem::path& process) {
  constexpr std::size_t first = 11, last = 14;  // counted from the state, which follows the name
  std::ifstream file(process / "stat");
  std::string line;
  std::getline(file, line);
  const std::size_t name_end = line.rfind(')');
  if (name_end == std::string::npos) return 0;
  const auto fields = words(std::string_view(line).substr(name_end + 1));
  long ticks = 0;
  for (std::size_t i = first; i <= last && i < fields.size(); ++i) ticks += to_number<long>(fields[i]).value_or(0);
  return ticks;
}

void add_family_waits(pid_t head, Waits& waits) {
  std::error_code gone;
  for (std::filesystem::directory_iterator thread("/proc/" + std::to_string(head) + "/task", gone), end;
       !gone && thread != end; thread.increment(gone)) {
    waits.family[thread->path().filename()] = roster::processor_wait(thread->path());
    std::ifstream children(thread->path() / "children");
    for (pid_t child = 0; children >> child;) add_family_waits(child, waits);
  }
}

// Whatever ends meanwhile is simply not there: its time moves to the one that waits for it, and the next look finds it.
long family_ticks(pid_t head) {
  const std::filesystem::path process = "/proc/" + std::to_string(head);
  long ticks = ticks_of(process);
  std::error_code gone;
  for (std::filesystem::directory_iterator thread(process / "task", gone), end; !gone && thread != end;
       thread.increment(gone)) {
    std::ifstream children(thread->path() / "children");
    for (pid_t child = 0; children >> child;) ticks += family_ticks(child);
  }
  return ticks;
}

}  // namespace

std::chrono::nanoseconds family_cpu_time(pid_t head) {
  constexpr long billion = 1'000'000'000;
  return std::chrono::nanoseconds(family_ticks(head) * (billion / sysconf(_SC_CLK_TCK)));
}

Waits waits_of(pid_t head) {
  Waits waits;
  add_family_waits(head, waits);
  waits.own = roster::processor_wait();
  return waits;
}

std::chrono::nanoseconds waited(const Waits& before, const Waits& after) {
  std::chrono::nanoseconds longest{};
  for (const auto& [thread, wait] : after.family) {
    const auto known = before.family.find(thread);
    longest = std::max(longest, wait - (known == before.family.end() ? std::chrono::nanoseconds(0) : known->second));
  }
  return longest + (after.own - before.own);
}

}  // namespace tengen::protocol
