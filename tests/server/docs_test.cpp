// The program's routes, docs/api.md and docs/openapi.json say the same.

#include <gmock/gmock.h>

#include <fstream>
#include <set>
#include <sstream>

#include "server/api_client.hpp"
#include "support/places.hpp"

namespace tengen::test {
namespace {

std::string docs(const std::string& name) {
  std::ifstream file(source_file("docs/" + name));
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::set<std::string> routes_of_program() {
  const Api api;
  std::set<std::string> all;
  for (const server::Route& route : api.server->routes())
    all.insert(std::string(route.method) + " " + std::string(route.pattern));
  return all;
}

TEST(ApiDocs, EveryRouteHasItsHeading) {
  std::set<std::string> written;
  std::istringstream lines(docs("api.md"));
  for (std::string line; std::getline(lines, line);)
    for (const char* method : {"GET", "POST", "DELETE"})
      if (line.starts_with(std::string("### ") + method + " /api/")) written.insert(line.substr(4));
  EXPECT_EQ(written, routes_of_program());
}

TEST(ApiDocs, TheOpenApiFileHasTheSameRoutes) {
  const Json file = Json::parse(docs("openapi.json"));
  std::set<std::string> written;
  for (const auto& [path, methods] : file["paths"].items())
    for (const auto& [method, operation] : methods.items()) {
      std::string upper = method;
      for (char& c : upper) c = static_cast<char>(std::toupper(c));
      written.insert(upper + " " + path);
    }
  EXPECT_EQ(written, routes_of_program());
}

TEST(ApiDocs, EveryErrorCodeIsListed) {
  const std::string text = docs("api.md");
  for (const char* code :
       {"bad_json", "bad_request", "forbidden", "not_found", "bad_method", "illegal_move", "conflict", "too_large",
        "bad_type", "too_many_requests", "busy", "not_kept", "damaged", "internal"})
    EXPECT_THAT(text, testing::HasSubstr(std::string("`") + code + "`"));
}

// What answers hold is what the file promises, field by field.
void expect_fields(const Json& value, const std::string& schema, const Json& file) {
  const Json& description = file["components"]["schemas"][schema];
  for (const auto& name : description.value("required", Json::array()))
    EXPECT_TRUE(value.contains(name)) << schema << " lacks " << name;
  for (const auto& [name, inner] : value.items())
    EXPECT_TRUE(description["properties"].contains(name)) << schema << " does not know " << name;
}

TEST(ApiDocs, AnswersHaveTheFieldsOfTheOpenApiFile) {
  const Json file = Json::parse(docs("openapi.json"));
  const Api api;
  const std::string session = api.session({{"game", "gomoku"}, {"moves", "h8 i9"}});
  const Json json = api.get(session).json;
  expect_fields(json, "Session", file);
  expect_fields(json["position"], "Position", file);
  expect_fields(json["seats"][0], "Seat", file);
  expect_fields(api.post("/api/position", {{"game", "othello"}}).json, "Position", file);
  expect_fields(api.get("/api/games").json["games"][0]["options"][0], "Setting", file);
  expect_fields(api.post("/api/sessions/list", {{"ids", {json["id"]}}}).json["sessions"][0], "Summary", file);
  expect_fields(api.post("/api/position", {{"game", "chess"}}).json, "Error", file);
  const Reply thought = api.get("/api/analysis?game=connect4&player=uct&nodes=2000");
  expect_fields(last_event(read_stream(*thought.stream), "thought"), "Thought", file);
  thought.stream->close();
}

}  // namespace
}  // namespace tengen::test
