#include "server/http/connection.hpp"

#include <fmt/format.h>

#include <boost/asio/buffer.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/status.hpp>
#include <exception>

namespace tengen::server {

namespace asio = boost::asio;

namespace {

std::string address_of(const asio::ip::tcp::socket& socket) {
  boost::system::error_code error;
  const asio::ip::address address = socket.remote_endpoint(error).address();
  if (address.is_v6() && address.to_v6().is_v4_mapped())
    return asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6()).to_string();
  return address.to_string();
}

std::string head_of(const HttpReply& reply, std::size_t length, bool last) {
  const auto reason = boost::beast::http::obsolete_reason(static_cast<boost::beast::http::status>(reply.status));
  std::string head = fmt::format("HTTP/1.1 {} {}\r\n", reply.status, std::string_view(reason.data(), reason.size()));
  for (const auto& [name, value] : reply.headers) head += fmt::format("{}: {}\r\n", name, value);
  if (reply.stream)
    head += "Content-Type: text/event-stream\r\n";
  else if (reply.status != 304)
    head += fmt::format("Content-Type: {}\r\nContent-Length: {}\r\n", reply.type, length);
  return head + (last ? "Connection: close\r\n\r\n" : "Connection: keep-alive\r\n\r\n");
}

HttpReply answered(const HttpAnswers& answers, const HttpRequest& request) {
  try {
    return answers.handle(request);
  } catch (const std::exception&) {  // out of memory, at the worst place
    return answers.refuse(500);
  }
}

}  // namespace

HttpConnection::HttpConnection(HttpShared& shared, asio::ip::tcp::socket socket)
    : shared_(shared),
      socket_(std::move(socket)),
      timer_(shared.io),
      client_(address_of(socket_)),
      parser_(shared.limits) {
  ErrorCode ignored;
  socket_.set_option(asio::ip::tcp::no_delay(true), ignored);
  shared_.open.insert(this);
}

HttpConnection::~HttpConnection() {
  leave_stream();
  hold(0);
  shared_.open.erase(this);
  if (shared_.when_left) shared_.when_left();
}

// A later call replaces an earlier one.
void HttpConnection::set_deadline(std::chrono::milliseconds time, void (HttpConnection::*missed)()) {
  missed_ = missed;
  timer_.expires_after(time);
  timer_.async_wait([self = shared_from_this()](ErrorCode error) {
    // A deadline that passed just before it was moved still gets here.
    if (error || !self->missed_ || self->timer_.expiry() > std::chrono::steady_clock::now()) return;
    ((*self).*(self->missed_))();
  });
}

// Takes this much of the common memory in place of what was held; false where there is not so much.
bool HttpConnection::hold(std::size_t bytes) {
  if (bytes > held_ && shared_.memory + (bytes - held_) > shared_.limits.memory) return false;
  shared_.memory = shared_.memory - held_ + bytes;
  held_ = bytes;
  return true;
}

// --- Reading ---

void HttpConnection::start() { await_request(); }

void HttpConnection::read() {
  if (reading_) return;
  reading_ = true;
  socket_.async_read_some(asio::buffer(bytes_), [self = shared_from_this()](ErrorCode error, std::size_t count) {
    self->on_read(error, count);
  });
}

void HttpConnection::on_read(ErrorCode error, std::size_t count) {
  reading_ = false;
  switch (doing_) {
    case Doing::reading:
      if (error) return close();
      parser_.feed({bytes_.data(), count});
      return look();
    case Doing::streaming: return close();  // a stream is the last thing on its connection
    case Doing::lingering: {
      constexpr std::size_t patience = 8 << 20;
      drained_ += count;
      return error || drained_ > patience ? close() : read();
    }
    case Doing::handling:
    case Doing::replying:
    case Doing::nothing: return;  // what came too late
  }
}

void HttpConnection::await_request() {
  doing_ = Doing::reading;
  seen_ = HttpParser::State::done;
  continued_ = head_only_ = false;
  look();
}

// At what the parser has made of the bytes so far.
void HttpConnection::look() {
  using State = HttpParser::State;
  if (!hold(parser_.held())) return refuse(503);
  const State state = parser_.state();
  if (state == State::refused) return refuse(parser_.refusal());
  if (state == State::done) return handle();
  if (state != seen_) {
    seen_ = state;
    if (state == State::idle) set_deadline(shared_.limits.idle_time, &HttpConnection::close);
    if (state == State::head) set_deadline(shared_.limits.head_time, &HttpConnection::too_slow);
    if (state == State::body) set_deadline(shared_.limits.body_time, &HttpConnection::too_slow);
  }
  if (state == State::idle && shared_.stopping) return close();
  if (state == State::body && parser_.wants_continue() && !continued_) return send_continue();
  read();
}

