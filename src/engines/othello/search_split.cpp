#include "engines/othello/search_split.hpp"

#include <algorithm>

namespace tengen::engines::othello {

void SplitPool::open(SplitPoint& point) {
  const std::lock_guard lock(mutex_);
  open_.push_back(&point);
  changed_.notify_all();
}

void SplitPool::report(SplitPoint& point, int score, int cell) {
  const std::lock_guard lock(mutex_);
  if (score > point.best) {
    point.best = score;
    point.best_cell = cell;
  }
  if (score > point.alpha) point.cut.store(true, std::memory_order_relaxed);
}

// The largest node: it keeps a helper busy for longest.
SplitPoint* SplitPool::joinable(const SplitPoint* ancestor) noexcept {
  SplitPoint* best = nullptr;
  for (SplitPoint* point : open_) {
    if (point->next.load(std::memory_order_relaxed) >= point->count || point->is_cut()) continue;
    if (ancestor != nullptr && !point->descends_from(ancestor)) continue;
    if (best == nullptr || point->depth > best->depth) best = point;
  }
  if (best != nullptr) ++best->helpers;
  return best;
}

SplitPoint* SplitPool::wait_for_work() {
  std::unique_lock lock(mutex_);
  ++waiting_;
  SplitPoint* point = nullptr;
  changed_.wait(lock, [&] { return finished_ || (point = joinable(nullptr)) != nullptr; });
  --waiting_;
  return point;
}

SplitPoint* SplitPool::wait_for_helpers(SplitPoint& own) {
  std::unique_lock lock(mutex_);
  std::erase(open_, &own);
  if (own.helpers == 0) return nullptr;
  ++waiting_;
  SplitPoint* point = nullptr;
  changed_.wait(lock, [&] { return own.helpers == 0 || (point = joinable(&own)) != nullptr; });
  --waiting_;
  return point;
}

void SplitPool::leave(SplitPoint& point) {
  const std::lock_guard lock(mutex_);
  --point.helpers;
  changed_.notify_all();
}

void SplitPool::finish() {
  const std::lock_guard lock(mutex_);
  finished_ = true;
  changed_.notify_all();
}

void SplitPool::start() {
  const std::lock_guard lock(mutex_);
  finished_ = false;
}

}  // namespace tengen::engines::othello
