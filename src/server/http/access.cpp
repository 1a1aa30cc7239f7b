#include "server/http/access.hpp"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <memory>

#include "core/text.hpp"

namespace tengen::server {

namespace {

ApiError refuse(std::string message) { return {403, "forbidden", std::move(message)}; }

std::string in_url(const sockaddr& address, AddressKinds kinds) {
  char text[INET6_ADDRSTRLEN];
  if (address.sa_family == AF_INET) {
    const auto& v4 = reinterpret_cast<const sockaddr_in&>(address);
    return inet_ntop(AF_INET, &v4.sin_addr, text, sizeof text);
  }
  if (address.sa_family != AF_INET6 || kinds == AddressKinds::ipv4) return {};
  const auto& v6 = reinterpret_cast<const sockaddr_in6&>(address);
  if (IN6_IS_ADDR_LINKLOCAL(&v6.sin6_addr)) return {};
  return fmt::format("[{}]", inet_ntop(AF_INET6, &v6.sin6_addr, text, sizeof text));
}

class Socket {
 public:
  explicit Socket(int fd) : fd_(fd) {}
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;
  ~Socket() {
    if (fd_ >= 0) close(fd_);
  }
  operator int() const { return fd_; }

 private:
  int fd_;
};

// All that comes back, up to a bound; empty where nothing does.
std::string ask(const addrinfo& where, std::string_view request) {
  const Socket fd(socket(where.ai_family, where.ai_socktype | SOCK_CLOEXEC, where.ai_protocol));
  const timeval patience{2, 0};  // for connecting, too
  for (const int option : {SO_SNDTIMEO, SO_RCVTIMEO}) setsockopt(fd, SOL_SOCKET, option, &patience, sizeof patience);
  if (connect(fd, where.ai_addr, where.ai_addrlen) != 0) return {};
  if (send(fd, request.data(), request.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(request.size())) return {};
  std::string reply;
  char piece[4096];
  for (ssize_t got = 0; reply.size() < 65536 && (got = recv(fd, piece, sizeof piece, 0)) > 0;)
    reply.append(piece, static_cast<std::size_t>(got));
  return reply;
}

constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz234567";  // five bits each
constexpr std::size_t id_length = 26;

}  // namespace

bool AccessControl::is_name(std::string_view host) const {
  return std::ranges::find(names_, lower(host)) != names_.end();
}

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

std::vector<std::string> own_addresses(AddressKinds kinds) {
  ifaddrs* first = nullptr;
  if (getifaddrs(&first) != 0) return {};
  const std::unique_ptr<ifaddrs, decltype(&freeifaddrs)> owner(first, &freeifaddrs);
  std::vector<std::string> all;
  for (const ifaddrs* each = first; each; each = each->ifa_next) {
    if (!each->ifa_addr || !(each->ifa_flags & IFF_UP) || each->ifa_flags & IFF_LOOPBACK) continue;
    if (std::string text = in_url(*each->ifa_addr, kinds); !text.empty()) all.push_back(std::move(text));
  }
  return all;
}

bool is_served(const std::string& address, const std::string& instance) {
  constexpr std::string_view scheme = "http://";
  if (!address.starts_with(scheme) || !address.ends_with('/') || instance.empty()) return false;
  const std::string authority = address.substr(scheme.size(), address.size() - scheme.size() - 1);
  const std::size_t colon = authority.rfind(':');
  if (colon == std::string::npos) return false;
  std::string host = authority.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);

  addrinfo wanted{};
  wanted.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (getaddrinfo(host.c_str(), authority.substr(colon + 1).c_str(), &wanted, &found) != 0) return false;
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> owned(found, freeaddrinfo);
  const std::string reply =
      ask(*found, "GET /api/info HTTP/1.1\r\nHost: " + authority + "\r\nConnection: close\r\n\r\n");
  return reply.starts_with("HTTP/1.1 200") && reply.find('"' + instance + '"') != std::string::npos;
}

bool is_id(std::string_view text) {
  return text.size() == id_length && text.find_first_not_of(letters) == std::string_view::npos;
}

std::string unguessable_id() {
  unsigned char bytes[id_length];
  std::size_t filled = 0;
  while (filled < sizeof bytes) {
    const ssize_t got = getrandom(bytes + filled, sizeof bytes - filled, 0);
    if (got > 0) filled += static_cast<std::size_t>(got);
  }
  std::string id;
  for (const unsigned char byte : bytes) id += letters[byte % letters.size()];
  return id;
}

}  // namespace tengen::server
