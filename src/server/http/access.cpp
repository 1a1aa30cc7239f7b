#include "server/http/access.hpp"

#include <algorithm>

#include "core/text.hpp"

namespace tengen::server {

bool AccessControl::is_name(std::string_view host) const {
  return std::ranges::find(names_, lower(host)) != names_.end();
}

namespace {

ApiError refuse(std::string message) { return {403, "forbidden", std::move(message)}; }

}  // namespace

std::optional<ApiError> AccessControl::check_name(const HttpRequest& request) const {
  const std::string_view host = request.header("host");
  if (is_name(host)) return std::nullopt;
  return refuse(fmt::format("this server is not called {}; it answers to {}", in_quotes(host), joined(names_)));
}

std::optional<ApiError> AccessControl::check_sender(const HttpRequest& request) const {
  const std::string_view origin = request.header("origin");
  constexpr std::string_view scheme = "http://";
  if (!origin.empty() && (!origin.starts_with(scheme) || !is_name(origin.substr(scheme.size()))))
    return refuse(fmt::format("requests from pages of {} are not answered", in_quotes(origin)));
  const std::string_view site = request.header("sec-fetch-site");
  if (!site.empty() && site != "same-origin" && site != "none")
    return refuse("requests from pages of other sites are not answered");
  return std::nullopt;
}

std::optional<ApiError> AccessControl::count(const std::string& client, Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  constexpr std::size_t most = 10'000;
  if (buckets_.size() >= most)  // full buckets say nothing that an absent one does not
    std::erase_if(buckets_, [&](const auto& entry) {
      return std::chrono::duration<double>(now - entry.second.filled).count() * rate_.per_second >= rate_.burst;
    });
  Bucket& bucket = buckets_.try_emplace(client, Bucket{rate_.burst, now}).first->second;
  const double passed = std::chrono::duration<double>(now - bucket.filled).count();
  bucket.tokens = std::min(rate_.burst, bucket.tokens + passed * rate_.per_second);
  bucket.filled = now;
  if (bucket.tokens < 1) return ApiError{429, "too_many_requests", "too many requests; try again in a second"};
  bucket.tokens -= 1;
  return std::nullopt;
}

}  // namespace tengen::server
