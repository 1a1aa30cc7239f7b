#include "server/tournaments/tournaments.hpp"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "arena/report.hpp"
#include "core/limits_text.hpp"
#include "records/board_json.hpp"
#include "server/http/access.hpp"
#include "server/requests.hpp"
#include "server/views.hpp"

namespace tengen::server {

namespace {

std::string temporary_folder() {
  std::string pattern = std::filesystem::temp_directory_path() / "tengen-arena-XXXXXX";
  return mkdtemp(pattern.data()) ? pattern : std::string();
}

// A text of an object that may be anything.
std::string text_in(const Json& object, const char* name, const std::string& standard) {
  if (!object.is_object()) return standard;
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : standard;
}

Answer<arena::Entrant> read_entrant(const Json& json, std::size_t place, const std::string& game_name,
                                    const roster::Game& start, const ServerContext& context) {
  const std::string where = fmt::format("players[{}]", place);
  if (!json.is_object()) return api::bad_request(where + " must be an object", where);
  if (json.contains("kind")) return api::bad_request(where + ".kind is not known here", where + ".kind");
  Json seat = json;
  seat["kind"] = Fields(json).has("level") ? "level" : "player";
  auto chosen = read_seat(seat, where, game_name, start, context);
  if (!chosen) return chosen.error();
  std::string name = text_in(json, "name", "");
  if (name.size() > 100) return api::too_large(where + ".name is too long", where + ".name");
  if (name.empty()) name = chosen->kind == SeatChoice::Kind::level ? chosen->level : chosen->player;
  return arena::Entrant{name, chosen->player, chosen->limits};
}

// Names to show where the players themselves cannot be read any more.
std::vector<arena::Entrant> players_in(const Json& setup) {
  std::vector<arena::Entrant> players;
  if (!setup.is_object() || !setup.contains("players") || !setup["players"].is_array()) return players;
  for (const Json& each : setup["players"]) {
    const std::string spec = text_in(each, "player", text_in(each, "level", ""));
    players.push_back({text_in(each, "name", spec), spec, {}});
  }
  return players;
}

}  // namespace

Tournaments::Tournaments(const ServerContext& context, SessionStore& store, std::string folder)
    : context_(context), store_(store), folder_(std::move(folder)), temporary_(folder_.empty()) {
  if (temporary_) folder_ = temporary_folder();
  std::error_code error;
  std::filesystem::create_directories(folder_, error);  // what is wrong shows when the first file is made
  restore();
  announcer_ = std::jthread([this](const StopToken& end) { announce(end); });
  worker_ = std::jthread([this](const StopToken& end) { work(end); });
}

Tournaments::~Tournaments() {
  stop();
  std::error_code error;
  if (temporary_ && !folder_.empty()) std::filesystem::remove_all(folder_, error);
}

void Tournaments::stop() {
  if (!worker_.joinable()) return;
  worker_.request_stop();
  announcer_.request_stop();
  std::stop_source running(std::nostopstate);
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    for (const EntryPtr& entry : entries_)
      if (entry->status == Status::running) running = entry->stop;
  }
  running.request_stop();
  worker_.join();
  announcer_.join();
}

Answer<arena::Tournament> Tournaments::read(const Json& body) const {
  Fields fields(body);
  auto asked = read_game(fields, context_, false);
  const std::string title = fields.text("title", {}, 200);
  const std::string kind_name = fields.text("kind", "round_robin"), openings = fields.text("openings", "none");
  const Json* players = fields.list("players", context_.bounds.players);
  const auto games = fields.integer("games", 2, 1, static_cast<std::int64_t>(context_.bounds.games));
  const auto seed = fields.integer("seed", 1, 0, INT64_MAX);
  const auto kind = arena::kind_from(kind_name == "round_robin" ? "round-robin" : kind_name);
  if (!kind) fields.complain("must be match, round_robin, gauntlet or knockout", "kind");
  if (!players || players->size() < 2) fields.complain("must be a list of at least two", "players");
  if (const auto error = fields.finish()) return *error;
  if (!asked) return asked.error();

  arena::TournamentSetup setup;
  setup.title = title;
  setup.kind = *kind;
  setup.game = asked->kind->name;
  setup.position = asked->game->to_string();
  for (std::size_t i = 0; i < players->size(); ++i) {
    auto entrant = read_entrant((*players)[i], i, setup.game, *asked->game, context_);
    if (!entrant) return tl::unexpected(entrant.error());
    setup.players.push_back(std::move(*entrant));
  }
  setup.games_per_pair = static_cast<std::uint64_t>(games);
  if (const std::uint64_t planned = setup.schedule().planned(); planned > context_.bounds.games)
    return api::too_large(
        fmt::format("that would be {} games; at most {} are played here", planned, context_.bounds.games), "games");
  setup.openings_spec = openings;
  if (auto error = check_openings(openings, context_, "openings")) return tl::unexpected(std::move(*error));
  setup.seed = static_cast<std::uint64_t>(seed);
  setup.threads = std::max(1, context_.threads / 2);
  // These games stand back behind everybody else's; that must not cost anybody a game.
  setup.grace = std::chrono::seconds(20);
  auto made = arena::make_tournament(std::move(setup), context_.registry);
  if (!made)
    return api::bad_request(made.error().message, made.error().part == "games_per_pair" ? "games" : made.error().part);
  return *std::move(made);
}

