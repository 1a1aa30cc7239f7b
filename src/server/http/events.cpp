#include "server/http/events.hpp"

#include <fmt/format.h>

#include <utility>

namespace tengen::server {

namespace {

constexpr std::size_t most_waiting =
    1 << 20;  // bytes that one listener has not read; one that leaves more loses its stream

}  // namespace

void EventStream::push(std::string_view name, std::string_view data, Pile pile, std::string_view id) {
  std::string text = id.empty() ? std::string() : fmt::format("id: {}\n", id);
  text += fmt::format("event: {}\ndata: {}\n\n", name, data);
  const std::lock_guard lock(mutex_);
  if (ended_ || closed_) return;
  if (pile == Pile::newest)
    std::erase_if(events_, [&](const Event& event) {
      if (event.name != name) return false;
      waiting_ -= event.text.size();
      return true;
    });
  waiting_ += text.size();
  events_.push_back({std::string(name), std::move(text)});
  if (waiting_ > most_waiting && events_.size() > 1) {
    events_.clear();
    ended_ = true;
  }
}

void EventStream::end() {
  const std::lock_guard lock(mutex_);
  ended_ = true;
}

bool EventStream::ended() const {
  const std::lock_guard lock(mutex_);
  return ended_ || closed_;
}

EventStream::Batch EventStream::take() {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  Batch batch;
  if (!lock) return batch;
  batch.text.reserve(waiting_);
  for (const Event& event : events_) batch.text += event.text;
  events_.clear();
  waiting_ = 0;
  batch.over = ended_;
  return batch;
}

void EventStream::when_closed(std::function<void()> action) {
  {
    const std::lock_guard lock(mutex_);
    if (!closed_) {
      on_close_.push_back(std::move(action));
      return;
    }
  }
  action();
}

void EventStream::close() {
  std::vector<std::function<void()>> actions;
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    events_.clear();
    waiting_ = 0;
    actions = std::exchange(on_close_, {});
  }
  for (const auto& action : actions) action();
}

}  // namespace tengen::server
