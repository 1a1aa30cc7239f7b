// What can be asked of the arena.

#include <algorithm>
#include <filesystem>

#include "arena/html_report.hpp"
#include "core/limits_text.hpp"
#include "core/text.hpp"
#include "server/http/access.hpp"
#include "server/tournaments/tournaments.hpp"
#include "server/views.hpp"

namespace tengen::server {

namespace {

// A whole number of the query within bounds.
Answer<std::size_t> number_in(const ApiRequest& request, const std::string& name, std::size_t standard,
                              std::size_t most) {
  const auto found = request.http.query.find(name);
  if (found == request.http.query.end()) return standard;
  const auto number = to_number<std::size_t>(found->second);
  if (!number || *number > most)
    return api::bad_request(fmt::format("{} must be a whole number from 0 to {}", name, most), name);
  return *number;
}

ApiError unknown() { return api::not_found("there is no such tournament"); }

}  // namespace

Answer<Tournaments::EntryPtr> Tournaments::find(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  const auto found =
      std::ranges::find(entries_, id, [](const EntryPtr& entry) -> const std::string& { return entry->id; });
  if (found == entries_.end()) return unknown();
  return *found;
}

// Under the lock.
Json Tournaments::summary(const Entry& entry) const {
  auto players = Json::array();
  for (const arena::Entrant& player : entry.players)
    players.push_back({{"name", player.name}, {"player", player.spec}, {"limits", to_text(player.limits)}});
  return {{"id", entry.id},
          {"title", entry.title},
          {"kind", entry.kind},
          {"game", entry.game},
          {"status", status_names[static_cast<std::size_t>(entry.status)]},
          {"created", entry.created},
          {"planned", entry.planned},
          {"played", entry.played},
          {"players", std::move(players)},
          {"message", entry.message}};
}

// As the page shows it while it runs, or all that the HTML report holds.
Answer<Json> Tournaments::report(const Entry& entry, bool with_games) const {
  const std::shared_lock reading(files_);
  const auto store = arena::GameStore::read_only(path_of(entry));
  if (!store) return api::damaged(store.error().message);
  const auto report = arena::make_report(*store, context_.registry);
  if (!report) return api::damaged(report.error().message);
  if (!with_games) return arena::to_json(*report);
  auto content = arena::report_with_games(*report, &*store, context_.registry);
  if (!content) return api::damaged(content.error().message);
  return std::move(*content);
}

ApiAnswer Tournaments::create(const ApiRequest& request) {
  const auto tournament = read(request.body);
  if (!tournament) return tournament.error();
  auto entry = std::make_shared<Entry>();
  entry->id = unguessable_id();
  entry->setup = request.body;
  entry->created = now_in_milliseconds();
  describe(*entry, *tournament);
  const std::lock_guard lock(mutex_);
  if (entries_.size() >= context_.bounds.tournaments)
    return api::busy("there are too many tournaments; delete some first");
  // The file is there from now on, so that a report can be asked for at once.
  Expected<void> kept = arena::GameStore::open(path_of(*entry), *tournament).map([](const arena::GameStore&) {});
  if (kept) kept = save(*entry);
  if (!kept) {
    delete_files(*entry);
    return api::not_kept(kept.error().message);
  }
  entries_.push_front(entry);
  news_.notify_all();
  return ApiReply{summary(*entry), 201};
}

ApiAnswer Tournaments::list(const ApiRequest&) {
  auto tournaments = Json::array();
  const std::lock_guard lock(mutex_);
  for (const EntryPtr& entry : entries_) tournaments.push_back(summary(*entry));
  return ApiReply{{{"tournaments", std::move(tournaments)}}};
}

// A tournament whose games cannot be read is shown without its report.
ApiAnswer Tournaments::show(const EntryPtr& entry, const ApiRequest&) {
  auto figures = report(*entry);
  const std::lock_guard lock(mutex_);
  Json about = summary(*entry);
  if (!figures && entry->message.empty()) about["message"] = figures.error().message;
  return ApiReply{{{"summary", std::move(about)}, {"report", figures ? std::move(*figures) : Json(nullptr)}}};
}

ApiAnswer Tournaments::events(const EntryPtr& entry, const ApiRequest&) {
  const auto figures = report(*entry);
  auto stream = std::make_shared<EventStream>();
  const std::lock_guard lock(mutex_);
  if (entry->removed) return unknown();
  stream->push("summary", dumped(summary(*entry)));
  if (figures) stream->push("report", dumped(*figures));
  entry->listeners.push_back(stream);
  stream->when_closed([this, held = entry, raw = stream.get()] {
    const std::lock_guard inner(mutex_);
    std::erase_if(held->listeners, [&](const auto& each) { return each.get() == raw; });
  });
  return stream;
}

ApiAnswer Tournaments::set_running(const EntryPtr& entry, const ApiRequest& request, bool run) {
  if (const auto error = Fields(request.body).finish()) return *error;
  const std::lock_guard lock(mutex_);
  Entry& it = *entry;
  if (it.removed) return unknown();
  const Status before = it.status;
  const bool active = before == Status::running || before == Status::waiting;
  if (run && active) return api::conflict("it is running or waiting for its turn");
  if (run && before == Status::finished) return api::conflict("all its games are played");
  if (!run && !active) return api::conflict("it is not running");
  it.status = run ? Status::waiting : Status::stopped;
  if (const auto saved = save(it); !saved) {
    it.status = before;
    return api::not_kept(saved.error().message);
  }
  if (run) it.message.clear();
  if (before == Status::running) it.stop.request_stop();
  it.news = true;
  news_.notify_all();
  return ApiReply{summary(it)};
}

ApiAnswer Tournaments::remove(const EntryPtr& entry, const ApiRequest&) {
  {
    const std::lock_guard lock(mutex_);
    if (const auto removed = store_.remove_tournament(entry->id); !removed)
      return api::not_kept(removed.error().message);
    entry->removed = true;
    entry->stop.request_stop();
    entries_.remove(entry);
    for (const auto& stream : entry->listeners) stream->end();
  }
  delete_files(*entry);
  return ApiReply{{{"deleted", true}}};
}

ApiAnswer Tournaments::games(const EntryPtr& entry, const ApiRequest& request) {
  constexpr std::size_t any = ~std::size_t{0};
  const auto offset = number_in(request, "offset", 0, 1'000'000), count = number_in(request, "count", 50, 500);
  const auto a = number_in(request, "a", any, 1000), b = number_in(request, "b", any, 1000);
  for (const auto* each : {&offset, &count, &a, &b})
    if (!*each) return each->error();
  const std::shared_lock reading(files_);
  const auto store = arena::GameStore::read_only(path_of(*entry));
  if (!store) return api::damaged(store.error().message);
  std::size_t total = 0;
  auto list = Json::array();
  const auto read = store->each_game(context_.registry, [&](const records::Record& record) {
    const auto plays = [&](std::size_t who) {
      return who == any || std::ranges::find(record.ids, static_cast<int>(who)) != record.ids.end();
    };
    if (!plays(*a) || !plays(*b)) return true;
    if (total++ >= *offset && list.size() < *count)
      list.push_back({{"number", record.number.value_or(0)},
                      {"players", record.ids},
                      {"outcome", records::name_of(record.outcome)},
                      {"termination", records::termination_text(record)},
                      {"plies", record.moves.size()}});
    return true;
  });
  if (!read) return api::damaged(read.error().message);
  return ApiReply{{{"total", total}, {"games", std::move(list)}}};
}

ApiAnswer Tournaments::game(const EntryPtr& entry, const ApiRequest& request) {
  const auto number = to_number<std::uint64_t>(request.parts[1]);
  const std::shared_lock reading(files_);
  const auto store = arena::GameStore::read_only(path_of(*entry));
  if (!store) return api::damaged(store.error().message);
  const auto game = number ? store->game(context_.registry, *number) : Expected<std::optional<records::Record>>();
  if (!game) return api::damaged(game.error().message);
  if (!*game) return api::not_found(fmt::format("there is no game {} yet", in_quotes(request.parts[1])));
  return ApiReply{record_json(**game)};
}

ApiAnswer Tournaments::whole_report(const EntryPtr& entry, const ApiRequest&) {
  auto content = report(*entry, true);
  if (!content) return content.error();
  return ApiReply{std::move(*content)};
}

// The newest games of one tournament, as the library lists them.
Json Tournaments::library_of(const EntryPtr& entry, std::size_t count) const {
  std::vector<Json> all;
  const std::shared_lock reading(files_);
  const auto store = arena::GameStore::read_only(path_of(*entry));
  if (store)
    (void)store->each_game(context_.registry, [&](const records::Record& record) {
      all.push_back({{"record", fmt::format("/api/arena/{}/games/{}", entry->id, record.number.value_or(0))},
                     {"source", "arena"},
                     {"title", entry->title},
                     {"game", record.game},
                     {"players", record.players},
                     {"outcome", records::name_of(record.outcome)},
                     {"plies", record.moves.size()},
                     {"finished", record.finished.value_or(0)}});
      return true;
    });
  std::ranges::stable_sort(all, std::greater{}, [](const Json& game) { return game["finished"].get<std::int64_t>(); });
  if (all.size() > count) all.resize(count);
  return all;
}

ApiAnswer Tournaments::library(const ApiRequest& request) {
  const auto offset = number_in(request, "offset", 0, 100'000), count = number_in(request, "count", 50, 200);
  if (!offset) return offset.error();
  if (!count) return count.error();
  const auto wanted = request.http.query.find("game");
  const std::string game = wanted == request.http.query.end() ? std::string() : wanted->second;
  if (!game.empty())
    if (const auto kind = context_.registry.find_game(game); !kind)
      return api::bad_request(kind.error().message, "game");
  std::size_t total = 0;
  std::vector<Json> all;
  if (!context_.shared) {  // a session's id is its key, which strangers must not find
    const auto rows = store_.finished(game, *offset + *count);
    const auto number = store_.finished_count(game);
    if (!rows || !number) return api::damaged((!rows ? rows.error() : number.error()).message);
    total += *number;
    for (const StoredSummary& row : *rows)
      all.push_back({{"record", fmt::format("/api/sessions/{}/record", row.id)},
                     {"source", "session"},
                     {"title", row.title},
                     {"game", row.game},
                     {"players", row.players},
                     {"outcome", row.outcome},
                     {"plies", row.plies},
                     {"finished", row.updated}});
  }
  std::vector<EntryPtr> entries;
  {
    const std::lock_guard lock(mutex_);
    for (const EntryPtr& entry : entries_)
      if (game.empty() || entry->game == game) {
        entries.push_back(entry);
        total += entry->played;
      }
  }
  for (const EntryPtr& entry : entries) {
    if (all.size() >= 4 * (*offset + *count)) break;  // older tournaments than anybody asked for
    for (Json& each : library_of(entry, *offset + *count)) all.push_back(std::move(each));
  }
  std::ranges::stable_sort(all, std::greater{}, [](const Json& each) { return each["finished"].get<std::int64_t>(); });
  auto page = Json::array();
  for (std::size_t i = *offset; i < all.size() && page.size() < *count; ++i) page.push_back(std::move(all[i]));
  return ApiReply{{{"total", total}, {"games", std::move(page)}}};
}

std::vector<Route> Tournaments::routes() {
  const auto route = [this](std::string_view method, std::string_view pattern, auto answer) {
    return Route{method, pattern, [this, answer](const ApiRequest& request) { return (this->*answer)(request); }};
  };
  const auto of_one = [this](std::string_view method, std::string_view pattern, auto answer, auto... more) {
    return Route{method, pattern, [this, answer, more...](const ApiRequest& request) -> ApiAnswer {
                   const auto entry = find(request.parts[0]);
                   if (!entry) return entry.error();
                   return (this->*answer)(*entry, request, more...);
                 }};
  };
  return {route("GET", "/api/library", &Tournaments::library),
          route("POST", "/api/arena", &Tournaments::create),
          route("GET", "/api/arena", &Tournaments::list),
          of_one("GET", "/api/arena/{id}", &Tournaments::show),
          of_one("DELETE", "/api/arena/{id}", &Tournaments::remove),
          of_one("GET", "/api/arena/{id}/events", &Tournaments::events),
          of_one("POST", "/api/arena/{id}/stop", &Tournaments::set_running, false),
          of_one("POST", "/api/arena/{id}/resume", &Tournaments::set_running, true),
          of_one("GET", "/api/arena/{id}/report", &Tournaments::whole_report),
          of_one("GET", "/api/arena/{id}/games", &Tournaments::games),
          of_one("GET", "/api/arena/{id}/games/{number}", &Tournaments::game)};
}

}  // namespace tengen::server
