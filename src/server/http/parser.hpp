#pragma once
// Requests out of a connection's bytes, however these are cut: strict, within limits, and without a socket.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "server/http/server.hpp"

namespace tengen::server {

// The address in a request line: a path and a query, without their escapes.
struct HttpTarget {
  std::string path;
  std::map<std::string, std::string> query;  // the first value of each name
};

// Nothing for an address that does not begin with "/", or with an escape that is none.
std::optional<HttpTarget> parse_target(std::string_view text);

class HttpParser {
 public:
  enum class State {
    idle,  // nothing of a request has come yet
    head,
    body,
    done,
    refused,  // the connection is of no more use: nobody knows where the next request would begin
  };

  explicit HttpParser(const HttpLimits& limits);
  ~HttpParser();
  HttpParser(const HttpParser&) = delete;
  HttpParser& operator=(const HttpParser&) = delete;

  // Bytes after the end of a request wait for next().
  void feed(std::string_view bytes);
  // The request after one that is done; it may be done already, for clients that send several at once.
  void next();

  State state() const;
  int refusal() const;          // the status, when refused
  bool wants_continue() const;  // the client asks whether to send its body
  bool keep_alive() const;      // of a request that is done
  std::size_t held() const;     // bytes of memory
  // Whole when done, but for the client's address.
  HttpRequest& request();

 private:
  class Reader;  // the library's
  std::unique_ptr<Reader> reader_;
};

}  // namespace tengen::server
