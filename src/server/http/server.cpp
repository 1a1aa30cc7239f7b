#include "server/http/server.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include "server/http/connection.hpp"

namespace tengen::server {

namespace asio = boost::asio;
using asio::ip::tcp;
using ErrorCode = boost::system::error_code;

std::string_view HttpRequest::header(std::string_view name) const {
  const auto found = headers.find(std::string(name));
  return found == headers.end() ? std::string_view() : std::string_view(found->second);
}

struct HttpServer::Inside {
  Inside(HttpAnswers answers, const HttpLimits& limits) : shared{std::move(answers), limits} {
    shared.when_left = [this] {
      if (shared.stopping && shared.open.empty()) pause.cancel();  // nobody is left to wait for
      accept();
    };
    shared.when_streaming = [this] { look_for_news(); };
  }
  ~Inside() { shared.when_left = nullptr; }  // what is still open goes after the acceptor

  ErrorCode open(const tcp::endpoint& where);
  void accept();
  void look_for_news();
  void close();
  void end_connections(bool at_once);

  HttpShared shared;
  tcp::acceptor acceptor{shared.io};
  asio::steady_timer pause{shared.io};
  asio::steady_timer next_look{shared.io};
  bool accepting = false;
  bool looking = false;
};

ErrorCode HttpServer::Inside::open(const tcp::endpoint& where) {
  ErrorCode error;
  acceptor.open(where.protocol(), error);
  // Alone on its port, and free to take it again at once after a restart.
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor.bind(where, error);
  if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (error) {
    ErrorCode ignored;
    acceptor.close(ignored);
  }
  return error;
}

// One after the other. Clients beyond the limit are told so, and beyond these few, wait.
void HttpServer::Inside::accept() {
  constexpr std::size_t refused_at_once = 64;
  if (accepting || shared.stopping || shared.open.size() >= shared.limits.connections + refused_at_once) return;
  accepting = true;
  acceptor.async_accept([this](ErrorCode error, tcp::socket socket) {
    accepting = false;
    if (shared.stopping) return;
    if (error) {  // the client has left again, or there are no file descriptors
      pause.expires_after(std::chrono::milliseconds(50));
      pause.async_wait([this](ErrorCode cancelled) {
        if (!cancelled) accept();
      });
      return;
    }
    const bool full = shared.open.size() >= shared.limits.connections;
    const auto connection = std::make_shared<HttpConnection>(shared, std::move(socket));
    full ? connection->refuse(503) : connection->start();
    accept();
  });
}

// Again and again while there are streams. Were those who have news to wake this thread, it would meet them inside of
// io_context's lock, and wait there until a thread of the lowest priority has its turn.
void HttpServer::Inside::look_for_news() {
  if (looking || shared.streaming.empty()) return;
  looking = true;
  next_look.expires_after(shared.limits.news_time);
  next_look.async_wait([this](ErrorCode) {
    looking = false;
    const std::vector<HttpConnection*> streaming(shared.streaming.begin(), shared.streaming.end());
    for (HttpConnection* each : streaming) each->write_events();  // their reads keep them alive
    look_for_news();
  });
}

void HttpServer::Inside::end_connections(bool at_once) {
  // A connection may leave the set while it ends.
  std::vector<std::shared_ptr<HttpConnection>> open;
  for (HttpConnection* each : shared.open) open.push_back(each->shared_from_this());
  for (const auto& each : open) each->end(at_once);
}

void HttpServer::Inside::close() {
  if (shared.stopping) return;
  shared.stopping = true;
  ErrorCode ignored;
  acceptor.close(ignored);
  end_connections(false);
  if (shared.open.empty()) return;
  pause.expires_after(shared.limits.linger);
  pause.async_wait([this](ErrorCode cancelled) {
    if (!cancelled) end_connections(true);
  });
}

HttpServer::HttpServer(HttpAnswers answers, const HttpLimits& limits)
    : inside_(std::make_unique<Inside>(std::move(answers), limits)) {}

HttpServer::~HttpServer() = default;

Expected<int> HttpServer::bind(const std::string& host, int port) {
  ErrorCode error;
  const auto found =
      tcp::resolver(inside_->shared.io)
          .resolve(host, std::to_string(port), tcp::resolver::passive | tcp::resolver::numeric_service, error);
  if (error) return fail("cannot listen on {}: is it an address of this machine?", host);
  for (const auto& each : found) {
    error = inside_->open(each.endpoint());
    if (!error) return inside_->acceptor.local_endpoint().port();
  }
  if (error == asio::error::address_in_use) return fail("cannot listen on port {} of {}: it is taken", port, host);
  if (error == asio::error::access_denied) return fail("cannot listen on port {} of {}: this user may not", port, host);
  return fail("cannot listen on {}: is it an address of this machine?", host);
}

void HttpServer::serve() {
  HttpShared& shared = inside_->shared;
  shared.workers = std::make_unique<asio::thread_pool>(shared.limits.workers);
  inside_->accept();
  shared.io.run();
  shared.workers->join();
  shared.workers.reset();
}

void HttpServer::stop() {
  asio::post(inside_->shared.io, [this] { inside_->close(); });
}

}  // namespace tengen::server
