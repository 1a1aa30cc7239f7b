#include "server/http/parser.hpp"

#include <algorithm>
#include <array>
#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>
#include <charconv>
#include <optional>

#include "core/text.hpp"

namespace tengen::server {

namespace {

namespace http = boost::beast::http;
using boost::beast::error_code;
using Text = boost::beast::string_view;

std::string_view plain(Text text) { return {text.data(), text.size()}; }

// The library reads the grammar; what is kept of it, and how much, is decided here.
class Message final : public http::basic_parser<true> {
 public:
  explicit Message(const HttpLimits& limits) : limits_(limits) {
    header_limit(static_cast<std::uint32_t>(limits.head));
    body_limit(limits.body);
    eager(true);
  }

  HttpRequest request;
  int refusal = 0;  // our own reason to stop, before the library's
  bool wants_continue = false;

 private:
  void refuse(int status, error_code& error) {
    refusal = status;
    error = http::error::bad_value;
  }

  void on_request_impl(http::verb, Text method, Text target, int, error_code& error) override {
    if (target.size() > limits_.address) return refuse(414, error);
    auto parsed = server::parse_target(plain(target));
    if (!parsed) return refuse(400, error);
    request.method = plain(method);
    request.path = std::move(parsed->path);
    request.query = std::move(parsed->query);
  }

  void on_field_impl(http::field, Text name, Text value, error_code& error) override {
    head_ += name.size() + value.size() + 4;
    if (++fields_ > limits_.headers || head_ > limits_.head) return refuse(431, error);
    if (is_header_done()) return;  // a trailer could otherwise change Host after it was read
    static constexpr std::array<std::string_view, 6> kept = {"host",         "origin",          "sec-fetch-site",
                                                             "content-type", "accept-encoding", "if-none-match"};
    const std::string known = lower(plain(name));
    encoded_ |= known == "transfer-encoding";
    wants_continue |= known == "expect" && lower(plain(value)) == "100-continue";
    if (std::ranges::find(kept, known) == kept.end()) return;
    std::string& text = request.headers[known];  // repeated ones make a list, as if they had been sent as one
    if (!text.empty()) text += ", ";
    text += plain(value);
  }

  void on_header_impl(error_code& error) override {
    if (encoded_ && !chunked()) refuse(400, error);  // the length of such a body is anybody's guess
  }

  std::size_t on_body_impl(Text bytes, error_code&) override {
    request.body += plain(bytes);
    return bytes.size();
  }
  std::size_t on_chunk_body_impl(std::uint64_t, Text bytes, error_code& error) override {
    return on_body_impl(bytes, error);
  }

  void on_response_impl(int, Text, int, error_code&) override {}
  void on_body_init_impl(const boost::optional<std::uint64_t>&, error_code&) override {}
  void on_chunk_header_impl(std::uint64_t, Text, error_code&) override {}
  void on_finish_impl(error_code&) override {}

  const HttpLimits& limits_;
  std::size_t fields_ = 0;
  std::size_t head_ = 0;  // bytes; the library bounds no sum of headers that come in pieces
  bool encoded_ = false;
};

std::optional<std::string> unescaped(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      plain += text[i];
      continue;
    }
    unsigned char byte = 0;
    const std::string_view digits = text.substr(i + 1, 2);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
    if (error != std::errc{} || digits.size() != 2 || end != digits.data() + 2) return std::nullopt;
    plain += static_cast<char>(byte);
    i += 2;
  }
  return plain;
}

// As forms write it, with + for a space.
std::optional<std::string> unescaped_value(std::string text) {
  for (char& c : text)
    if (c == '+') c = ' ';
  return unescaped(text);
}

}  // namespace

std::optional<HttpTarget> parse_target(std::string_view text) {
  if (!text.starts_with('/')) return std::nullopt;
  HttpTarget target;
  text = text.substr(0, text.find('#'));
  const auto question = text.find('?');
  auto path = unescaped(text.substr(0, question));
  if (!path) return std::nullopt;
  target.path = std::move(*path);
  if (question == std::string_view::npos) return target;
  for (const std::string_view pair : split(text.substr(question + 1), '&')) {
    const auto equals = pair.find('=');
    auto name = unescaped_value(std::string(pair.substr(0, equals)));
    auto value = unescaped_value(std::string(equals == std::string_view::npos ? "" : pair.substr(equals + 1)));
    if (!name || !value) return std::nullopt;
    if (!name->empty()) target.query.emplace(std::move(*name), std::move(*value));
  }
  return target;
}

class HttpParser::Reader {
 public:
  explicit Reader(const HttpLimits& limits) : limits_(limits) { message_.emplace(limits_); }

  void feed(std::string_view bytes) {
    if (state_ == State::refused) return;
    waiting_ += bytes;
    if (state_ != State::done) read();
  }

  void next() {
    message_.emplace(limits_);
    state_ = State::idle;
    read();
  }

  State state() const { return state_; }
  int refusal() const { return refusal_; }
  std::size_t held() const { return waiting_.capacity() + message_->request.body.capacity(); }
  Message& message() { return *message_; }

 private:
  void read() {
    // An empty line before a request is a habit of old clients.
    while (state_ == State::idle && waiting_.starts_with("\r\n")) waiting_.erase(0, 2);
    if (waiting_.empty() || (state_ == State::idle && waiting_ == "\r")) return;
    error_code error;
    const std::size_t used = message_->put({waiting_.data(), waiting_.size()}, error);
    waiting_.erase(0, used);
    if (error && error != http::error::need_more) return refuse(status_of(error));
    if (message_->is_done()) {
      state_ = State::done;
      return;
    }
    state_ = message_->is_header_done() ? State::body : State::head;
    if (waiting_.size() > limits_.head) refuse(431);  // of a body: the line before a chunk, which nothing else bounds
  }

  int status_of(const error_code& error) const {
    if (message_->refusal != 0) return message_->refusal;
    if (error == http::error::body_limit) return 413;
    if (error == http::error::header_limit) return 431;
    return 400;
  }

  void refuse(int status) {
    state_ = State::refused;
    refusal_ = status;
    std::string().swap(waiting_);  // to assign an empty text would keep the memory
    std::string().swap(message_->request.body);
  }

  const HttpLimits& limits_;
  std::optional<Message> message_;
  std::string waiting_;
  State state_ = State::idle;
  int refusal_ = 0;
};

HttpParser::HttpParser(const HttpLimits& limits) : reader_(std::make_unique<Reader>(limits)) {}
HttpParser::~HttpParser() = default;

void HttpParser::feed(std::string_view bytes) { reader_->feed(bytes); }
void HttpParser::next() { reader_->next(); }
HttpParser::State HttpParser::state() const { return reader_->state(); }
int HttpParser::refusal() const { return reader_->refusal(); }
bool HttpParser::wants_continue() const { return reader_->message().wants_continue; }
bool HttpParser::keep_alive() const { return reader_->message().keep_alive(); }
std::size_t HttpParser::held() const { return reader_->held(); }
HttpRequest& HttpParser::request() { return reader_->message().request; }

}  // namespace tengen::server
