// What can be done with a session: each action reads its few fields and changes the session.

#include <algorithm>

#include "server/session_desk.hpp"

namespace tengen {

namespace {

constexpr std::int64_t most_plies = 100'000;

// After looking elsewhere an engine waits for `go`, and the clock for the next move.
void look_around(Session& session) {
  session.paused = session.engines_turn();
  session.stop_clock(Clock::now());
}

}  // namespace

Route SessionDesk::action(std::string_view pattern, Reader reader) {
  return {"POST", pattern, [this, reader = std::move(reader)](const ApiRequest& request) -> ApiAnswer {
            const auto table = find(request.parts[0]);
            if (!table) return table.error();
            Fields fields(request.body);
            const auto revision = fields.optional_integer("revision", 0, INT64_MAX);
            const auto change = reader(fields, **table);
            if (const auto error = fields.finish()) return *error;
            if (!change) return change.error();
            auto json = (*table)->change(*change, revision);
            if (!json) return json.error();
            return ApiReply{std::move(*json)};
          }};
}

std::vector<Route> SessionDesk::moving_routes() {
  using Change = SessionTable::Change;
  const std::size_t most = context_.bounds.tree;
  return {
      action("/api/sessions/{id}/play",
             [most](Fields& fields, SessionTable&) -> Answer<Change> {
               const std::string move = fields.needed_text("move");
               const auto at = fields.optional_integer("at", 0, INT32_MAX);
               const bool force = fields.flag("force", false);
               return Change([=](Session& session) -> Answer<void> {
                 const int node = at ? static_cast<int>(*at) : session.at();
                 if (!session.tree().contains(node)) return api::not_found(fmt::format("there is no node {}", node));
                 const int before = session.at();
                 if (node != before) session.go_to(node);
                 Answer<void> played = {};
                 if (session.engines_turn() && !force)
                   played = api::conflict("it is the engine's turn; stop it or take a move back first");
                 else
                   played = session.play(move, "person", 0, std::nullopt, most);
                 if (!played) {
                   if (node != before) session.go_to(before);
                   return played;
                 }
                 session.paused = false;
                 session.press_clock(Clock::now());
                 return {};
               });
             }),
      action("/api/sessions/{id}/undo",
             [](Fields& fields, SessionTable&) -> Answer<Change> {
               const auto plies = fields.optional_integer("plies", 1, most_plies);
               return Change([=](Session& session) -> Answer<void> {
                 if (auto done = session.undo(plies); !done) return done;
                 look_around(session);
                 return {};
               });
             }),
      action("/api/sessions/{id}/redo",
             [](Fields& fields, SessionTable&) -> Answer<Change> {
               const auto plies = fields.optional_integer("plies", 1, most_plies);
               return Change([=](Session& session) -> Answer<void> {
                 if (auto done = session.redo(plies); !done) return done;
                 look_around(session);
                 return {};
               });
             }),
      action("/api/sessions/{id}/goto",
             [](Fields& fields, SessionTable&) -> Answer<Change> {
               const int node = static_cast<int>(fields.needed_integer("node", 0, INT32_MAX));
               return Change([=](Session& session) -> Answer<void> {
                 if (!session.tree().contains(node)) return api::not_found(fmt::format("there is no node {}", node));
                 session.go_to(node);
                 look_around(session);
                 return {};
               });
             }),
      action("/api/sessions/{id}/prune",
             [](Fields& fields, SessionTable&) -> Answer<Change> {
               const int node = static_cast<int>(fields.needed_integer("node", 0, INT32_MAX));
               return Change([=](Session& session) -> Answer<void> {
                 const int before = session.at();
                 if (auto done = session.prune(node); !done) return done;
                 if (session.at() != before) look_around(session);
                 return {};
               });
             }),
  };
}

std::vector<Route> SessionDesk::other_routes() {
  using Change = SessionTable::Change;
  return {
      action("/api/sessions/{id}/go",
             [](Fields&, SessionTable&) -> Answer<Change> {
               return Change([](Session& session) -> Answer<void> {
                 if (session.over()) return api::conflict("the game is over here");
                 if (!session.engines_turn()) return api::conflict("it is a person's turn");
                 session.paused = false;
                 session.start_clock(Clock::now());
                 return {};
               });
             }),
      action("/api/sessions/{id}/resign",
             [](Fields& fields, SessionTable&) -> Answer<Change> {
               const auto side = fields.optional_integer("side", 0, 1);
               return Change([=](Session& session) -> Answer<void> {
                 session.stop_clock(Clock::now());
                 return session.resign(side);
               });
             }),
      action("/api/sessions/{id}/restart",
             [](Fields&, SessionTable&) -> Answer<Change> {
               return Change([](Session& session) -> Answer<void> {
                 session.restart();
                 session.paused = false;
                 return {};
               });
             }),
      action("/api/sessions/{id}/swap",
             [](Fields&, SessionTable&) -> Answer<Change> {
               return Change([](Session& session) -> Answer<void> {
                 std::swap(session.seats[0], session.seats[1]);
                 session.paused = false;
                 return {};
               });
             }),
      action("/api/sessions/{id}/seats",
             [this](Fields& fields, SessionTable& table) -> Answer<Change> {
               const Json* seats = fields.any("seats");
               const auto pace = fields.optional_integer("pace", 0, 5000);
               std::optional<SeatChoices> chosen;
               if (seats) {
                 auto read = read_seats(*seats, table.json()["game"], *table.game(), context_);
                 if (!read) return read.error();
                 chosen = std::move(*read);
               }
               return Change([=](Session& session) -> Answer<void> {
                 if (chosen) session.seats = *chosen;
                 if (pace) session.pace = *pace;
                 return {};
               });
             }),
  };
}

std::vector<Route> SessionDesk::routes() {
  std::vector<Route> all = {
      {"POST", "/api/sessions", [this](const ApiRequest& request) { return create(request); }},
      {"POST", "/api/sessions/list", [this](const ApiRequest& request) { return list(request); }},
      {"GET", "/api/sessions/{id}",
       [this](const ApiRequest& request) -> ApiAnswer {
         const auto table = find(request.parts[0]);
         if (!table) return table.error();
         return ApiReply{(*table)->show()};
       }},
      {"DELETE", "/api/sessions/{id}", [this](const ApiRequest& request) { return remove(request.parts[0]); }},
      {"GET", "/api/sessions/{id}/events", [this](const ApiRequest& request) { return events(request.parts[0]); }},
      {"GET", "/api/sessions/{id}/record", [this](const ApiRequest& request) { return record(request); }},
      {"POST", "/api/sessions/{id}/hint",
       [this](const ApiRequest& request) -> ApiAnswer {
         Fields fields(request.body);
         if (const auto error = fields.finish()) return *error;
         return hint(request);
       }},
      {"POST", "/api/sessions/{id}/stop",
       [this](const ApiRequest& request) -> ApiAnswer {
         Fields fields(request.body);
         const bool play = fields.flag("play", false);
         if (const auto error = fields.finish()) return *error;
         const auto table = find(request.parts[0]);
         if (!table) return table.error();
         auto json = (*table)->stop(play);
         if (!json) return json.error();
         return ApiReply{std::move(*json)};
       }},
      {"POST", "/api/sessions/{id}/title",
       [this](const ApiRequest& request) -> ApiAnswer {
         Fields fields(request.body);
         const std::string title = fields.text("title", {}, 200);
         if (const auto error = fields.finish()) return *error;
         const auto table = find(request.parts[0]);
         if (!table) return table.error();
         auto json = (*table)->rename(title);
         if (!json) return json.error();
         return ApiReply{std::move(*json)};
       }},
  };
  std::ranges::move(moving_routes(), std::back_inserter(all));
  std::ranges::move(other_routes(), std::back_inserter(all));
  return all;
}

}  // namespace tengen
