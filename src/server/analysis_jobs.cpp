#include "server/analysis_jobs.hpp"

#include "server/routes.hpp"

namespace tengen {

void StreamJobs::bind_to_stream() {
  stream_->when_closed([self = shared_from_this()] { self->cancel_all(); });
}

void StreamJobs::cancel_all() {
  std::vector<EnginePool::Handle> jobs;
  {
    const std::lock_guard lock(mutex_);
    cancelled_ = true;
    jobs = std::move(jobs_);
    jobs_.clear();
  }
  for (const auto& job : jobs) pool_.cancel(job);
}

bool StreamJobs::add_all(std::vector<EnginePool::Work> works) {
  bool all = true;
  bool gone = false;
  {
    const std::lock_guard lock(mutex_);
    parts_ = static_cast<int>(works.size());  // before the first of them can be done
    for (EnginePool::Work& work : works) {
      const auto job = pool_.submit(EnginePool::Lane::background, std::move(work));
      all = all && job;
      if (job) jobs_.push_back(job);
    }
    if (all && !jobs_.empty())
      if (const auto ahead = pool_.ahead_of(jobs_.front()); ahead > 0) push("waiting", {{"ahead", ahead}});
    gone = cancelled_;
  }
  if (!all || gone) cancel_all();
  return all;
}

void StreamJobs::part_done(std::string_view reason) {
  const std::lock_guard lock(mutex_);
  if (reason_.empty()) reason_ = reason;
  if (--parts_ > 0) return;
  push("done", {{"reason", reason_}});
  stream_->end();
}

void StreamJobs::push(std::string_view name, const Json& json, EventStream::Pile pile) {
  stream_->push(name, dumped(json), pile);
}

void StreamJobs::fail(std::string_view message) {
  push("error_message", to_json(ApiError{500, "internal", std::string(message)}));
  stream_->end();
}

}  // namespace tengen
