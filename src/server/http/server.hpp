#pragma once
// HTTP without the library's types: a request comes in, a reply or an event stream goes out. One thread reads and writes
// for all connections, a fixed number of others run the handlers, and all that clients can use up is bounded.

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/expected.hpp"
#include "server/http/events.hpp"

namespace tengen::server {

// Every bound on what a client may send, hold or wait for. docs/api.md tells users the same numbers.
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

struct HttpRequest {
  std::string method;
  std::string path;                            // decoded, without the query
  std::map<std::string, std::string> query;    // the first value of each name
  std::map<std::string, std::string> headers;  // the few that matter, names in lower case
  std::string body;
  std::string client;  // its address

  // Empty where there is none.
  std::string_view header(std::string_view name) const;
};

struct HttpReply {
  int status = 200;
  std::string type = "application/json";
  std::string body;
  std::string_view lasting_body;  // bytes that outlive the server, such as the page's; sent in place of `body`
  std::vector<std::pair<std::string, std::string>> headers;
  std::shared_ptr<EventStream> stream;  // sent in place of any body, until it ends or the listener goes
};

// Who answers. Both may be called at any time; `handle` from many threads at once, and it may block.
struct HttpAnswers {
  std::function<HttpReply(const HttpRequest&)> handle;
  // What did not become a request, or cannot be served now: 400, 408, 413, 414, 431, 500 or 503.
  std::function<HttpReply(int status)> refuse;
};

class HttpServer {
 public:
  HttpServer(HttpAnswers answers, const HttpLimits& limits);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  // Takes the port, 0 for any that is free; returns it.
  Expected<int> bind(const std::string& host, int port);
  // Blocks until stop(). The calling thread reads and writes.
  void serve();
  // From any thread, also before serve(). Replies on their way get a moment to arrive.
  void stop();

 private:
  struct Inside;  // the library's
  std::unique_ptr<Inside> inside_;
};

}  // namespace tengen::server
