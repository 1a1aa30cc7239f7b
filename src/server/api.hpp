#pragma once
// What can be asked for, as data: a method, a pattern ("/api/sessions/{id}"), and who answers.

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "server/fields.hpp"
#include "server/http/events.hpp"
#include "server/http/server.hpp"

namespace tengen::server {

struct ApiRequest {
  const HttpRequest& http;
  std::vector<std::string> parts;  // what stood in the pattern's braces
  Json body;                       // an object; empty for GET and DELETE
};

struct ApiReply {
  Json json;
  int status = 200;
  std::string written{};  // the JSON where it is text already
};
using StreamReply = std::shared_ptr<EventStream>;
using ApiAnswer = Answer<std::variant<ApiReply, StreamReply>>;

struct Route {
  std::string_view method;
  std::string_view pattern;
  std::function<ApiAnswer(const ApiRequest&)> answer;
};

struct Match {
  const Route* route = nullptr;
  std::vector<std::string> parts;
};
// 404 where no pattern fits, 405 where one fits but for another method.
Answer<Match> find_route(const std::vector<Route>& routes, std::string_view method, std::string_view path);

Json to_json(const ApiError& error);

}  // namespace tengen::server
