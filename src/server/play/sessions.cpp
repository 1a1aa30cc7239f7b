#include "server/play/sessions.hpp"

#include <algorithm>
#include <condition_variable>

#include "server/http/access.hpp"

namespace tengen::server {

Sessions::Sessions(const ServerContext& context, EnginePool& pool, SessionStore& store,
                   std::chrono::milliseconds abandoned)
    : context_(context), pool_(pool), store_(store), abandoned_(abandoned), players_(context.bounds.kept_players) {
  housekeeper_ = std::jthread([this](const StopToken& end) { keep_house(end); });
}

Sessions::~Sessions() { stop(); }

void Sessions::stop() {
  if (!housekeeper_.joinable()) return;
  housekeeper_.request_stop();
  housekeeper_.join();
  for (const auto& [id, live] : sessions_) live->stop_engine();
}

std::size_t Sessions::in_memory() const {
  const std::lock_guard lock(mutex_);
  return sessions_.size();
}

Sessions::Live Sessions::held(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  const auto found = sessions_.find(id);
  return found == sessions_.end() ? nullptr : found->second;
}

Answer<Sessions::Live> Sessions::find(const std::string& id) {
  const auto unknown = api::not_found("there is no such session");
  if (auto live = held(id)) return live;
  if (!is_id(id)) return unknown;
  const std::lock_guard lock(loading_);
  if (auto live = held(id)) return live;
  const auto row = store_.load(id);
  if (!row) return api::damaged(row.error().message);
  if (!*row) return unknown;
  const auto json = parse_object((*row)->json);
  if (!json) return api::damaged("this session is damaged in the database: " + json.error().message);
  auto session = Session::restored(*json, context_);
  if (!session) return api::damaged("this session is damaged in the database: " + session.error().message);
  session->id = id;  // what it was found by
  return add(std::move(*session), LiveSession::Origin::stored);
}

Answer<Sessions::Live> Sessions::add(Session session, LiveSession::Origin origin) {
  if (in_memory() >= context_.bounds.sessions) let_go(Clock::now());
  const std::lock_guard lock(mutex_);
  if (sessions_.size() >= context_.bounds.sessions) return api::busy("too many games are going on; try again later");
  const std::string id = session.id;
  auto live =
      std::make_shared<LiveSession>(std::move(session), origin, SessionServices{context_, pool_, store_, players_});
  sessions_.emplace(id, live);
  return live;
}

void Sessions::keep_house(const StopToken& end) {
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  for (int round = 0; !end.stop_requested(); ++round) {
    never.wait_for(lock, end, std::chrono::milliseconds(100), [] { return false; });
    std::vector<Live> sessions;
    {
      const std::lock_guard held(mutex_);
      for (const auto& [id, live] : sessions_) sessions.push_back(live);
    }
    const auto now = Clock::now();
    for (const Live& live : sessions) live->tick(now, abandoned_);
    if (round % 5 == 0)
      for (const Live& live : sessions) live->save_again();
    sessions.clear();  // let_go() leaves alone what somebody holds
    if (round % 100 == 0) players_.forget_before(now - context_.bounds.players_kept_for);
    if (round % 600 == 0) let_go(now);
  }
}

void Sessions::let_go(Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  const bool full = sessions_.size() >= context_.bounds.sessions;
  std::erase_if(sessions_, [&](const auto& entry) {
    return entry.second.use_count() == 1 && entry.second->idle(now, std::chrono::minutes(full ? 0 : 10));
  });
}

// What is left of a session whose row cannot be read: the row's other columns.
Json Sessions::damaged_summary(const std::string& id, const std::string& why) const {
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

}  // namespace tengen::server
