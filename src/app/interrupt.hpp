#pragma once
// Ctrl-C as a stop token: the first one asks the work to end cleanly, a second one ends the program at once.

#include <stop_token>
#include <thread>

namespace tengen::app {

class Interrupt {
 public:
  // From here until destruction SIGINT and SIGTERM are caught. Make it before any other thread.
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  std::jthread waiter_;
};

}  // namespace tengen::app
