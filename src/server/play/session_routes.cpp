// What can be asked of sessions, a function for each.

#include <algorithm>
#include <future>

#include "roster/ask.hpp"
#include "roster/guide.hpp"
#include "server/http/access.hpp"
#include "server/play/sessions.hpp"
#include "server/views.hpp"

namespace tengen::server {

namespace {

constexpr std::int64_t most_plies = 100'000;

// A person's move as it is written; from here on it is one of the game's.
Answer<void> play_written(Session& session, std::string_view text, const ServerContext& context) {
  if (session.over()) return api::conflict("the game is over here; take moves back to play on");
  const auto move = session.game().parse_move(text);
  if (!move) return api::error(409, "illegal_move", move.error().message, "move");
  return session.play(*move, {}, context.bounds.tree);
}

// Variations as a list. Returns the node of each entry, the root's in front: forced passes make nodes of their own, so
// that the numbers may drift apart.
Answer<std::vector<int>> grow_tree(Session& session, const Json& tree, const ServerContext& context) {
  std::vector<int> ids = {MoveTree::root};
  for (std::size_t i = 0; i < tree.size(); ++i) {
    const std::string where = fmt::format("tree[{}].", i);
    Fields fields(tree[i], where);
    const auto parent = fields.integer("parent", 0, 0, static_cast<std::int64_t>(i));
    const std::string move = fields.needed_text("move");
    if (const auto error = fields.finish()) return *error;
    session.go_to(ids[static_cast<std::size_t>(parent)]);
    if (auto played = play_written(session, move, context); !played) {
      ApiError error = played.error();
      error.status = error.status == 409 ? 400 : error.status;
      error.code = error.status == 400 ? "bad_request" : error.code;
      error.field = where + "move";
      return error;
    }
    ids.push_back(session.at());
  }
  return ids;
}

// The end of the main line: first children all the way.
int main_end(const MoveTree& tree) {
  int node = MoveTree::root;
  for (int id = node + 1; id <= static_cast<int>(tree.size()); ++id)
    if (tree.contains(id) && tree.node(id).parent == node) node = id;
  return node;
}

Answer<void> play_moves(Session& session, const roster::Game& game, const ServerContext& context) {
  while (session.game().moves().size() < game.moves().size()) {  // forced passes are played by themselves
    const roster::AnyMove move = game.moves()[session.game().moves().size()];
    if (auto played = session.play(move, {}, context.bounds.tree); !played) return played;
  }
  return {};
}

std::optional<SessionClock> read_clock(Fields& fields) {
  const Json* clock = fields.object("clock");
  if (!clock) return std::nullopt;
  Fields inner(*clock, "clock.");
  SessionClock result;
  result.main = inner.integer("main", 300'000, 1'000, 24 * 3'600'000);
  result.increment = inner.integer("increment", 0, 0, 600'000);
  result.left = {result.main, result.main};
  if (const auto error = inner.finish()) fields.complain(error->message, "clock");
  return result;
}

// Everything but the id.
Answer<Session> new_session(const Json& body, const ServerContext& context) {
  Fields fields(body);
  const auto asked = read_game(fields, context);
  const std::string title = fields.text("title", {}, 200);
  const Json* seats = fields.any("seats");
  const Json* tree = fields.list("tree", context.bounds.tree - 1);
  const auto at = fields.optional_integer("at", 0, static_cast<std::int64_t>(context.bounds.tree));
  const auto clock = read_clock(fields);
  const bool paused = fields.flag("paused", false);
  const auto pace = fields.integer("pace", 400, 0, 5000);
  if (tree && fields.has("moves")) fields.complain("and moves are given; give one of them", "tree");
  if (const auto error = fields.finish()) return *error;
  if (!asked) return asked.error();

  Session session(*asked->kind, *asked->game);
  session.title = title;
  session.clock = clock;
  session.paused = paused;
  session.pace = pace;
  if (seats) {
    auto read = read_seats(*seats, asked->kind->name, session.start(), context);
    if (!read) return read.error();
    session.seats = std::move(*read);
  }
  if (!tree) {
    if (const auto played = play_moves(session, *asked->game, context); !played) return played.error();
    return session;
  }
  const auto ids = grow_tree(session, *tree, context);
  if (!ids) return ids.error();
  if (at && static_cast<std::size_t>(*at) >= ids->size()) return api::bad_request("at is no node of the tree", "at");
  session.go_to(at ? (*ids)[static_cast<std::size_t>(*at)] : main_end(session.tree()));
  return session;
}

// What a player thinks of a position within this time, as a Thought.
Answer<Json> advice(const roster::Game& game, const std::string& spec, std::chrono::milliseconds time,
                    const ServerContext& context, const StopToken& stop) {
  std::unique_ptr<roster::Player> player;
  const roster::Chosen choice =
      roster::ask_or_make(player, context.registry, spec, game, 1, {time, std::nullopt, std::nullopt}, stop);
  if (!choice) return api::error(500, "internal", choice.error().message);
  return thought_json(game, *choice, {spec, roster::score_meaning(context.registry, spec)}, choice->time);
}

// What can be done with one session: each reads its few fields and changes it.

Answer<std::string> changed(LiveSession& live, Fields& fields, const LiveSession::Change& change) {
  const auto revision = fields.optional_integer("revision", 0, INT64_MAX);
  if (const auto error = fields.finish()) return *error;
  return live.change(change, revision);
}

// After looking elsewhere an engine waits for `go`, and the clock for the next move.
void look_around(Session& session) {
  session.paused = session.engines_turn();
  session.stop_clock(Clock::now());
}

Answer<std::string> play(LiveSession& live, Fields& fields, const ServerContext& context) {
  const std::string move = fields.needed_text("move");
  const auto at = fields.optional_integer("at", 0, INT32_MAX);
  const bool force = fields.flag("force", false);
  return changed(live, fields, [&](Session& session) -> Answer<void> {
    const int before = session.at();
    const int node = at ? static_cast<int>(*at) : before;
    if (!session.tree().contains(node)) return api::not_found(fmt::format("there is no node {}", node));
    if (node != before) session.go_to(node);
    Answer<void> played = {};
    if (session.engines_turn() && !force)
      played = api::conflict("it is the engine's turn; stop it or take a move back first");
    else
      played = play_written(session, move, context);
    if (!played) {
      if (node != before) session.go_to(before);
      return played;
    }
    session.paused = false;
    session.press_clock(Clock::now());
    return {};
  });
}

using Step = Answer<void> (Session::*)(std::optional<std::int64_t> plies);
template <Step step>
Answer<std::string> step_along(LiveSession& live, Fields& fields, const ServerContext&) {
  const auto plies = fields.optional_integer("plies", 1, most_plies);
  return changed(live, fields, [&](Session& session) -> Answer<void> {
    if (auto done = (session.*step)(plies); !done) return done;
    look_around(session);
    return {};
  });
}

Answer<std::string> go_to(LiveSession& live, Fields& fields, const ServerContext&) {
  const int node = static_cast<int>(fields.needed_integer("node", 0, INT32_MAX));
  return changed(live, fields, [&](Session& session) -> Answer<void> {
    if (!session.tree().contains(node)) return api::not_found(fmt::format("there is no node {}", node));
    session.go_to(node);
    look_around(session);
    return {};
  });
}

Answer<std::string> prune(LiveSession& live, Fields& fields, const ServerContext&) {
  const int node = static_cast<int>(fields.needed_integer("node", 0, INT32_MAX));
  return changed(live, fields, [&](Session& session) -> Answer<void> {
    const int before = session.at();
    if (auto done = session.prune(node); !done) return done;
    if (session.at() != before) look_around(session);
    return {};
  });
}

Answer<std::string> go(LiveSession& live, Fields& fields, const ServerContext&) {
  return changed(live, fields, [](Session& session) -> Answer<void> {
    if (session.over()) return api::conflict("the game is over here");
    if (!session.engines_turn()) return api::conflict("it is a person's turn");
    session.paused = false;
    session.start_clock(Clock::now());
    return {};
  });
}

Answer<std::string> resign(LiveSession& live, Fields& fields, const ServerContext&) {
  const auto side = fields.optional_integer("side", 0, 1);
  return changed(live, fields, [&](Session& session) -> Answer<void> {
    session.stop_clock(Clock::now());
    return session.resign(side);
  });
}

Answer<std::string> restart(LiveSession& live, Fields& fields, const ServerContext&) {
  return changed(live, fields, [](Session& session) -> Answer<void> {
    session.restart();
    session.paused = false;
    return {};
  });
}

Answer<std::string> swap(LiveSession& live, Fields& fields, const ServerContext&) {
  return changed(live, fields, [](Session& session) -> Answer<void> {
    std::swap(session.seats[0], session.seats[1]);
    session.paused = false;
    return {};
  });
}

Answer<std::string> set_seats(LiveSession& live, Fields& fields, const ServerContext& context) {
  const Json* seats = fields.any("seats");
  const auto pace = fields.optional_integer("pace", 0, 5000);
  std::optional<SeatChoices> chosen;
  if (seats) {
    auto read = read_seats(*seats, live.kind().name, *live.game(), context);
    if (!read) return read.error();
    chosen = std::move(*read);
  }
  return changed(live, fields, [&](Session& session) -> Answer<void> {
    if (chosen) session.seats = *chosen;
    if (pace) session.pace = *pace;
    return {};
  });
}

Answer<std::string> stop_engine(LiveSession& live, Fields& fields, const ServerContext&) {
  const bool play = fields.flag("play", false);
  if (const auto error = fields.finish()) return *error;
  return live.stop(play);
}

Answer<std::string> rename(LiveSession& live, Fields& fields, const ServerContext&) {
  const std::string title = fields.text("title", {}, 200);
  if (const auto error = fields.finish()) return *error;
  return live.rename(title);
}

}  // namespace

ApiAnswer Sessions::create(const ApiRequest& request) {
  auto session = new_session(request.body, context_);
  if (!session) return session.error();
  session->id = unguessable_id();
  const auto live = add(std::move(*session), LiveSession::Origin::fresh);
  if (!live) return live.error();
  return ApiReply{nullptr, 201, (*live)->begin()};
}

ApiAnswer Sessions::list(const ApiRequest& request) {
  Fields fields(request.body);
  const Json* ids = fields.list("ids", 100);
  if (ids && !std::ranges::all_of(*ids, [](const Json& id) { return id.is_string(); }))
    fields.complain("must be a list of texts", "ids");
  if (const auto error = fields.finish()) return *error;
  auto sessions = Json::array();
  if (ids)
    for (const Json& each : *ids) {
      const std::string id = each.get<std::string>();
      const auto live = find(id);
      if (live)
        sessions.push_back((*live)->summary());
      else if (live.error().code == api::damaged_code)
        sessions.push_back(damaged_summary(id, live.error().message));
    }
  return ApiReply{{{"sessions", std::move(sessions)}}};
}

ApiAnswer Sessions::show(const ApiRequest& request) {
  const auto live = find(request.parts[0]);
  if (!live) return live.error();
  return ApiReply{nullptr, 200, (*live)->show()};
}

ApiAnswer Sessions::remove(const ApiRequest& request) {
  const std::string& id = request.parts[0];
  const auto live = find(id);
  if (!live && live.error().code != api::damaged_code) return live.error();
  if (live) (*live)->remove();  // it is not saved any more
  players_.forget_session(id);
  const auto removed = store_.remove(id);
  {
    const std::lock_guard lock(mutex_);
    sessions_.erase(id);
  }
  if (!removed) return api::not_kept(removed.error().message);
  return ApiReply{{{"deleted", true}}};
}

ApiAnswer Sessions::events(const ApiRequest& request) {
  const auto live = find(request.parts[0]);
  if (!live) return live.error();
  auto stream = std::make_shared<EventStream>();
  (*live)->listen(stream);
  return stream;
}

ApiAnswer Sessions::record(const ApiRequest& request) {
  const auto live = find(request.parts[0]);
  if (!live) return live.error();
  const records::Record record = (*live)->record();
  const auto format = request.http.query.find("format");
  if (format == request.http.query.end()) return ApiReply{record_json(record)};
  auto text = exported(record, format->second, context_.registry);
  if (!text) return text.error();
  return ApiReply{std::move(*text)};
}

ApiAnswer Sessions::hint(const ApiRequest& request) {
  Fields fields(request.body);
  if (const auto error = fields.finish()) return *error;
  const auto live = find(request.parts[0]);
  if (!live) return live.error();
  const std::shared_ptr<roster::Game> game = (*live)->game();
  if (game->outcome() != Outcome::ongoing) return api::conflict("the game is over; there is nothing to advise");
  const std::string player = roster::strongest_player(context_.registry, (*live)->kind().name).name;
  const auto answer = std::make_shared<std::promise<Answer<Json>>>();
  auto advised = answer->get_future();
  const auto job = pool_.submit(EnginePool::Lane::people, [this, answer, game, player](const StopToken& stop) {
    answer->set_value(advice(*game, player, std::chrono::seconds(1), context_, stop));
    return true;
  });
  if (!job) return api::busy("too many engines are waiting; try again later");
  if (advised.wait_for(std::chrono::seconds(20)) != std::future_status::ready) {
    pool_.cancel(job);
    return api::busy("the engines are all busy; try again later");
  }
  const Answer<Json> thought = advised.get();
  if (!thought) return thought.error();
  return ApiReply{*thought};
}

std::vector<Route> Sessions::routes() {
  const auto route = [this](std::string_view method, std::string_view pattern, auto answer) {
    return Route{method, pattern, [this, answer](const ApiRequest& request) { return (this->*answer)(request); }};
  };
  const auto action = [this](std::string_view pattern, auto act) {
    return Route{"POST", pattern, [this, act](const ApiRequest& request) -> ApiAnswer {
                   const auto live = find(request.parts[0]);
                   if (!live) return live.error();
                   Fields fields(request.body);
                   auto session = act(**live, fields, context_);
                   if (!session) return session.error();
                   return ApiReply{nullptr, 200, std::move(*session)};
                 }};
  };
  return {route("POST", "/api/sessions", &Sessions::create),
          route("POST", "/api/sessions/list", &Sessions::list),
          route("GET", "/api/sessions/{id}", &Sessions::show),
          route("DELETE", "/api/sessions/{id}", &Sessions::remove),
          route("GET", "/api/sessions/{id}/events", &Sessions::events),
          route("GET", "/api/sessions/{id}/record", &Sessions::record),
          route("POST", "/api/sessions/{id}/hint", &Sessions::hint),
          action("/api/sessions/{id}/stop", stop_engine),
          action("/api/sessions/{id}/title", rename),
          action("/api/sessions/{id}/play", play),
          action("/api/sessions/{id}/undo", step_along<&Session::undo>),
          action("/api/sessions/{id}/redo", step_along<&Session::redo>),
          action("/api/sessions/{id}/goto", go_to),
          action("/api/sessions/{id}/prune", prune),
          action("/api/sessions/{id}/go", go),
          action("/api/sessions/{id}/resign", resign),
          action("/api/sessions/{id}/restart", restart),
          action("/api/sessions/{id}/swap", swap),
          action("/api/sessions/{id}/seats", set_seats)};
}

}  // namespace tengen::server