void Tournaments::describe(Entry& entry, const arena::Tournament& tournament) {
  entry.title = tournament.title;
  entry.kind = tournament.kind == arena::TournamentKind::round_robin ? "round_robin" : arena::name_of(tournament.kind);
  entry.game = tournament.game;
  entry.players = tournament.players;
  entry.planned = tournament.schedule().planned();
}

Expected<void> Tournaments::save(const Entry& entry) {
  const Json json = {{"id", entry.id},           {"setup", entry.setup},
                     {"created", entry.created}, {"status", status_names[static_cast<std::size_t>(entry.status)]},
                     {"message", entry.message}, {"planned", entry.planned},
                     {"played", entry.played}};
  return store_.save_tournament(entry.id, dumped(json));  // the games themselves are in their own file
}

void Tournaments::delete_files(const Entry& entry) {
  const std::unique_lock nobody_reads(files_);
  std::error_code error;
  for (const char* ending : {"", "-wal", "-shm"}) std::filesystem::remove(path_of(entry) + ending, error);
}

// A row that cannot be read is still a tournament that can be seen and deleted.
Tournaments::EntryPtr Tournaments::restored(const std::string& id, const std::string& row) const {
  auto entry = std::make_shared<Entry>();
  entry->id = id;
  entry->status = Status::failed;
  const auto json = parse_object(row);
  if (!json) {
    entry->message = "it is damaged in the database: " + json.error().message;
    return entry;
  }
  Fields fields(*json);
  fields.any("id");
  const Json* setup = fields.object("setup");
  entry->created = fields.needed_integer("created", 0, INT64_MAX);
  entry->message = fields.needed_text("message");
  entry->planned = static_cast<std::uint64_t>(fields.needed_integer("planned", 0, INT64_MAX));
  entry->played = static_cast<std::uint64_t>(fields.needed_integer("played", 0, INT64_MAX));
  const auto status = std::ranges::find(status_names, fields.needed_text("status"));
  if (status == status_names.end()) fields.complain("is none", "status");
  if (setup) entry->setup = *setup;
  entry->title = text_in(entry->setup, "title", "");
  entry->kind = text_in(entry->setup, "kind", "round_robin");
  entry->game = text_in(entry->setup, "game", "");
  entry->players = players_in(entry->setup);
  if (const auto error = fields.finish()) {
    entry->message = "it is damaged in the database: " + error->message;
    return entry;
  }
  entry->status = static_cast<Status>(status - status_names.begin());
  if (entry->status == Status::running) entry->status = Status::waiting;  // it goes on
  if (const auto tournament = read(entry->setup)) describe(*entry, *tournament);
  return entry;
}

void Tournaments::restore() {
  const auto rows = store_.tournaments();
  if (!rows) return;
  for (const auto& [id, row] : *rows)
    if (is_id(id)) entries_.push_back(restored(id, row));
  entries_.sort([](const EntryPtr& a, const EntryPtr& b) { return a->created > b->created; });
}

void Tournaments::work(const StopToken& end) {
  setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), 19);  // the games' threads inherit it
  while (!end.stop_requested()) {
    EntryPtr next;
    {
      std::unique_lock lock(mutex_);
      const auto waiting = [this] {
        return std::find_if(entries_.rbegin(), entries_.rend(),
                            [](const EntryPtr& entry) { return entry->status == Status::waiting; });
      };
      news_.wait(lock, end, [&] { return waiting() != entries_.rend(); });
      if (end.stop_requested()) return;
      next = *waiting();  // the oldest
      next->status = Status::running;
      next->stop = std::stop_source();
      next->news = true;
    }
    run(next);
  }
}

