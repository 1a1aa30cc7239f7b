#pragma once
// What a stream of analysis has under way: jobs in the pool, which end with the stream.

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "server/engine_pool.hpp"
#include "server/events.hpp"
#include "server/fields.hpp"

namespace tengen {

class StreamJobs : public std::enable_shared_from_this<StreamJobs> {
 public:
  StreamJobs(std::shared_ptr<EventStream> stream, EnginePool& pool) : stream_(std::move(stream)), pool_(pool) {}

  // The work's jobs are cancelled when the stream closes. Call once, after make_shared.
  void bind_to_stream();
  // Hands all parts to the pool; false where it is full, and then none is left in it.
  bool add_all(std::vector<EnginePool::Work> works);
  // One part of the work is done; the last one ends the stream with a `done` event.
  void part_done(std::string_view reason);

  void push(std::string_view name, const Json& json, EventStream::Pile pile = EventStream::Pile::newest);
  void fail(std::string_view message);
  bool closed() const { return stream_->ended(); }

 private:
  void cancel_all();

  std::shared_ptr<EventStream> stream_;
  EnginePool& pool_;
  std::mutex mutex_;
  std::vector<EnginePool::Handle> jobs_;
  bool cancelled_ = false;
  int parts_ = 0;
  std::string reason_;  // of the first part, which is the player's
};

}  // namespace tengen
