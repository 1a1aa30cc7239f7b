#include "server/is_served.hpp"

#include <netdb.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <memory>
#include <string_view>

namespace tengen {

namespace {

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

}  // namespace

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

}  // namespace tengen
