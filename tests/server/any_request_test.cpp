// Whatever is sent, no answer is a defect of ours, and nothing that was stored spoils a later answer.

#include <gmock/gmock.h>

#include <filesystem>
#include <set>

#include "server/api_client.hpp"
#include "server/mutations.hpp"
#include "support/property.hpp"

namespace tengen::test {
namespace {

struct Example {
  std::string method;
  std::string pattern;
  Json body = Json::object();  // of a GET: its query
};

const Json record = {{"game", "connect4"},
                     {"start", "rows=6 columns=7"},
                     {"moves", {"4", "4"}},
                     {"players", {"a", "b"}},
                     {"outcome", "ongoing"},
                     {"termination", "win"},
                     {"number", 1},
                     {"pair", 1},
                     {"seed", 1},
                     {"opening", 1},
                     {"finished", 1768000000000}};

// One good request for every route.
std::vector<Example> examples() {
  const Json moves = {{"game", "gomoku"}, {"start", "size=9"}, {"moves", {"e5", "e6"}}};
  const Json seats = {person, quick("uct:c=0.7", 1)};
  const Json session = {
      {"game", "gomoku"}, {"options", {{"size", "9"}}},
      {"seats", seats},   {"clock", {{"main", 300000}, {"increment", 2000}}},
      {"title", "t"},     {"tree", {{{"parent", 0}, {"move", "e5"}}, {{"parent", 1}, {"move", "e6"}}}},
      {"at", 1},          {"paused", true},
      {"pace", 400}};
  const Json arena = {
      {"title", "t"},
      {"kind", "round_robin"},
      {"game", "mnk"},
      {"options", Json::object()},
      {"players", {{{"player", "random"}, {"limits", {{"nodes", 1}}}, {"name", "a"}}, {{"level", "beginner"}}}},
      {"games", 2},
      {"openings", "random:plies=1"},
      {"seed", 1}};
  const Json search = {{"game", "mnk"}, {"start", ""}, {"moves", "a1 b1"}, {"player", "uct"}, {"nodes", "10"}};
  Json analysis = search;
  analysis.update({{"time", "10"}, {"depth", "2"}, {"exact", "1"}, {"threats", "1"}});
  Json report = search;
  report["time"] = "10";
  const Json none = Json::object();
  return {{"GET", "/api/info", none},
          {"GET", "/api/games", none},
          {"GET", "/api/players", {{"game", "gomoku"}}},
          {"GET", "/api/formats", none},
          {"POST", "/api/position", moves},
          {"POST", "/api/frames", moves},
          {"POST", "/api/import", {{"text", "h8 i9"}, {"name", "a.txt"}, {"game", "gomoku"}}},
          {"POST", "/api/export", {{"format", "sgf"}, {"record", record}}},
          {"GET", "/api/analysis", analysis},
          {"GET", "/api/report", report},
          {"POST", "/api/sessions", session},
          {"POST", "/api/sessions/list", {{"ids", {"abcdefghijklmnopqrstuvwxyz", "x"}}}},
          {"GET", "/api/sessions/{id}", none},
          {"DELETE", "/api/sessions/{id}", none},
          {"GET", "/api/sessions/{id}/events", none},
          {"GET", "/api/sessions/{id}/record", {{"format", "sgf"}}},
          {"POST", "/api/sessions/{id}/play", {{"move", "a9"}, {"at", 1}, {"revision", 1}, {"force", true}}},
          {"POST", "/api/sessions/{id}/undo", {{"plies", 1}}},
          {"POST", "/api/sessions/{id}/redo", {{"plies", 1}}},
          {"POST", "/api/sessions/{id}/goto", {{"node", 1}}},
          {"POST", "/api/sessions/{id}/go", none},
          {"POST", "/api/sessions/{id}/stop", {{"play", true}}},
          {"POST", "/api/sessions/{id}/resign", {{"side", 0}}},
          {"POST", "/api/sessions/{id}/restart", none},
          {"POST", "/api/sessions/{id}/swap", none},
          {"POST", "/api/sessions/{id}/seats", {{"seats", seats}, {"pace", 400}}},
          {"POST", "/api/sessions/{id}/prune", {{"node", 2}}},
          {"POST", "/api/sessions/{id}/hint", none},
          {"POST", "/api/sessions/{id}/title", {{"title", "t"}}},
          {"GET", "/api/library", {{"game", "mnk"}, {"offset", "0"}, {"count", "50"}}},
          {"POST", "/api/arena", arena},
          {"GET", "/api/arena", none},
          {"GET", "/api/arena/{id}", none},
          {"DELETE", "/api/arena/{id}", none},
          {"GET", "/api/arena/{id}/events", none},
          {"POST", "/api/arena/{id}/stop", none},
          {"POST", "/api/arena/{id}/resume", none},
          {"GET", "/api/arena/{id}/report", none},
          {"GET", "/api/arena/{id}/games", {{"a", "0"}, {"b", "1"}, {"offset", "0"}, {"count", "50"}}},
          {"GET", "/api/arena/{id}/games/{number}", none}};
}

TEST(AnyRequest, ThereIsAnExampleOfEveryRoute) {
  const Api api;
  std::set<std::string> routes, written;
  for (const server::Route& route : api.server->routes())
    routes.insert(std::string(route.method) + " " + std::string(route.pattern));
  for (const Example& each : examples()) written.insert(each.method + " " + each.pattern);
  EXPECT_EQ(written, routes);
}

void expect_lists(const Api& api, const std::string& after) {
  for (const char* list : {"/api/arena", "/api/library", "/api/games", "/api/players", "/api/formats", "/api/info"})
    ASSERT_EQ(api.get(list).status, 200) << list << " after " << after;
}

class Attack {
 public:
  Attack(const Api& api, std::uint64_t seed) : api_(api), mutator_(seed) {}

