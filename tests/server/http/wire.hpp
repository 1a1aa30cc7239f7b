#pragma once
// One TCP connection to a server on this machine, byte by byte.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <string>
#include <string_view>
#include <utility>

#include "core/text.hpp"

namespace tengen::test {

class Wire {
 public:
  explicit Wire(int port) : socket_(socket(AF_INET, SOCK_STREAM, 0)) {
    const timeval patience{20, 0};
    setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected_ = connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  }
  ~Wire() { ::close(socket_); }
  Wire(Wire&& other) noexcept : socket_(std::exchange(other.socket_, -1)), connected_(other.connected_) {}
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;

  bool connected() const { return connected_; }
  // False when the server no longer listens to this connection.
  bool send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }
  void finish() { shutdown(socket_, SHUT_WR); }

  // Whatever comes next; empty at the end, or when nothing comes for long.
  std::string some() {
    char bytes[65536];
    const ssize_t got = recv(socket_, bytes, sizeof bytes, 0);
    return got > 0 ? std::string(bytes, static_cast<std::size_t>(got)) : std::string();
  }
  // Until the server closes.
  std::string rest() {
    std::string all = std::exchange(early_, {});
    for (std::string more = some(); !more.empty(); more = some()) all += more;
    return all;
  }

  struct Reply {
    int status = 0;
    std::string head;
    std::string body;
  };
  // The next whole reply with a length; status 0 where there is none.
  Reply reply() {
    Reply reply;
    const auto until = [&](std::size_t size) {
      while (early_.size() < size) {
        const std::string more = some();
        if (more.empty()) return false;
        early_ += more;
      }
      return true;
    };
    std::size_t end = 0;
    while ((end = early_.find("\r\n\r\n")) == std::string::npos)
      if (!until(early_.size() + 1)) return reply;
    end += 4;
    const std::string head = early_.substr(0, end);
    std::size_t length = 0;
    constexpr std::string_view name = "Content-Length: ";
    if (const auto at = head.find(name); at != std::string::npos)
      length = to_number<std::size_t>(head.substr(at + name.size(), head.find('\r', at) - at - name.size())).value();
    if (!until(end + length)) return reply;
    reply = {to_number<int>(head.substr(9, 3)).value_or(0), head, early_.substr(end, length)};
    early_.erase(0, end + length);
    return reply;
  }

 private:
  int socket_;
  bool connected_ = false;
  std::string early_;  // read already, and part of the next reply
};

}  // namespace tengen::test
