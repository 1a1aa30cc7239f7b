#pragma once
// Waiting for what another thread is about to do.

#include <chrono>
#include <functional>
#include <thread>

namespace tengen::test {

// Until the condition holds; false after a time that only a hopeless machine needs.
inline bool eventually(const std::function<bool()>& condition,
                       std::chrono::seconds patience = std::chrono::seconds(60)) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

}  // namespace tengen::test
