#pragma once
// One client's connection: requests in, replies or an event stream out, one after the other, each within its time.

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "server/http/parser.hpp"
#include "server/http/server.hpp"

namespace tengen::server {

class HttpConnection;

// What the connections share. Only the thread that runs `io` touches it, so nothing here needs a lock.
struct HttpShared {
  const HttpAnswers answers;
  const HttpLimits limits;
  std::set<HttpConnection*> open{};
  std::set<HttpConnection*> streaming{};  // of these
  std::size_t memory = 0;                 // bytes that the connections hold
  bool stopping = false;
  std::function<void()> when_left{};       // a connection has ended
  std::function<void()> when_streaming{};  // one has become a stream
  boost::asio::io_context io{1};
  std::unique_ptr<boost::asio::thread_pool> workers{};  // while serving
};

class HttpConnection : public std::enable_shared_from_this<HttpConnection> {
 public:
  HttpConnection(HttpShared& shared, boost::asio::ip::tcp::socket socket);
  ~HttpConnection();

  void start();
  // Answers with this status, whatever comes, and ends.
  void refuse(int status);
  // Sends a stream's news, if there are any.
  void write_events();
  // At once, or after the reply that is on its way.
  void end(bool at_once);

 private:
  using ErrorCode = boost::system::error_code;
  enum class Doing { reading, handling, replying, streaming, lingering, nothing };

  void set_deadline(std::chrono::milliseconds time, void (HttpConnection::*missed)());
  void clear_deadline() { missed_ = nullptr; }
  bool hold(std::size_t bytes);

  void read();
  void on_read(ErrorCode error, std::size_t count);
  void await_request();
  void look();
  void send_continue();
  void too_slow();
  void handle();

  void send(HttpReply reply);
  void send_whole();
  void on_sent(ErrorCode error);

  void send_stream();
  void write_heartbeat();
  void write(std::string text);
  void on_written(ErrorCode error);

  void linger();
  void close();
  void leave_stream();

  HttpShared& shared_;
  boost::asio::ip::tcp::socket socket_;
  boost::asio::steady_timer timer_;
  void (HttpConnection::*missed_)() = nullptr;
  std::string client_;
  HttpParser parser_;
  HttpParser::State seen_ = HttpParser::State::done;  // the parser's state that the deadline is for
  Doing doing_ = Doing::reading;
  bool reading_ = false;  // one read at a time,
  bool writing_ = false;  // one write at a time
  bool continued_ = false;
  bool last_ = false;       // the connection ends after this reply
  bool head_only_ = false;  // the request was HEAD
  std::array<char, 16 << 10> bytes_;
  std::size_t held_ = 0;
  std::size_t drained_ = 0;
  std::string text_;  // a reply's head, or events
  HttpReply reply_;
};

}  // namespace tengen::server
