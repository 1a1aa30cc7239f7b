#pragma once
// HTTP without the library's types: a request comes in, a reply or an event stream goes out. Threads of its own, one for
// each open connection, with a bound on how many.

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/expected.hpp"
#include "server/events.hpp"

namespace tengen {

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

class HttpServer {
 public:
  using Handler = std::function<HttpReply(const HttpRequest&)>;
  struct Bounds {
    std::size_t body = 1 << 20;
    std::size_t connections = 400;  // at once; more wait until one closes
  };

  // `handle` is called from many threads. What the library finds wrong by itself goes through it too, as a request
  // with the method "" and the status in its path ("/413").
  HttpServer(Handler handle, const Bounds& bounds);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  // Takes the port, 0 for any that is free; returns it.
  Expected<int> bind(const std::string& host, int port);
  // Blocks until stop().
  void serve();
  void stop();

 private:
  struct Inside;  // the library's
  std::unique_ptr<Inside> inside_;
};

}  // namespace tengen
