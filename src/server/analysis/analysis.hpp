#pragma once
// Thinking that is looked at while it goes on: analysis of one position, and of every position of a game. It lives as
// long as the stream that shows it.

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "server/engine_pool.hpp"
#include "server/requests.hpp"
#include "server/views.hpp"

namespace tengen::server {

// What a stream of analysis has under way: jobs in the pool, which end with the stream.
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
  EnginePool::Work guarded(EnginePool::Work work);

  std::shared_ptr<EventStream> stream_;
  EnginePool& pool_;
  std::mutex mutex_;
  std::vector<EnginePool::Handle> jobs_;
  bool cancelled_ = false;
  int parts_ = 0;
  std::string reason_;  // of the first part, which is the player's
};

// A whole game looked over by one player: what every position was worth, and what every move gave away.
EnginePool::Work review_work(const std::shared_ptr<StreamJobs>& jobs, const ServerContext& context,
                             const std::shared_ptr<const roster::Game>& game, const std::string& player,
                             const Limits& limits);
// What a move gave away, as people call it. `loss` is in chances to win.
std::string_view mark_of(double loss, bool was_best, bool forced);

std::vector<Route> analysis_routes(const ServerContext& context, EnginePool& pool);

}  // namespace tengen::server
