// The server over the wire: whole replies, clean refusals, and nobody who can hold it up.

#include "server/http/server.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <filesystem>
#include <latch>
#include <thread>

#include "core/limits.hpp"
#include "server/http/wire.hpp"
#include "support/eventually.hpp"

namespace tengen::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;
using namespace std::chrono_literals;

const std::string get = "GET /x HTTP/1.1\r\nHost: me\r\n\r\n";

// Answers with what was asked; "/big" with a megabyte, "/wait" when told to, "/stream" with an event stream.
class Echo {
 public:
  explicit Echo(const server::HttpLimits& limits = {})
      : server_({[this](const server::HttpRequest& request) { return answer(request); },
                 [](int status) { return plain(status, "refused"); }},
                limits),
        port(server_.bind("127.0.0.1", 0).value()),
        thread_([this] { server_.serve(); }) {}
  ~Echo() {
    go_on = true;
    server_.stop();
    thread_.join();
  }

  // Asks on a fresh connection.
  Wire::Reply ask(const std::string& request) const {
    Wire wire(port);
    wire.send(request);
    return wire.reply();
  }

  std::shared_ptr<server::EventStream> stream = std::make_shared<server::EventStream>();
  std::atomic<bool> go_on = false;
  std::atomic<int> handled = 0;

 private:
  static server::HttpReply plain(int status, std::string body) {
    server::HttpReply reply;
    reply.status = status;
    reply.type = "text/plain";
    reply.body = std::move(body);
    return reply;
  }

  server::HttpReply answer(const server::HttpRequest& request) {
    ++handled;
    if (request.path == "/throw") throw std::runtime_error("no");
    if (request.path == "/big") return plain(200, std::string(1 << 20, 'b'));
    if (request.path == "/wait") eventually([this] { return go_on.load(); });
    server::HttpReply reply = plain(200, request.method + " " + request.path + " " + request.body);
    if (request.path == "/stream") reply.stream = stream;
    return reply;
  }

  server::HttpServer server_;

 public:
  const int port;

 private:
  std::thread thread_;
};

server::HttpLimits hasty() {
  server::HttpLimits limits;
  limits.idle_time = limits.head_time = limits.body_time = limits.write_time = 200ms;
  limits.linger = 100ms;
  return limits;
}

std::size_t threads() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return static_cast<std::size_t>(std::distance(begin(tasks), end(tasks)));
}

