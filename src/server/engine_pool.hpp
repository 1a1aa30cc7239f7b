#pragma once
// All engines of the server share these threads, so that a hundred tabs cost no more than the machine has.
//
//   people       a person waits for the move: as many threads as cores, at normal priority
//   background   analysis, reports, games between engines: as many again, at the lowest priority of the system
//
// A background job that others wait for is put aside after its slice of time and gets a longer one when its turn comes
// again.

#include <condition_variable>
#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "core/limits.hpp"

namespace tengen::server {

class EnginePool {
 public:
  enum class Lane : std::uint8_t { people, background };

  struct Bounds {
    int people = 2;
    int background = 2;
    std::size_t waiting = 1000;  // jobs in each lane's queue
    std::chrono::milliseconds slice{4000};
  };

  // True when the work is done; false asks for another turn, which is given where it was put aside.
  using Work = std::function<bool(const StopToken&)>;
  struct Job;
  using Handle = std::shared_ptr<Job>;

  explicit EnginePool(const Bounds& bounds);
  ~EnginePool();  // cancels everything and waits
  EnginePool(const EnginePool&) = delete;
  EnginePool& operator=(const EnginePool&) = delete;

  // Null when too many are waiting already.
  Handle submit(Lane lane, Work work);
  // The work is told to stop and gets no other turn. Returns at once; the work may still be on its way out.
  void cancel(const Handle& job);
  bool is_cancelled(const Handle& job) const;
  // How many jobs come before this one; 0 where it runs or is done.
  std::size_t ahead_of(const Handle& job) const;

  struct Load {
    std::size_t running = 0;
    std::size_t waiting = 0;
  };
  Load load() const;
  const Bounds& bounds() const { return bounds_; }

 private:
  struct Queue {
    std::deque<Handle> waiting;
    std::list<Handle> running;
    std::condition_variable_any news;
  };

  Queue& queue(Lane lane) { return queues_[static_cast<std::size_t>(lane)]; }
  void work(Lane lane, const StopToken& end);
  void put_aside(const StopToken& end);  // those whose slice is over, where others wait

  const Bounds bounds_;
  mutable std::mutex mutex_;
  Queue queues_[2];
  std::condition_variable_any tick_;
  std::vector<std::jthread> threads_;
};

}  // namespace tengen::server
