#include "server/play_server.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "core/text.hpp"
#include "core/version.hpp"
#include "server/analysis/analysis.hpp"
#include "server/catalogue.hpp"
#include "server/engine_pool.hpp"
#include "server/http/access.hpp"
#include "server/http/page.hpp"
#include "server/play/sessions.hpp"
#include "server/tournaments/tournaments.hpp"

namespace tengen::server {

namespace {

HttpReply error_reply(const ApiError& error) {
  HttpReply reply;
  reply.status = error.status;
  reply.body = dumped(to_json(error));
  if (error.status == 429) reply.headers.emplace_back("Retry-After", "1");
  return reply;
}

// What never became a request, or came at a bad time.
ApiError refusal(int status) {
  switch (status) {
    case 408: return {408, "timeout", "the request took too long to arrive"};
    case 413: return {413, "too_large", "the body is too large"};
    case 414: return {414, "too_large", "the address is too long"};
    case 431: return {431, "too_large", "the headers are too long or too many"};
    case 500: return {500, "internal", "something went wrong here"};
    case 503: return {503, "busy", "too much is going on here; try again later"};
    default: return {status, "bad_request", "this is no request that can be understood"};
  }
}

HttpReply with_safety(HttpReply reply) {
  for (auto& header : safety_headers()) reply.headers.push_back(std::move(header));
  return reply;
}

// How others may address this server, without its port. A foreign name that merely leads here is not among them: a page
// of another site could use one to speak to this server from its visitor's browser.
std::vector<std::string> visitor_names(const PlayServerOptions& options) {
  std::vector<std::string> names;
  if (options.host == "0.0.0.0" || options.host == "::")
    names = own_addresses(options.host == "::" ? AddressKinds::all : AddressKinds::ipv4);
  else
    names.push_back(options.host.find(':') == std::string::npos ? options.host : "[" + options.host + "]");
  names.insert(names.end(), options.names.begin(), options.names.end());
  return names;
}

std::vector<std::string> with_port(const std::vector<std::string>& names, int port) {
  std::vector<std::string> all;
  for (const std::string& name : names) {
    all.push_back(fmt::format("{}:{}", lower(name), port));
    if (port == 80) all.push_back(lower(name));  // browsers leave it out
  }
  return all;
}

// A machine that listens everywhere is reached from itself as from nowhere else.
std::string address_of(const std::string& host, int port) {
  const std::string shown = host == "0.0.0.0" || host == "::" ? "127.0.0.1" : host;
  return fmt::format("http://{}:{}/", shown.find(':') == std::string::npos ? shown : "[" + shown + "]", port);
}

}  // namespace

class PlayServer::Inside {
 public:
  Inside(const ServerContext& given, const Page& files, const PlayServerOptions& chosen,
         std::unique_ptr<SessionStore> kept)
      : context(given),
        page(files),
        access(chosen.rate),
        store(std::move(kept)),
        pool(std::make_unique<EnginePool>(EnginePool::Bounds{given.threads, given.threads})),
        sessions(context, *pool, *store, chosen.abandoned),
        tournaments(context, *store, chosen.database.empty() ? std::string() : chosen.database + ".arena"),
        limits(chosen.http),
        http({[this](const HttpRequest& request) { return answer(request); },
              [](int status) { return with_safety(error_reply(refusal(status))); }},
             limits) {
    const auto add = [this](std::vector<Route> more) { std::ranges::move(more, std::back_inserter(routes)); };
    routes.push_back({"GET", "/api/info", [this](const ApiRequest&) -> ApiAnswer { return ApiReply{info()}; }});
    add(catalogue_routes(context));
    add(sessions.routes());
    add(analysis_routes(context, *pool));
    add(tournaments.routes());
  }
  ~Inside() {
    tournaments.stop();
    sessions.stop();
    pool.reset();  // its threads use what follows
  }

  HttpReply answer(const HttpRequest& request) { return with_safety(without_headers(request)); }

  void end_streams() {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    for (const auto& stream : streams_)
      if (const auto open = stream.lock()) open->end();
  }

  const ServerContext context;
  const Page page;
  AccessControl access;
  std::unique_ptr<SessionStore> store;
  std::unique_ptr<EnginePool> pool;
  Sessions sessions;
  Tournaments tournaments;
  std::vector<Route> routes;
  const HttpLimits limits;
  const std::string instance = unguessable_id();
  HttpServer http;  // last: its threads use all of the above
  std::string address;
  int port = 0;
  std::vector<std::string> visitors;