// Everything is read anew: what was allowed when the tournament was made may not be allowed any more.
Answer<arena::RunResult> Tournaments::play(const EntryPtr& entry) {
  const auto tournament = read(entry->setup);
  if (!tournament) return tournament.error();
  const auto tried = arena::try_players(*tournament, context_.registry, entry->stop.get_token());
  if (!tried) return api::bad_request(tried.error().message);
  Expected<arena::GameStore> store = fail("it was deleted");
  {
    const std::lock_guard lock(mutex_);  // so that no file is made after its tournament was deleted
    if (!entry->removed) store = arena::GameStore::open(path_of(*entry), *tournament);
  }
  if (!store) return api::damaged(store.error().message);
  arena::RunOptions options;
  options.store = &*store;
  options.progress = [&](const arena::RunProgress& progress) {
    const std::lock_guard lock(mutex_);
    entry->played = progress.games;
    entry->news = true;
  };
  options.watch = [this](arena::GameEvent event, const records::Record& record, const roster::Game& game) {
    show_game(event, record, game);
  };
  auto result = arena::run_tournament(*tournament, context_.registry, options, entry->stop.get_token());
  if (!result) return api::error(500, "internal", result.error().message);
  return std::move(*result);
}

void Tournaments::run(const EntryPtr& entry) {
  std::string message;
  std::optional<arena::RunResult> result;
  try {
    auto played = play(entry);
    if (!played)
      message = played.error().message;
    else if (played->store_error)
      message = played->store_error->message;
    if (played) result = std::move(*played);
  } catch (const std::exception& e) {
    message = e.what();
  }
  {
    const std::lock_guard lock(boards_mutex_);
    boards_.clear();
  }
  const std::lock_guard lock(mutex_);
  if (entry->removed) return;
  entry->message = message;
  entry->news = true;
  if (result) entry->played = result->games.size();
  if (!message.empty())
    entry->status = Status::failed;
  else if (result->interrupted)
    entry->status = ending_ || entry->status == Status::waiting ? Status::waiting : Status::stopped;
  else
    entry->status = Status::finished;
  // Where this fails the tournament goes on from its file after a restart, and finds at once what was done.
  if (const auto saved = save(*entry); !saved && entry->message.empty()) entry->message = saved.error().message;
}

// From many threads.
void Tournaments::show_game(arena::GameEvent event, const records::Record& record, const roster::Game& game) {
  const std::lock_guard lock(boards_mutex_);
  auto board = event == arena::GameEvent::begun ? std::ranges::find(boards_, true, &Board::ended)
                                                : std::ranges::find(boards_, *record.number, &Board::number);
  if (board == boards_.end()) board = boards_.insert(board, Board{});
  *board = {*record.number, record.ids, game.clone(), event == arena::GameEvent::ended};
}

Json Tournaments::boards_json() const {
  auto list = Json::array();
  const std::lock_guard lock(boards_mutex_);
  for (const auto& [number, players, game, ended] : boards_) {
    const Json last = last_json(*game);
    Json item = {{"number", number},
                 {"players", players},
                 {"last", last.is_null() ? last : last["cell"]},
                 {"ply", game->moves().size()},
                 {"to_move", index(game->side_to_move())}};
    item.update(records::board_json(game->diagram()));
    list.push_back(std::move(item));
  }
  return {{"boards", std::move(list)}};
}

void Tournaments::announce(const StopToken& end) {
  for (int round = 0; !end.stop_requested(); ++round) {
    std::vector<EntryPtr> heard;
    {
      std::unique_lock lock(mutex_);
      std::condition_variable_any never;
      never.wait_for(lock, end, std::chrono::milliseconds(500), [] { return false; });
      for (const EntryPtr& entry : entries_)
        if (!entry->listeners.empty()) heard.push_back(entry);
    }
    for (const EntryPtr& entry : heard) announce(entry, round % 4 == 0);
  }
}

void Tournaments::announce(const EntryPtr& entry, bool with_report) {
  std::vector<std::shared_ptr<EventStream>> listeners;
  std::optional<std::string> news;
  bool over = false, running = false, report_due = false;
  {
    const std::lock_guard lock(mutex_);
    listeners = entry->listeners;
    running = entry->status == Status::running;
    over = !running && entry->status != Status::waiting;
    if (entry->news) news = dumped(summary(*entry));
    entry->news = false;
    report_due = (with_report || over) && entry->announced_games != entry->played;
    if (report_due) entry->announced_games = entry->played;
  }
  std::optional<std::string> report_text;
  if (report_due || over)
    if (const auto json = report(*entry)) report_text = dumped(*json);
  const std::string boards = running ? dumped(boards_json()) : std::string();
  for (const auto& stream : listeners) {
    if (news) stream->push("summary", *news);
    if (report_text) stream->push("report", *report_text);
    if (running) stream->push("boards", boards);
    if (over) stream->end();
  }
}

}  // namespace tengen::server
