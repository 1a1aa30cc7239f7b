// Requests out of bytes: what is read, what is refused, and that it does not matter how the bytes are cut.

#include "server/http/parser.hpp"

#include <gtest/gtest.h>

namespace tengen::test {
namespace {

using State = server::HttpParser::State;

std::string repeated(std::string_view text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

// The state in the end, having fed pieces of that size; a refusal as its status.
int outcome(std::string_view bytes, std::size_t piece = std::string_view::npos) {
  const server::HttpLimits limits;
  server::HttpParser parser(limits);
  for (std::size_t at = 0; at < bytes.size(); at += std::min(piece, bytes.size())) parser.feed(bytes.substr(at, piece));
  if (parser.state() == State::refused) return parser.refusal();
  return parser.state() == State::done ? 200 : 0;
}

TEST(HttpParser, ReadsWhatAClientSends) {
  const server::HttpLimits limits;
  server::HttpParser parser(limits);
  EXPECT_EQ(parser.state(), State::idle);
  parser.feed("\r\nPOST /api/a%20b?x=1+2&y=%3d&x=3&flag#part HTTP/1.1\r\nHOST: me\r\nSecret: s\r\n");
  EXPECT_EQ(parser.state(), State::head);
  parser.feed("Content-Length: 4\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_EQ(parser.state(), State::body);
  EXPECT_TRUE(parser.wants_continue());
  parser.feed("bodyGET / HTTP/1.1\r\nConnection: close\r\n\r\n");
  ASSERT_EQ(parser.state(), State::done);
  const server::HttpRequest& request = parser.request();
  EXPECT_EQ(request.method, "POST");
  EXPECT_EQ(request.path, "/api/a b");
  EXPECT_EQ(request.query, (std::map<std::string, std::string>{{"x", "1 2"}, {"y", "="}, {"flag", ""}}));
  EXPECT_EQ(request.headers, (std::map<std::string, std::string>{{"host", "me"}}));
  EXPECT_EQ(request.body, "body");
  EXPECT_TRUE(parser.keep_alive());
  parser.next();
  ASSERT_EQ(parser.state(), State::done);
  EXPECT_EQ(parser.request().path, "/");
  EXPECT_EQ(parser.request().body, "");
  EXPECT_FALSE(parser.keep_alive());
  parser.next();
  EXPECT_EQ(parser.state(), State::idle);
}

TEST(HttpParser, ChunksAreOneBodyAndTrailersChangeNothing) {
  const std::string_view text =
      "POST / HTTP/1.1\r\nHost: me\r\nTransfer-Encoding: chunked\r\n\r\n3;note=\"x\"\r\nabc\r\n02\r\nde\r\n"
      "0\r\nHost: evil\r\nOrigin: evil\r\n\r\nGET /next HTTP/1.1\r\n\r\n";
  for (const std::size_t piece : {std::string_view::npos, std::size_t{1}, std::size_t{7}}) {
    const server::HttpLimits limits;
    server::HttpParser parser(limits);
    for (std::size_t at = 0; at < text.size(); at += std::min(piece, text.size())) parser.feed(text.substr(at, piece));
    ASSERT_EQ(parser.state(), State::done) << piece;
    EXPECT_EQ(parser.request().body, "abcde");
    EXPECT_EQ(parser.request().headers, (std::map<std::string, std::string>{{"host", "me"}}));
    parser.next();
    ASSERT_EQ(parser.state(), State::done);
    EXPECT_EQ(parser.request().path, "/next");
  }
}

TEST(HttpParser, RepeatedHeadersAreOneList) {
  const server::HttpLimits limits;
  server::HttpParser parser(limits);
  parser.feed("GET / HTTP/1.1\r\nHost: me\r\nHost: evil\r\nOrigin: a\r\n folded\r\n\r\n");
  ASSERT_EQ(parser.state(), State::done);
  EXPECT_EQ(parser.request().header("host"), "me, evil");  // which is nobody's name
  EXPECT_EQ(parser.request().header("origin"), "a folded");
}

TEST(HttpParser, RefusesWhatIsNoRequest) {
  for (const char* bytes : {"nonsense\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/2.0\r\n\r\n", "GET / HTTP/1.1\n\n\r\n\r\n",
                            "GET / HTTP/1.1\r\nno colon\r\n\r\n", "GET http://127.0.0.1/api/info HTTP/1.1\r\n\r\n",
                            "OPTIONS * HTTP/1.1\r\n\r\n", "GET /%zz HTTP/1.1\r\n\r\n", "GET /%2 HTTP/1.1\r\n\r\n",
                            "GET /?a=%-1 HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
                            "GET / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
                            // Each of these has two lengths, and so two ends.
                            "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
                            "POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n0\r\n\r\n",
                            "POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\nGET / HTTP/1.1\r\n\r\n",
                            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n",
                            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabcdef\r\n"})
    for (const std::size_t piece : {std::string_view::npos, std::size_t{1}})
      EXPECT_EQ(outcome(bytes, piece), 400) << bytes;
}

TEST(HttpParser, LimitsHoldHoweverTheBytesAreCut) {
  const server::HttpLimits limits;
  const auto get = [](const std::string& headers) { return "GET / HTTP/1.1\r\n" + headers + "\r\n"; };
  const auto chunked = [](const std::string& body) {
    return "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + body;
  };
  const std::string megabyte(limits.body, 'x');
  const std::pair<std::string, int> cases[] = {
      {get(repeated("a: b\r\n", 100)), 200},
      {get(repeated("a: b\r\n", 101)), 431},
      {get("a: " + std::string(30'000, 'b') + "\r\n"), 200},
      {get("a: " + std::string(33'000, 'b') + "\r\n"), 431},
      {get(repeated("a: " + std::string(3'000, 'b') + "\r\n", 12)), 431},
      {"GET /" + std::string(8'000, 'a') + " HTTP/1.1\r\n\r\n", 200},
      {"GET /" + std::string(8'200, 'a') + " HTTP/1.1\r\n\r\n", 414},
      {"GET /" + std::string(40'000, 'a'), 431},
      {"POST / HTTP/1.1\r\nContent-Length: 1048576\r\n\r\n" + megabyte, 200},
      {"POST / HTTP/1.1\r\nContent-Length: 1048577\r\n\r\n", 413},
      {chunked("100000\r\n" + megabyte + "\r\n0\r\n\r\n"), 200},
      {chunked("100000\r\n" + megabyte + "\r\n1\r\n"), 413},
      {chunked("ffffffffffffffff\r\n"), 413},
      {chunked("1;" + std::string(40'000, 'a')), 431},
      {chunked("0\r\n" + repeated("a: b\r\n", 101) + "\r\n"), 431},
      {chunked("0\r\na: " + std::string(40'000, 'b')), 431},
  };
  for (const auto& [bytes, status] : cases)
    for (const std::size_t piece : {std::size_t{997}, std::size_t{16'384}})
      EXPECT_EQ(outcome(bytes, piece), status) << bytes.substr(0, 60) << " in pieces of " << piece;
}

TEST(HttpParser, AFloodIsNotKept) {
  const server::HttpLimits limits;
  server::HttpParser parser(limits);
  parser.feed("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n");
  const std::string chunk = "1000\r\n" + std::string(0x1000, 'x') + "\r\n";
  std::size_t most = 0;
  for (int i = 0; i < 10'000; ++i) {
    parser.feed(chunk);
    most = std::max(most, parser.held());
  }
  EXPECT_EQ(parser.refusal(), 413);
  EXPECT_LT(most, 3 * limits.body);
  EXPECT_LT(parser.held(), limits.head);
}

}  // namespace
}  // namespace tengen::test
