#include "protocol/process_cpu.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "core/text.hpp"

namespace tengen {

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

}  // namespace tengen
