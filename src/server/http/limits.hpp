#pragma once
// Every bound on what a client may send, hold or wait for. docs/api.md tells users the same numbers.

#include <chrono>
#include <cstddef>

namespace tengen::server {

inline constexpr std::size_t most_body = 1 << 20;  // bytes of one request's body, however it is sent

struct HttpLimits {
  // One request.
  std::size_t address = 8 << 10;  // path and query
  std::size_t head = 32 << 10;    // the request line and all headers
  std::size_t headers = 100;
  std::size_t body = most_body;

  // All of them together.
  std::size_t connections = 600;  // at once; those beyond are answered 503
  std::size_t memory = 64 << 20;  // bodies, replies and events on their way
  std::size_t workers = 32;       // threads for handlers; one more does all reading and writing

  // How long a connection may take.
  std::chrono::milliseconds idle_time{15'000};   // between two requests
  std::chrono::milliseconds head_time{10'000};   // from a request's first byte to the end of its headers
  std::chrono::milliseconds body_time{30'000};   // from there to its last byte
  std::chrono::milliseconds write_time{30'000};  // for the client to take a reply, or what a stream has for it
  std::chrono::milliseconds news_time{20};       // from one look for news of streams to the next
  std::chrono::milliseconds heartbeat{15'000};   // a comment on a quiet event stream
  std::chrono::milliseconds linger{2'000};       // for what the client still sends after the last reply
};

// Events that one listener has not read; one that leaves more loses its stream.
inline constexpr std::size_t most_waiting_events = 1 << 20;

}  // namespace tengen::server
