#pragma once
// Thinking that is looked at while it goes on: analysis of one position, and of every position of a game. It lives as
// long as the stream that shows it.

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "server/api.hpp"
#include "server/context.hpp"
#include "server/engine_pool.hpp"

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

class Analyses {
 public:
  Analyses(const ServerContext& context, EnginePool& pool) : context_(context), pool_(pool) {}

  std::vector<Route> routes();

 private:
  struct Question {
    const roster::GameKind* kind = nullptr;
    std::shared_ptr<const roster::Game> game;
    std::string player;
    Limits limits;
  };
  Answer<Question> read(const ApiRequest& request, const std::vector<std::string>& known) const;
  ApiAnswer analyse(const ApiRequest& request);
  ApiAnswer report(const ApiRequest& request);

  const ServerContext& context_;
  EnginePool& pool_;
};

}  // namespace tengen::server
