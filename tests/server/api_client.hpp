#pragma once
// A server in this process and the way to ask it things, without a wire.

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "app/builtins.hpp"
#include "server/play_server.hpp"
#include "support/eventually.hpp"

namespace tengen::test {

using Json = nlohmann::ordered_json;

inline server::ServerContext test_context() { return {app::builtins(), {}, false, false, 2}; }

struct Reply {
  int status = 0;
  Json json;
  std::shared_ptr<server::EventStream> stream;

  std::string code() const { return json.contains("error") ? json["error"]["code"].get<std::string>() : ""; }
  std::string field() const { return json.contains("error") ? json["error"].value("field", "") : ""; }
};

class Api {
 public:
  explicit Api(const server::ServerContext& context = test_context(), server::PlayServerOptions options = {}) {
    options.rate = {1e9, 1e9};
    static constexpr server::PageFile files[] = {{"index.html", "not really gzip", "\"1\""}};
    auto started = server::PlayServer::start(context, {files, {}}, options);
    EXPECT_TRUE(started.has_value()) << (started ? "" : started.error().message);
    server = std::move(*started);
  }

  server::HttpRequest request(const std::string& method, const std::string& path, const std::string& body = {}) const {
    server::HttpRequest request;
    request.method = method;
    request.path = path.substr(0, path.find('?'));
    if (const auto at = path.find('?'); at != std::string::npos) read_query(request, path.substr(at + 1));
    request.headers["host"] = "127.0.0.1:" + std::to_string(server->port());
    if (method == "POST") request.headers["content-type"] = "application/json";
    request.body = body;
    request.client = "127.0.0.1";
    return request;
  }
  Reply send(const server::HttpRequest& request) const {
    const server::HttpReply reply = server->answer(request);
    Reply result{reply.status, Json::parse(reply.body, nullptr, false), reply.stream};
    return result;
  }
  Reply get(const std::string& path) const { return send(request("GET", path)); }
  Reply post(const std::string& path, const Json& body = Json::object()) const {
    return send(request("POST", path, body.dump()));
  }
  Reply remove(const std::string& path) const { return send(request("DELETE", path)); }

  // A session that must come to be; its path.
  std::string session(const Json& body) const {
    const Reply reply = post("/api/sessions", body);
    EXPECT_EQ(reply.status, 201) << reply.json.dump();
    return "/api/sessions/" + reply.json.value("id", "");
  }
  std::size_t running() const { return get("/api/info").json["pool"]["running"].get<std::size_t>(); }

  std::unique_ptr<server::PlayServer> server;

 private:
  // Values are written plainly here, with + for a space.
  static void read_query(server::HttpRequest& request, std::string text) {
    for (char& c : text)
      if (c == '+') c = ' ';
    for (std::size_t at = 0; at < text.size();) {
      const auto end = std::min(text.find('&', at), text.size());
      const auto equals = text.find('=', at);
      request.query[text.substr(at, equals - at)] = text.substr(equals + 1, end - equals - 1);
      at = end + 1;
    }
  }
};

// Everything that a stream says until it ends, or until the condition on the text holds.
inline std::string read_stream(server::EventStream& stream, const std::function<bool(const std::string&)>& enough = {},
                               std::chrono::seconds patience = std::chrono::seconds(60)) {
  std::string text;
  const auto end = Clock::now() + patience;
  while (Clock::now() < end) {
    const auto batch = stream.take();
    text += batch.text;
    if (batch.over || (enough && enough(text))) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return text;
}

// The data of the last event of that name in a stream's text; null where there is none.
inline Json last_event(const std::string& text, const std::string& name) {
  const std::string head = "event: " + name + "\ndata: ";
  const auto at = text.rfind(head);
  if (at == std::string::npos) return nullptr;
  const auto begin = at + head.size();
  return Json::parse(text.substr(begin, text.find('\n', begin) - begin));
}

inline const Json person = {{"kind", "person"}};
// An engine that would think for minutes.
inline const Json thinker = {{"kind", "player"}, {"player", "uct"}, {"limits", {{"time", 300000}}}};
inline Json quick(const std::string& player = "uct", int nodes = 50) {
  return {{"kind", "player"}, {"player", player}, {"limits", {{"nodes", nodes}}}};
}

}  // namespace tengen::test