void HttpConnection::send_continue() {
  continued_ = writing_ = true;
  static constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";
  asio::async_write(socket_, asio::buffer(go_on), [self = shared_from_this()](ErrorCode error, std::size_t) {
    self->writing_ = false;
    if (error) return self->close();
    if (self->doing_ == Doing::reading) self->read();
  });
}

void HttpConnection::too_slow() {
  if (writing_) return close();
  refuse(408);
}

void HttpConnection::refuse(int status) {
  last_ = true;
  hold(0);
  send(shared_.answers.refuse(status));
}

// --- Answering ---

void HttpConnection::handle() {
  doing_ = Doing::handling;
  clear_deadline();
  HttpRequest request = std::move(parser_.request());
  request.client = client_;
  head_only_ = request.method == "HEAD";
  last_ = !parser_.keep_alive();
  asio::post(*shared_.workers, [self = shared_from_this(), request = std::move(request),
                                work = asio::make_work_guard(shared_.io)]() mutable {
    HttpShared& shared = self->shared_;
    HttpReply reply = answered(shared.answers, request);
    // Moved, so that the last to let go of the connection is the thread that it belongs to.
    asio::post(shared.io,
               [self = std::move(self), reply = std::move(reply)]() mutable { self->send(std::move(reply)); });
  });
}

void HttpConnection::send(HttpReply reply) {
  reply_ = std::move(reply);
  last_ |= shared_.stopping || reply_.stream;
  if (doing_ == Doing::nothing) return leave_stream();
  if (reply_.stream) return send_stream();
  if (!hold(reply_.body.size())) {
    hold(0);
    reply_ = shared_.answers.refuse(503);
  }
  send_whole();
}

void HttpConnection::send_whole() {
  doing_ = Doing::replying;
  const std::string_view body = reply_.lasting_body.empty() ? std::string_view(reply_.body) : reply_.lasting_body;
  text_ = head_of(reply_, body.size(), last_);
  const bool bare = head_only_ || reply_.status == 304;
  set_deadline(shared_.limits.write_time, &HttpConnection::close);
  const std::array<asio::const_buffer, 2> pieces = {asio::buffer(text_),
                                                    bare ? asio::const_buffer() : asio::buffer(body)};
  asio::async_write(socket_, pieces,
                    [self = shared_from_this()](ErrorCode error, std::size_t) { self->on_sent(error); });
}

void HttpConnection::on_sent(ErrorCode error) {
  if (error || doing_ != Doing::replying) return close();
  clear_deadline();
  std::string().swap(reply_.body);  // to assign an empty text would keep the memory
  if (last_) return linger();
  parser_.next();
  await_request();
}

// --- Streams of events ---

void HttpConnection::send_stream() {
  doing_ = Doing::streaming;
  hold(0);
  read();  // to learn at once when the client leaves
  write(head_of(reply_, 0, true));
  shared_.streaming.insert(this);
  shared_.when_streaming();
}

void HttpConnection::write_events() {
  if (doing_ != Doing::streaming || writing_) return;
  EventStream::Batch batch = reply_.stream->take();
  if (!batch.text.empty()) return write(std::move(batch.text));
  if (batch.over) linger();
}

void HttpConnection::write_heartbeat() { write(":\n\n"); }

void HttpConnection::write(std::string text) {
  if (!hold(text.size())) return close();
  writing_ = true;
  text_ = std::move(text);
  set_deadline(shared_.limits.write_time, &HttpConnection::close);
  asio::async_write(socket_, asio::buffer(text_),
                    [self = shared_from_this()](ErrorCode error, std::size_t) { self->on_written(error); });
}

void HttpConnection::on_written(ErrorCode error) {
  writing_ = false;
  if (error) return close();
  std::string().swap(text_);
  hold(0);
  set_deadline(shared_.limits.heartbeat, &HttpConnection::write_heartbeat);
  write_events();
}

// --- Ending ---

// Bytes that are still on their way when a socket is closed would destroy the reply before the client has read it.
void HttpConnection::linger() {
  doing_ = Doing::lingering;
  leave_stream();
  ErrorCode ignored;
  socket_.shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
  set_deadline(shared_.limits.linger, &HttpConnection::close);
  read();
}

void HttpConnection::close() {
  doing_ = Doing::nothing;
  clear_deadline();
  timer_.cancel();
  ErrorCode ignored;
  socket_.close(ignored);
  leave_stream();
}

void HttpConnection::end(bool at_once) {
  const bool idle = doing_ == Doing::reading && parser_.state() == HttpParser::State::idle;
  if (at_once || idle) close();
}

// By a worker: whoever listens to the stream's end may have to wait for a lock.
void HttpConnection::leave_stream() {
  shared_.streaming.erase(this);
  const std::shared_ptr<EventStream> stream = std::exchange(reply_.stream, nullptr);
  if (!stream) return;
  if (!shared_.workers) return stream->close();
  asio::post(*shared_.workers, [stream] { stream->close(); });
}

}  // namespace tengen::server
