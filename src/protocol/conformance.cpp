#include "protocol/conformance.hpp"

#include <fmt/format.h>

#include "core/text.hpp"

namespace tengen::protocol {

bool Examination::start() {
  process_.reset();
  auto started = ChildProcess::start(plan_.process);
  if (!started) {
    verdict("starts", false, started.error().message);
    return false;
  }
  process_ = std::move(*started);
  return true;
}

void Examination::send(std::string_view text) {
  answered_ = false;
  if (!process_) return;
  if (const auto failure = process_->send(text, Clock::now() + plan_.patience)) {
    last_ = failure->message;
    process_.reset();
  }
}

std::optional<std::string> Examination::line(std::optional<std::chrono::milliseconds> patience) {
  answered_ = false;
  if (!process_) return std::nullopt;  // last_ says what became of it
  const auto read = process_->read_line(Clock::now() + patience.value_or(plan_.patience));
  if (read) {
    answered_ = true;
    last_ = *read;
    return last_;
  }
  last_ = read.error().message;
  if (read.error().fault != roster::Fault::hang) process_.reset();
  return std::nullopt;
}

void Examination::verdict(std::string name, bool passed, std::string detail, bool mandatory) {
  using enum CheckPoint::Verdict;
  points_.push_back({std::move(name), mandatory, passed ? pass : fail, std::move(detail)});
}

void Examination::about(std::string name, bool passed, bool mandatory) {
  if (passed) return verdict(std::move(name), true, {}, mandatory);
  verdict(std::move(name), false, answered_ ? "said " + in_quotes(last_) : last_, mandatory);
  if (!answered_) points_.back().verdict = CheckPoint::Verdict::no_answer;
}

void Examination::ends(std::string name, std::string_view farewell) {
  if (!process_) return verdict(std::move(name), false, last_);
  const auto begin = Clock::now();
  // A second would do, but on a busy machine that proves nothing.
  constexpr double longest = 2;
  const auto failure = process_->end(farewell, std::chrono::milliseconds(static_cast<int>(1000 * longest)));
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  process_.reset();
  last_ = "it has ended";
  // Later than that it needed SIGTERM, which is not what it was asked to listen to.
  verdict(std::move(name), !failure && seconds < longest,
          failure             ? failure->message
          : seconds < longest ? fmt::format("{:.2f} s", seconds)
                              : "only after SIGTERM");
}

}  // namespace tengen::protocol
