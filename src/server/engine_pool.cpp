#include "server/engine_pool.hpp"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>

namespace tengen::server {

struct EnginePool::Job {
  const Lane lane;
  const Work work;
  // The rest is guarded by the pool's mutex.
  std::chrono::milliseconds slice{};
  std::stop_source stop{};  // of the turn it has now
  Clock::time_point began{};
  bool cancelled = false;
};

EnginePool::EnginePool(const Bounds& bounds) : bounds_(bounds) {
  for (int i = 0; i < bounds.people; ++i)
    threads_.emplace_back([this](const StopToken& end) { work(Lane::people, end); });
  for (int i = 0; i < bounds.background; ++i)
    threads_.emplace_back([this](const StopToken& end) { work(Lane::background, end); });
  threads_.emplace_back([this](const StopToken& end) { put_aside(end); });
}

EnginePool::~EnginePool() {
  {
    const std::lock_guard lock(mutex_);
    for (Queue& queue : queues_) {
      queue.waiting.clear();
      for (const Handle& job : queue.running) {
        job->cancelled = true;
        job->stop.request_stop();
      }
    }
  }
  for (std::jthread& thread : threads_) thread.request_stop();
  threads_.clear();
}

EnginePool::Handle EnginePool::submit(Lane lane, Work work) {
  auto job = std::make_shared<Job>(Job{lane, std::move(work), bounds_.slice});
  const std::lock_guard lock(mutex_);
  Queue& queue = this->queue(lane);
  if (queue.waiting.size() >= bounds_.waiting) return nullptr;
  queue.waiting.push_back(job);
  queue.news.notify_one();
  return job;
}

void EnginePool::cancel(const Handle& job) {
  if (!job) return;
  std::stop_source stop(std::nostopstate);
  {
    const std::lock_guard lock(mutex_);
    job->cancelled = true;
    std::erase(queue(job->lane).waiting, job);
    stop = job->stop;
  }
  stop.request_stop();  // outside of the lock: callbacks run in here
}

bool EnginePool::is_cancelled(const Handle& job) const {
  const std::lock_guard lock(mutex_);
  return !job || job->cancelled;
}

std::size_t EnginePool::ahead_of(const Handle& job) const {
  const std::lock_guard lock(mutex_);
  const Queue& queue = queues_[static_cast<std::size_t>(job->lane)];
  const auto found = std::ranges::find(queue.waiting, job);
  return found == queue.waiting.end() ? 0 : static_cast<std::size_t>(found - queue.waiting.begin()) + 1;
}

EnginePool::Load EnginePool::load() const {
  const std::lock_guard lock(mutex_);
  Load load;
  for (const Queue& queue : queues_) {
    load.running += queue.running.size();
    load.waiting += queue.waiting.size();
  }
  return load;
}

void EnginePool::work(Lane lane, const StopToken& end) {
  if (lane == Lane::background)  // of this thread alone: Linux keeps priorities by thread
    setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), 19);
  Queue& queue = this->queue(lane);
  std::unique_lock lock(mutex_);
  for (;;) {
    queue.news.wait(lock, end, [&] { return !queue.waiting.empty(); });
    if (end.stop_requested()) return;
    const Handle job = queue.waiting.front();
    queue.waiting.pop_front();
    job->stop = std::stop_source();
    job->began = Clock::now();
    const auto place = queue.running.insert(queue.running.end(), job);
    const StopToken stop = job->stop.get_token();
    lock.unlock();
    bool done = true;
    try {
      done = job->work(stop);
    } catch (const std::exception&) {
      // Work reports its own failures; what still comes through must not end the server.
    }
    lock.lock();
    queue.running.erase(place);
    if (done || job->cancelled || end.stop_requested()) continue;
    job->slice = std::min<std::chrono::milliseconds>(2 * job->slice, std::chrono::minutes(1));
    queue.waiting.push_back(job);
    queue.news.notify_one();
  }
}

void EnginePool::put_aside(const StopToken& end) {
  std::unique_lock lock(mutex_);
  while (!end.stop_requested()) {
    tick_.wait_for(lock, end, std::chrono::milliseconds(100), [] { return false; });
    Queue& queue = this->queue(Lane::background);
    std::size_t wanted = queue.waiting.size();
    for (const Handle& job : queue.running) {
      if (wanted == 0) break;
      if (Clock::now() - job->began < job->slice || job->stop.stop_requested()) continue;
      job->stop.request_stop();
      --wanted;
    }
  }
}

}  // namespace tengen::server
