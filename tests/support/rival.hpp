#pragma once
// A busy machine of one processor.

#include <pthread.h>
#include <sched.h>

#include <thread>

namespace tengen {

// Keeps the thread that makes it, and what that starts, on one processor beside another that never rests.
class Rival {
 public:
  Rival() {
    pthread_getaffinity_np(pthread_self(), sizeof before_, &before_);
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    pthread_setaffinity_np(pthread_self(), sizeof one, &one);  // which the new thread inherits
    thread_ = std::jthread([](const std::stop_token& stop) {
      while (!stop.stop_requested()) {
      }
    });
  }
  ~Rival() { pthread_setaffinity_np(pthread_self(), sizeof before_, &before_); }
  Rival(const Rival&) = delete;
  Rival& operator=(const Rival&) = delete;

 private:
  cpu_set_t before_{};
  std::jthread thread_;
};

}  // namespace tengen
