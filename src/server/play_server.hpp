#pragma once
// The server behind `tengen play`: the page, the API, and everything that goes on while nobody asks.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/api.hpp"
#include "server/http/access.hpp"
#include "server/http/page.hpp"
#include "server/http/server.hpp"
#include "server/requests.hpp"

namespace tengen::server {

struct PlayServerOptions {
  std::string host = "127.0.0.1";
  std::vector<std::string> names{};  // further names under which others reach this machine, without the port
  int port = 0;                      // 0: any that is free
  std::string database{};            // empty: games are kept in memory only
  AccessControl::Rate rate{};
  HttpLimits http{};
  std::chrono::milliseconds abandoned{10'000};  // a session's engines stop so long after its last listener left
};

class PlayServer {
 public:
  // Opens the database and takes the port.
  static Expected<std::unique_ptr<PlayServer>> start(const ServerContext& context, const Page& page,
                                                     const PlayServerOptions& options);
  ~PlayServer();

  int port() const;
  // The names, with the port, under which others may address it; whoever uses another is turned away.
  const std::vector<std::string>& visitors() const;
  // Where the page is, for a browser on this machine.
  std::string address() const;
  // Blocks until stop(), which any thread may call; then ends all streams and engines and saves all games.
  void serve();
  void stop();

  // All that can be asked for; for the test that docs and routes agree.
  const std::vector<Route>& routes() const;
  // One request, as if it had come over the wire.
  HttpReply answer(const HttpRequest& request);

 private:
  class Inside;
  explicit PlayServer(std::unique_ptr<Inside> inside);
  std::unique_ptr<Inside> inside_;
};

// The address of the server that holds this database, once it answers there; nothing where none holds it, or where it
// does not answer.
std::optional<std::string> address_of_holder(const std::string& database);

}  // namespace tengen::server
