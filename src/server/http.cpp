#include "server/http.hpp"

#include <httplib.h>

#include <atomic>
#include <list>
#include <thread>

namespace tengen {

namespace {

// Threads as connections need them. The library's own pool has a fixed number, each of which an event stream would
// keep for as long as its tab is open.
class ElasticThreads final : public httplib::TaskQueue {
 public:
  explicit ElasticThreads(std::size_t most) : most_(most) {}

  void enqueue(std::function<void()> task) override {
    const std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
    if (idle_ >= tasks_.size() || threads_.size() >= most_) {
      news_.notify_one();
      return;
    }
    threads_.emplace_back([this] { work(); });
  }

  void shutdown() override {
    {
      const std::lock_guard lock(mutex_);
      over_ = true;
    }
    news_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      ++idle_;
      news_.wait(lock, [this] { return over_ || !tasks_.empty(); });
      --idle_;
      if (tasks_.empty()) return;
      const auto task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      task();
      lock.lock();
    }
  }

  const std::size_t most_;
  std::mutex mutex_;
  std::condition_variable news_;
  std::list<std::function<void()>> tasks_;
  std::vector<std::thread> threads_;
  std::size_t idle_ = 0;
  bool over_ = false;
};

HttpRequest translated(const httplib::Request& from) {
  HttpRequest request{from.method, from.path, {}, {}, from.body, from.remote_addr};
  for (const auto& [name, value] : from.params) request.query.emplace(name, value);
  for (const char* name : {"host", "origin", "sec-fetch-site", "content-type", "accept-encoding", "if-none-match"})
    if (from.has_header(name)) request.headers.emplace(name, from.get_header_value(name));
  return request;
}

// Called again and again while the connection lasts.
bool send_events(EventStream& stream, httplib::DataSink& sink, int& quiet_turns) {
  constexpr auto turn = std::chrono::milliseconds(250);
  constexpr int turns_to_comment = 60;  // 15 s
  EventStream::Batch batch = stream.take(turn);
  if (!sink.is_writable()) return false;
  if (batch.text.empty() && !batch.over) {
    if (++quiet_turns < turns_to_comment) return true;
    batch.text = ":\n\n";
  }
  quiet_turns = 0;
  if (!batch.text.empty() && !sink.write(batch.text.data(), batch.text.size())) return false;
  if (batch.over) sink.done();
  return true;
}

void fill(httplib::Response& to, HttpReply reply) {
  to.status = reply.status;
  for (const auto& [name, value] : reply.headers) to.set_header(name, value);
  if (reply.stream) {
    auto quiet = std::make_shared<int>(0);
    to.set_chunked_content_provider(
        "text/event-stream",
        [stream = reply.stream, quiet](std::size_t, httplib::DataSink& sink) {
          return send_events(*stream, sink, *quiet);
        },
        [stream = reply.stream](bool) { stream->close(); });
    return;
  }
  // Content with a known length, piece by piece: handed over as a string, the library would compress it, page files a
  // second time and small answers for nothing.
  const auto owner = std::make_shared<std::string>(std::move(reply.body));
  const std::string_view bytes = reply.lasting_body.empty() ? std::string_view(*owner) : reply.lasting_body;
  if (bytes.empty()) return;
  to.set_content_provider(bytes.size(), reply.type,
                          [owner, bytes](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
                            return sink.write(bytes.data() + offset, length);
                          });
}

}  // namespace

std::string_view HttpRequest::header(std::string_view name) const {
  const auto found = headers.find(std::string(name));
  return found == headers.end() ? std::string_view() : std::string_view(found->second);
}

struct HttpServer::Inside {
  httplib::Server server;
  Handler handle;
  std::atomic<bool> serving = false;  // from the call of serve() to its end
  std::atomic<bool> stopping = false;
};

HttpServer::HttpServer(Handler handle, const Bounds& bounds) : inside_(std::make_unique<Inside>()) {
  inside_->handle = std::move(handle);
  httplib::Server& server = inside_->server;
  server.new_task_queue = [most = bounds.connections] { return new ElasticThreads(most); };
  server.set_payload_max_length(bounds.body);
  server.set_keep_alive_max_count(1000);
  server.set_keep_alive_timeout(2);  // a quiet connection costs a thread
  server.set_read_timeout(5);
  server.set_write_timeout(5);
  server.set_tcp_nodelay(true);
  const auto answer = [this](const httplib::Request& request, httplib::Response& response) {
    fill(response, inside_->handle(translated(request)));
  };
  const std::string anything = "[\\s\\S]*";  // unlike ".*", also the line breaks that a path may hold
  server.Get(anything, answer).Post(anything, answer).Put(anything, answer).Patch(anything, answer);
  server.Delete(anything, answer).Options(anything, answer);
  server.set_error_handler(httplib::Server::Handler([this](const httplib::Request&, httplib::Response& response) {
    if (response.content_length_ > 0 || response.content_provider_) return;  // the error is an answer of ours
    HttpRequest request;
    request.path = "/" + std::to_string(response.status);
    fill(response, inside_->handle(request));
  }));
}

HttpServer::~HttpServer() = default;

Expected<int> HttpServer::bind(const std::string& host, int port) {
  // Without this two servers could share one port, each getting some of the requests (the library's default).
  inside_->server.set_socket_options([](socket_t socket) {
    const int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  if (port == 0) {
    const int taken = inside_->server.bind_to_any_port(host);
    if (taken <= 0) return fail("cannot listen on {}: is it an address of this machine?", host);
    return taken;
  }
  if (!inside_->server.bind_to_port(host, port)) return fail("cannot listen on port {} of {}: it is taken", port, host);
  return port;
}

void HttpServer::serve() {
  inside_->serving = true;
  if (!inside_->stopping) inside_->server.listen_after_bind();
  inside_->serving = false;
}

// The library ignores a stop that comes before it has begun to listen.
void HttpServer::stop() {
  inside_->stopping = true;
  while (inside_->serving) {
    if (inside_->server.is_running()) return inside_->server.stop();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace tengen
