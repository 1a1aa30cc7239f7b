#pragma once
// Who may come in: requests under the server's own names, from its own pages, and not too many of them. And where
// servers are.

#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/limits.hpp"
#include "server/api.hpp"

namespace tengen::server {

class AccessControl {
 public:
  struct Rate {
    double per_second = 100;
    double burst = 400;
  };

  explicit AccessControl(const Rate& rate) : rate_(rate) {}

  // The names under which the server may be addressed, with its port: "127.0.0.1:8173". Set before the first request.
  void set_names(std::vector<std::string> names) { names_ = std::move(names); }

  // What is wrong with the request, if anything. A foreign name that resolves to this machine shows in Host.
  std::optional<ApiError> check_name(const HttpRequest& request) const;
  // A page of another site can send requests here from its visitor's browser; the browser says where they come from.
  std::optional<ApiError> check_sender(const HttpRequest& request) const;
  // Takes one request out of the client's share.
  std::optional<ApiError> count(const std::string& client, Clock::time_point now);

 private:
  struct Bucket {
    double tokens = 0;
    Clock::time_point filled;
  };

  bool is_name(std::string_view host) const;

  const Rate rate_;
  std::vector<std::string> names_;
  std::mutex mutex_;
  std::map<std::string, Bucket> buckets_;
};

enum class AddressKinds : bool { ipv4, all };

// Those of all interfaces that are up, as they stand in a URL: "192.168.1.5", "[2001:db8::5]". Loopback is not among
// them, nor are addresses that mean nothing without naming an interface.
std::vector<std::string> own_addresses(AddressKinds kinds);

// Whether the server at this address ("http://127.0.0.1:8173/") calls itself so (GET /api/info): one short question over
// the wire. False after seconds at most.
bool is_served(const std::string& address, const std::string& instance);

// 128 random bits as 26 letters and digits: what they name is open to whoever knows them.
std::string unguessable_id();
bool is_id(std::string_view text);

}  // namespace tengen::server
