#include "app/interrupt.hpp"

#include <csignal>
#include <cstdlib>
#include <ctime>

namespace tengen::app {

namespace {

sigset_t caught() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  return set;
}

}  // namespace

// The signals are blocked in every thread and fetched by one that waits for them, so no code runs inside a handler.
Interrupt::Interrupt() {
  const sigset_t set = caught();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  waiter_ = std::jthread([this](const std::stop_token& end) {
    const sigset_t waited = caught();
    const timespec tick{0, 50'000'000};
    while (!end.stop_requested()) {
      if (sigtimedwait(&waited, nullptr, &tick) < 0) continue;
      if (source_.stop_requested()) std::_Exit(130);
      source_.request_stop();
    }
  });
}

Interrupt::~Interrupt() {
  waiter_.request_stop();
  waiter_.join();
  const sigset_t set = caught();
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

}  // namespace tengen::app