 private:
  HttpReply without_headers(const HttpRequest& request) {
    if (const auto error = access.check_name(request)) return error_reply(*error);
    if (!request.path.starts_with("/api/") && request.path != "/api") {
      if (request.method == "GET" || request.method == "HEAD") return serve_page(page, request);
      return error_reply({405, "bad_method", "pages are only read"});
    }
    try {
      const ApiAnswer answer = api_answer(request);
      if (!answer) return error_reply(answer.error());
      HttpReply reply;
      reply.headers.emplace_back("Cache-Control", "no-store");
      if (const auto* json = std::get_if<ApiReply>(&*answer)) {
        reply.status = json->status;
        reply.body = json->written.empty() ? dumped(json->json) : json->written;
      } else {
        reply.stream = std::get<StreamReply>(*answer);
      }
      return reply;
    } catch (const std::exception& e) {
      return error_reply({500, "internal", fmt::format("something went wrong here: {}", e.what())});
    }
  }

  ApiAnswer api_answer(const HttpRequest& request) {
    if (const auto error = access.check_sender(request)) return *error;
    if (const auto error = access.count(request.client, Clock::now())) return *error;
    const bool head = request.method == "HEAD";
    const auto match = find_route(routes, head ? "GET" : std::string_view(request.method), request.path);
    if (!match) return match.error();
    ApiRequest asked{request, match->parts, Json::object()};
    if (request.method == "POST") {
      if (!request.header("content-type").starts_with("application/json"))
        return api::error(415, "bad_type", "the body must be sent as application/json");
      auto body = parse_object(request.body);
      if (!body) return body.error();
      asked.body = std::move(*body);
    }
    ApiAnswer answer = match->route->answer(asked);
    if (answer)
      if (const auto* stream = std::get_if<StreamReply>(&*answer))
        if (const auto error = admit(*stream, head)) {
          (*stream)->close();
          return *error;
        }
    return answer;
  }

  // Counts the stream as long as it lives.
  std::optional<ApiError> admit(const StreamReply& stream, bool head) {
    if (head) return ApiError{405, "bad_method", "event streams are read with GET"};
    const std::lock_guard lock(mutex_);
    if (stopping_) return ApiError{503, "busy", "the server is about to end"};
    std::erase_if(streams_, [](const auto& weak) { return weak.expired(); });
    if (open_streams_ >= context.bounds.streams)
      return ApiError{503, "busy", "too many event streams are open; close some tabs"};
    streams_.push_back(stream);
    ++open_streams_;
    stream->when_closed([this] { --open_streams_; });
    return std::nullopt;
  }

  Json info() {
    const auto load = pool->load();
    const ServerBounds& bounds = context.bounds;
    return {{"version", version},
            {"instance", instance},
            {"external_engines", context.external_engines},
            {"files", context.files.any()},
            {"shared", context.shared},
            {"limits",
             {{"body", limits.body},
              {"moves", bounds.moves},
              {"tree", bounds.tree},
              {"think_time", bounds.think_time},
              {"players", bounds.players},
              {"games", bounds.games}}},
            {"pool",
             {{"workers", pool->bounds().people},
              {"background", pool->bounds().background},
              {"running", load.running},
              {"waiting", load.waiting}}},
            {"streams", open_streams_.load()},
            {"sessions", sessions.in_memory()}};
  }

  std::mutex mutex_;
  bool stopping_ = false;
  std::vector<std::weak_ptr<EventStream>> streams_;
  std::atomic<std::size_t> open_streams_ = 0;
};

PlayServer::PlayServer(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {}
PlayServer::~PlayServer() = default;

Expected<std::unique_ptr<PlayServer>> PlayServer::start(const ServerContext& context, const Page& page,
                                                        const PlayServerOptions& options) {
  auto store = SessionStore::open(options.database);
  if (!store) return store.error();
  auto inside = std::make_unique<Inside>(context, page, options, std::move(*store));
  const auto port = inside->http.bind(options.host, options.port);
  if (!port) return port.error();
  inside->port = *port;
  inside->address = address_of(options.host, *port);
  inside->visitors = with_port(visitor_names(options), *port);
  auto names = with_port({"127.0.0.1", "localhost", "[::1]"}, *port);
  for (const std::string& name : inside->visitors)
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  inside->access.set_names(std::move(names));
  const auto announced = inside->store->announce({inside->address, inside->instance});
  if (!announced) return announced.error();
  return std::unique_ptr<PlayServer>(new PlayServer(std::move(inside)));
}

int PlayServer::port() const { return inside_->port; }
const std::vector<std::string>& PlayServer::visitors() const { return inside_->visitors; }
std::string PlayServer::address() const { return inside_->address; }
const std::vector<Route>& PlayServer::routes() const { return inside_->routes; }
HttpReply PlayServer::answer(const HttpRequest& request) { return inside_->answer(request); }

std::optional<std::string> address_of_holder(const std::string& database) {
  const auto end = Clock::now() + std::chrono::seconds(3);  // it may have begun a moment before us
  while (Clock::now() < end && SessionStore::is_held(database)) {
    const auto holder = SessionStore::holder_of(database);
    if (holder && is_served(holder->address, holder->instance)) return holder->address;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  return std::nullopt;
}

void PlayServer::serve() { inside_->http.serve(); }

void PlayServer::stop() {
  inside_->end_streams();
  inside_->http.stop();
}

}  // namespace tengen::server