  void strike(const Example& example) {
    server::HttpRequest request = api_.request(example.method, path_for(example.pattern));
    const Json body = mutator_.mutated(example.body);
    std::string said = example.method + " " + request.path + " ";
    if (example.method == "POST") {
      request.body = mutator_.text_of(body);
      said += request.body.substr(0, 500);
    } else if (body.is_object()) {
      for (const auto& [name, value] : body.items())
        request.query[name] = value.is_string() ? value.get<std::string>() : mutator_.text_of(value);
      said += server::dumped(body).substr(0, 500);
    }
    const Reply reply = api_.send(request);
    if (reply.stream) reply.stream->close();
    ASSERT_GE(reply.status, 200) << said;
    ASSERT_LT(reply.status, 500) << said << "\n" << server::dumped(reply.json);
    if (reply.status == 201) {
      expect_lists(api_, said);
      const std::string made = example.pattern + "/" + reply.json["id"].get<std::string>();
      ASSERT_EQ(api_.get(made).status, 200) << said;
      if (mutator_.below(4) != 0) api_.remove(made);  // the others are there after the restart
    }
  }

 private:
  // A fresh thing to act on, or none that there is.
  std::string path_for(std::string path) {
    const auto put = [&path](const std::string& name, const std::string& value) {
      if (const auto at = path.find(name); at != std::string::npos) path.replace(at, name.size(), value);
    };
    static const std::vector<std::string> strange = {
        "x", "..", "%00", std::string(300, 'a'), "\xff\xfe", "-1", "99999999999999999999"};
    put("{number}", mutator_.below(2) == 0 ? "0" : strange[mutator_.below(static_cast<std::uint32_t>(strange.size()))]);
    if (path.find("{id}") == std::string::npos) return path;
    std::string id = strange[mutator_.below(static_cast<std::uint32_t>(strange.size()))];
    if (mutator_.below(8) != 0)
      id = path.starts_with("/api/arena") ? tournament() : session(path.ends_with("/hint") ? over_ : going_);
    put("{id}", id);
    return path;
  }
  std::string session(Json body) const { return api_.session(body).substr(std::string("/api/sessions/").size()); }
  std::string tournament() {
    const Json made = api_.post("/api/arena", {{"game", "mnk"},
                                               {"games", 2},
                                               {"kind", "match"},
                                               {"players",
                                                {{{"player", "random"}, {"limits", {{"nodes", 1}}}},
                                                 {{"player", "random"}, {"limits", {{"nodes", 1}}}}}}})
                          .json;
    if (!last_.empty()) api_.remove("/api/arena/" + last_);
    return last_ = made.value("id", "");
  }

  const Api& api_;
  Mutator mutator_;
  std::string last_;
  const Json going_ = {{"game", "gomoku"},
                       {"start", "size=9"},
                       {"moves", "e5 e6"},
                       {"paused", true},
                       {"seats", {person, quick("uct", 1)}}};
  const Json over_ = {{"game", "mnk"}, {"moves", "a1 b1 a2 b2 a3"}};  // thinks about nothing
};

TEST(AnyRequest, IsAnsweredAndSpoilsNoList) {
  const auto folder = std::filesystem::temp_directory_path() / ("tengen-any-request-" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  server::PlayServerOptions options;
  options.database = folder / "play.db";
  server::ServerContext context = test_context();
  context.bounds.tournaments = 100'000;
  {
    const Api api(context, options);
    const auto all = examples();
    check_property(60, [&] {
      Attack attack(api, *rc::gen::arbitrary<std::uint64_t>());
      for (const Example& example : all) attack.strike(example);
      if (testing::Test::HasFatalFailure()) RC_FAIL("a request was not answered as it should be");
    });
    expect_lists(api, "everything");
  }
  expect_lists(Api(context, options), "a restart");
  std::filesystem::remove_all(folder);
}

TEST(AnyRequest, ASetupIsCheckedWholeBeforeItIsStored) {
  const Api api;
  const Json players = {{{"player", "random"}}, {{"player", "random"}}};
  const Json body = {{"kind", nullptr}, {"game", "mnk"}, {"players", players}, {"games", 2}};
  const Reply made = api.post("/api/arena", body);
  EXPECT_EQ(made.status, 201) << "null means that nothing was said";
  EXPECT_EQ(made.json["kind"], "round_robin");
  EXPECT_EQ(api.get("/api/arena").status, 200);
  const auto with_first = [&](const Json& first) {
    return api.post("/api/arena", {{"game", "mnk"}, {"players", {first, {{"player", "random"}}}}});
  };
  EXPECT_EQ(with_first({{"player", "random"}, {"name", 5}}).field(), "players[0].name");
  EXPECT_EQ(with_first({{"player", "random"}, {"kind", "person"}}).field(), "players[0].kind");
  EXPECT_EQ(with_first({{"player", "random"}, {"level", nullptr}}).status, 201);
}

TEST(AnyRequest, ARecordWithoutItsGameIsNoRecord) {
  const Api api;
  for (const Json& game : {Json::object(), Json::array(), Json(), Json(5)}) {
    Json bad = record;
    bad["game"] = game;
    const Reply reply = api.post("/api/export", {{"format", "sgf"}, {"record", bad}});
    EXPECT_EQ(reply.status, 400) << game;
    EXPECT_EQ(reply.field(), "record.game");
  }
}

}  // namespace
}  // namespace tengen::test