TEST(Http, AnswersOneAfterTheOther) {
  const Echo server;
  Wire wire(server.port);
  wire.send(get + "POST /y HTTP/1.1\r\nContent-Length: 3\r\n\r\nabcHEAD /x HTTP/1.1\r\n\r\n");
  EXPECT_EQ(wire.reply().body, "GET /x ");
  EXPECT_EQ(wire.reply().body, "POST /y abc");
  wire.send("GET /z HTTP/1.1\r\nConnection: close\r\n\r\n");
  const std::string rest = wire.rest();
  EXPECT_THAT(rest, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(rest, HasSubstr("Content-Length: 8\r\nConnection: keep-alive\r\n\r\nHTTP/1.1 200 OK\r\n"));  // HEAD's
  EXPECT_THAT(rest, testing::EndsWith("Connection: close\r\n\r\nGET /z "));
}

TEST(Http, RangesAreNotHeardOf) {
  const Echo server;
  std::string many = "bytes=0-0";
  for (int i = 0; i < 2000; ++i) many += ",1-2";
  for (const std::string& range :
       {std::string("bytes=500-5000"), std::string("bytes=0-1"), std::string("bytes=-5"), std::string("bytes=5-2"),
        std::string("bytes=0-18446744073709551615"), std::string("bytes=99999999999999999999-"), many}) {
    Wire wire(server.port);
    wire.send("GET /x HTTP/1.1\r\nConnection: close\r\nRange: " + range + "\r\n\r\n");
    const std::string all = wire.rest();
    EXPECT_THAT(all, StartsWith("HTTP/1.1 200 OK\r\n")) << range;
    EXPECT_THAT(all, testing::EndsWith("\r\n\r\nGET /x ")) << range;
  }
}

TEST(Http, RefusalsArriveEvenWhileTheClientGoesOn) {
  const Echo server;
  const std::string more(4 << 20, 'x');
  const std::pair<std::string, int> cases[] = {
      {"nonsense\r\n\r\n" + more, 400},
      {"POST / HTTP/1.1\r\nContent-Length: 4194304\r\n\r\n" + more, 413},
      {"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n400000\r\n" + more, 413},
      {"GET / HTTP/1.1\r\nFlood: " + more, 431},
      {"GET /" + std::string(9'000, 'a') + " HTTP/1.1\r\n\r\n", 414},
  };
  for (const auto& [request, status] : cases) {
    Wire wire(server.port);
    wire.send(request);
    const Wire::Reply reply = wire.reply();
    EXPECT_EQ(reply.status, status) << request.substr(0, 50);
    EXPECT_EQ(reply.body, "refused");
    EXPECT_EQ(wire.rest(), "");
  }
  EXPECT_EQ(server.handled, 0);
  EXPECT_EQ(server.ask("GET /throw HTTP/1.1\r\n\r\n").status, 500);
}

// Six hundred megabytes, were they taken.
TEST(Http, AnEndlessBodyEndsEarly) {
  const Echo server(hasty());
  Wire wire(server.port);
  wire.send("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n");
  const std::string chunk = "10000\r\n" + std::string(0x10000, 'x') + "\r\n";
  std::size_t sent = 0;
  while (sent < 600u << 20 && wire.send(chunk)) sent += chunk.size();
  EXPECT_LT(sent, 32u << 20);
}

TEST(Http, WhoAsksBeforeSendingIsTold) {
  const Echo server;
  Wire wire(server.port);
  wire.send("POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
  EXPECT_EQ(wire.reply().status, 100);
  wire.send("ok");
  EXPECT_EQ(wire.reply().body, "POST / ok");
  EXPECT_EQ(server.ask("POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2000000\r\n\r\n").status, 413);
}

TEST(Http, SlowClientsAreCutOff) {
  const Echo server(hasty());
  const auto drip = [&](const std::string& head) {
    Wire wire(server.port);
    wire.send(head);
    std::jthread dripping([&](const std::stop_token& stop) {
      while (!stop.stop_requested() && wire.send("x")) std::this_thread::sleep_for(20ms);
    });
    return wire.rest();
  };
  EXPECT_THAT(drip("GET / HTTP/1.1\r\nSlow: "), StartsWith("HTTP/1.1 408 "));
  EXPECT_THAT(drip("POST / HTTP/1.1\r\nContent-Length: 100000\r\n\r\n"), StartsWith("HTTP/1.1 408 "));
  EXPECT_EQ(Wire(server.port).rest(), "");  // says nothing
  Wire quiet(server.port);
  quiet.send(get);
  EXPECT_EQ(quiet.reply().status, 200);
  EXPECT_EQ(quiet.rest(), "");  // says nothing more
}

TEST(Http, WhoDoesNotReadIsCutOff) {
  const Echo server(hasty());
  Wire wire(server.port);
  const std::string asks = "GET /big HTTP/1.1\r\n\r\n";
  int asked = 0;
  while (asked < 10'000 && wire.send(asks)) ++asked, std::this_thread::sleep_for(1ms);
  EXPECT_LT(asked, 10'000);
  EXPECT_LT(server.handled, 100);  // no more than lie in the sockets
}

TEST(Http, AFullServerSaysSo) {
  server::HttpLimits limits;
  limits.connections = 20;
  const Echo server(limits);
  {
    std::vector<Wire> idle;
    for (int i = 0; i < 20; ++i) {
      idle.emplace_back(server.port);
      idle.back().send(get);
      ASSERT_EQ(idle.back().reply().status, 200);
    }
    EXPECT_EQ(server.ask(get).status, 503);
    idle.back().send(get);
    EXPECT_EQ(idle.back().reply().status, 200);
  }
  EXPECT_TRUE(eventually([&] { return server.ask(get).status == 200; }));
}

TEST(Http, MemoryIsSharedOutOnce) {
  server::HttpLimits limits;
  limits.memory = 3 << 20;
  const Echo server(limits);
  std::vector<Wire> holders;
  const std::string head = "POST / HTTP/1.1\r\nContent-Length: 1048576\r\n\r\n";
  for (int i = 0; i < 10; ++i) holders.emplace_back(server.port).send(head + std::string((1 << 20) - 1, 'x'));
  int refused = 0;
  for (Wire& each : holders) {
    each.send("x");
    refused += each.reply().status == 503;
  }
  EXPECT_GE(refused, 1);
  EXPECT_LT(refused, 10);
  holders.clear();
  EXPECT_TRUE(eventually([&] { return server.ask("GET /big HTTP/1.1\r\n\r\n").status == 200; }));
}

TEST(Http, ThreadsAreAsManyAfterAFloodAsBefore) {
  const Echo server;
  ASSERT_EQ(server.ask(get).status, 200);
  const std::size_t before = threads();
  {
    std::vector<Wire> flood;
    for (int i = 0; i < 300; ++i) flood.emplace_back(server.port).send(i % 2 ? get : "GET /stream HTTP/1.1\r\n\r\n");
    for (int i = 1; i < 300; i += 2) EXPECT_EQ(flood[static_cast<std::size_t>(i)].reply().status, 200);
    EXPECT_EQ(threads(), before);
  }
  EXPECT_EQ(server.ask(get).status, 200);
  EXPECT_EQ(threads(), before);
}

TEST(Http, HandlersThatWaitHoldUpNobodyElse) {
  Echo server;
  std::vector<Wire> waiting;
  for (int i = 0; i < 10; ++i) waiting.emplace_back(server.port).send("GET /wait HTTP/1.1\r\n\r\n");
  EXPECT_TRUE(eventually([&] { return server.handled == 10; }));
  EXPECT_EQ(server.ask(get).status, 200);
  server.go_on = true;
  for (Wire& each : waiting) EXPECT_EQ(each.reply().status, 200);
}

TEST(Http, AHalfClosedConnectionIsAnswered) {
  const Echo server;
  Wire wire(server.port);
  wire.send(get);
  wire.finish();
  EXPECT_THAT(wire.rest(), testing::EndsWith("GET /x "));
}

TEST(HttpStream, BringsEventsUntilItEnds) {
  const Echo server;
  server.stream->push("a", "1", server::EventStream::Pile::all);
  Wire wire(server.port);
  wire.send("GET /stream HTTP/1.1\r\n\r\n");
  std::string text;
  const auto has = [&](const std::string& part) {
    while (text.find(part) == std::string::npos) {
      const std::string more = wire.some();
      if (more.empty()) return false;
      text += more;
    }
    return true;
  };
  EXPECT_TRUE(has("event: a\ndata: 1\n\n"));
  server.stream->push("a", "2");
  EXPECT_TRUE(has("event: a\ndata: 2\n\n"));
  server.stream->push("a", "3");
  server.stream->end();
  EXPECT_THAT(wire.rest(), testing::EndsWith("event: a\ndata: 3\n\n"));
}

TEST(HttpStream, AQuietOneShowsThatItLives) {
  server::HttpLimits limits;
  limits.heartbeat = 50ms;
  const Echo server(limits);
  Wire wire(server.port);
  wire.send("GET /stream HTTP/1.1\r\n\r\n");
  std::string text;
  while (text.find("\r\n\r\n:\n\n:\n\n") == std::string::npos) {
    const std::string more = wire.some();
    ASSERT_FALSE(more.empty());
    text += more;
  }
}

TEST(HttpStream, ClosesWhenItsListenerLeaves) {
  const Echo server;
  std::latch closed(1);
  server.stream->when_closed([&] { closed.count_down(); });
  {
    Wire wire(server.port);
    wire.send("GET /stream HTTP/1.1\r\n\r\n");
    EXPECT_FALSE(wire.some().empty());
    EXPECT_FALSE(server.stream->ended());
  }
  closed.wait();
}

TEST(HttpStream, OneThatIsNotReadIsDropped) {
  const Echo server(hasty());
  std::atomic<bool> closed = false;
  server.stream->when_closed([&] { closed = true; });
  Wire wire(server.port);
  wire.send("GET /stream HTTP/1.1\r\n\r\n");
  const std::string data(100'000, 'd');
  EXPECT_TRUE(eventually([&] {
    server.stream->push("same", data);  // the newest only, so that it is the connection that gives up
    return closed.load();
  }));
}

TEST(HttpStream, WhatWaitsIsBounded) {
  server::EventStream stream;
  const std::string data(300'000, 'd');
  for (int i = 0; i < 3; ++i) stream.push("all", data, server::EventStream::Pile::all);
  EXPECT_FALSE(stream.ended());
  stream.push("all", data, server::EventStream::Pile::all);
  EXPECT_TRUE(stream.ended());
  EXPECT_EQ(stream.take().text, "");

  server::EventStream large;  // a single event has no bound, or it could never be read
  large.push("one", std::string(2 << 20, 'd'));
  EXPECT_GT(large.take().text.size(), 2u << 20);
  EXPECT_FALSE(large.ended());
}

TEST(Http, StopsBeforeItServesAndWhileItDoes) {
  server::HttpServer early(
      {[](const server::HttpRequest&) { return server::HttpReply{}; }, [](int) { return server::HttpReply{}; }}, {});
  ASSERT_TRUE(early.bind("127.0.0.1", 0));
  early.stop();
  early.serve();
  const auto began = Clock::now();
  {
    const Echo server;
    Wire idle(server.port), half(server.port), stream(server.port);
    half.send("GET / HT");
    stream.send("GET /stream HTTP/1.1\r\n\r\n");
    EXPECT_FALSE(stream.some().empty());
  }
  EXPECT_LT(Clock::now() - began, 20s);
}

TEST(Http, APortIsTakenByOne) {
  const Echo server;
  server::HttpServer second(
      {[](const server::HttpRequest&) { return server::HttpReply{}; }, [](int) { return server::HttpReply{}; }}, {});
  EXPECT_THAT(second.bind("127.0.0.1", server.port).error().message, HasSubstr("it is taken"));
  EXPECT_THAT(second.bind("192.0.2.1", 0).error().message, HasSubstr("is it an address of this machine?"));
}

}  // namespace
}  // namespace tengen::test
