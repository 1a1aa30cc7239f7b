#include "server/session_desk.hpp"

#include <sys/random.h>

#include <algorithm>
#include <condition_variable>

#include "core/text.hpp"
#include "roster/guide.hpp"
#include "server/catalogue.hpp"
#include "server/new_session.hpp"
#include "server/thoughts_json.hpp"

namespace tengen {

namespace {
constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz234567";  // five bits each
constexpr std::size_t id_length = 26;
}  // namespace

bool is_id(std::string_view text) {
  return text.size() == id_length && text.find_first_not_of(letters) == std::string_view::npos;
}

std::string unguessable_id() {
  unsigned char bytes[id_length];
  std::size_t filled = 0;
  while (filled < sizeof bytes) {
    const ssize_t got = getrandom(bytes + filled, sizeof bytes - filled, 0);
    if (got > 0) filled += static_cast<std::size_t>(got);
  }
  std::string id;
  for (const unsigned char byte : bytes) id += letters[byte % letters.size()];
  return id;
}

SessionDesk::SessionDesk(const ServerContext& context, EnginePool& pool, SessionStore& store,
                         std::chrono::milliseconds abandoned)
    : context_(context), pool_(pool), store_(store), abandoned_(abandoned) {
  housekeeper_ = std::jthread([this](const StopToken& end) { keep_house(end); });
}

SessionDesk::~SessionDesk() { stop(); }

void SessionDesk::stop() {
  if (!housekeeper_.joinable()) return;
  housekeeper_.request_stop();
  housekeeper_.join();
  for (const auto& [id, table] : tables_) table->stop_engine();
}

std::size_t SessionDesk::in_memory() const {
  const std::lock_guard lock(mutex_);
  return tables_.size();
}

SessionDesk::Table SessionDesk::held(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  const auto found = tables_.find(id);
  return found == tables_.end() ? nullptr : found->second;
}

Answer<SessionDesk::Table> SessionDesk::find(const std::string& id) {
  const auto unknown = api::not_found("there is no such session");
  if (auto table = held(id)) return table;
  if (!is_id(id)) return unknown;
  const std::lock_guard lock(loading_);
  if (auto table = held(id)) return table;
  const auto row = store_.load(id);
  if (!row) return api::damaged(row.error().message);
  if (!*row) return unknown;
  const auto json = parse_object((*row)->json);
  if (!json) return api::damaged("this session is damaged in the database: " + json.error().message);
  auto session = Session::restored(*json, context_);
  if (!session) return api::damaged("this session is damaged in the database: " + session.error().message);
  session->id = id;  // what it was found by
  return add(std::move(*session), SessionTable::Origin::stored);
}

Answer<SessionDesk::Table> SessionDesk::add(Session session, SessionTable::Origin origin) {
  if (in_memory() >= context_.bounds.sessions) let_go(Clock::now());
  const std::lock_guard lock(mutex_);
  if (tables_.size() >= context_.bounds.sessions) return api::busy("too many games are going on; try again later");
  const std::string id = session.id;
  auto table = std::make_shared<SessionTable>(std::move(session), origin, pool_, store_, context_);
  tables_.emplace(id, table);
  return table;
}

void SessionDesk::keep_house(const StopToken& end) {
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  for (int round = 0; !end.stop_requested(); ++round) {
    never.wait_for(lock, end, std::chrono::milliseconds(100), [] { return false; });
    std::vector<Table> tables;
    {
      const std::lock_guard held(mutex_);
      for (const auto& [id, table] : tables_) tables.push_back(table);
    }
    const auto now = Clock::now();
    for (const Table& table : tables) table->tick(now, abandoned_);
    if (round % 5 == 0)
      for (const Table& table : tables) table->save_again();
    tables.clear();  // let_go() leaves alone what somebody holds
    if (round % 600 == 0) let_go(now);
  }
}

void SessionDesk::let_go(Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  const bool full = tables_.size() >= context_.bounds.sessions;
  std::erase_if(tables_, [&](const auto& entry) {
    return entry.second.use_count() == 1 && entry.second->idle(now, std::chrono::minutes(full ? 0 : 10));
  });
}

ApiAnswer SessionDesk::create(const ApiRequest& request) {
  auto session = new_session(request.body, context_);
  if (!session) return session.error();
  session->id = unguessable_id();
  const auto table = add(std::move(*session), SessionTable::Origin::fresh);
  if (!table) return table.error();
  return ApiReply{(*table)->begin(), 201};
}

// What is left of a session whose row cannot be read: the row's other columns.
Json SessionDesk::damaged_summary(const std::string& id, const std::string& why) const {
  const auto row = store_.load(id);
  const StoredSummary known = row && *row ? (*row)->summary : StoredSummary{id, {}, {}, {}, {}, 0, 0};
  return {{"id", id},
          {"game", known.game},
          {"title", known.title},
          {"created", known.updated},
          {"updated", known.updated},
          {"plies", known.plies},
          {"names", known.players},
          {"result", {{"outcome", known.outcome}, {"reason", nullptr}}},
          {"damaged", why}};
}

ApiAnswer SessionDesk::list(const ApiRequest& request) {
  Fields fields(request.body);
  const Json* ids = fields.list("ids", 100);
  if (ids && !std::ranges::all_of(*ids, [](const Json& id) { return id.is_string(); }))
    fields.complain("must be a list of texts", "ids");
  if (const auto error = fields.finish()) return *error;
  auto sessions = Json::array();
  if (ids)
    for (const Json& each : *ids) {
      const std::string id = each.get<std::string>();
      const auto table = find(id);
      if (table)
        sessions.push_back((*table)->summary());
      else if (table.error().code == api::damaged_code)
        sessions.push_back(damaged_summary(id, table.error().message));
    }
  return ApiReply{{{"sessions", std::move(sessions)}}};
}

ApiAnswer SessionDesk::remove(const std::string& id) {
  const auto table = find(id);
  if (!table && table.error().code != api::damaged_code) return table.error();
  if (table) (*table)->remove();  // it is not saved any more
  const auto removed = store_.remove(id);
  {
    const std::lock_guard lock(mutex_);
    tables_.erase(id);
  }
  if (!removed) return api::not_kept(removed.error().message);
  return ApiReply{{{"deleted", true}}};
}

ApiAnswer SessionDesk::events(const std::string& id) {
  const auto table = find(id);
  if (!table) return table.error();
  auto stream = std::make_shared<EventStream>();
  (*table)->listen(stream);
  return stream;
}

ApiAnswer SessionDesk::record(const ApiRequest& request) {
  const auto table = find(request.parts[0]);
  if (!table) return table.error();
  const Record record = (*table)->record();
  const auto format = request.http.query.find("format");
  if (format == request.http.query.end()) return ApiReply{record_json(record)};
  auto text = exported(record, format->second, context_);
  if (!text) return text.error();
  return ApiReply{std::move(*text)};
}

// The strongest player's opinion, before everything else.
ApiAnswer SessionDesk::hint(const ApiRequest& request) {
  const auto table = find(request.parts[0]);
  if (!table) return table.error();
  const std::shared_ptr<Game> game = (*table)->game();
  if (game->outcome() != Outcome::ongoing) return api::conflict("the game is over; there is nothing to advise");
  struct Shared {
    std::mutex mutex;
    std::condition_variable news;
    std::optional<Answer<Json>> answer;
  };
  const auto shared = std::make_shared<Shared>();
  const std::string name = (*table)->json()["game"];
  const std::string player = strongest_player(context_.registry, name).name;
  const auto job = pool_.submit(EnginePool::Lane::people, [this, shared, game, player](const StopToken& stop) {
    Answer<Json> answer = advice(*game, player, std::chrono::seconds(1), context_, stop);
    const std::lock_guard lock(shared->mutex);
    shared->answer = std::move(answer);
    shared->news.notify_all();
    return true;
  });
  if (!job) return api::busy("too many engines are waiting; try again later");
  std::unique_lock lock(shared->mutex);
  if (!shared->news.wait_for(lock, std::chrono::seconds(20), [&] { return shared->answer.has_value(); })) {
    lock.unlock();
    pool_.cancel(job);
    return api::busy("the engines are all busy; try again later");
  }
  if (!*shared->answer) return shared->answer->error();
  return ApiReply{**shared->answer};
}

}  // namespace tengen
