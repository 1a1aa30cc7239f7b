#pragma once
// The arena on the page: tournaments run one after the other in the background, at the lowest priority, and go on when
// the tab closes or the server is started anew. Each has a file of games of its own, as `tengen tournament` makes them.

#include <condition_variable>
#include <list>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>
#include <vector>

#include "arena/run_tournament.hpp"
#include "server/api.hpp"
#include "server/play/session_store.hpp"

namespace tengen::server {

class Tournaments {
 public:
  // `folder` holds the files; an empty one means a temporary folder that goes with the server.
  Tournaments(const ServerContext& context, SessionStore& store, std::string folder);
  ~Tournaments();
  Tournaments(const Tournaments&) = delete;
  Tournaments& operator=(const Tournaments&) = delete;

  std::vector<Route> routes();
  void stop();  // ends the running tournament so that it can go on later

 private:
  enum class Status : std::uint8_t { waiting, running, stopped, finished, failed };
  static constexpr std::array<std::string_view, 5> status_names = {"waiting", "running", "stopped", "finished",
                                                                   "failed"};
  struct Entry {
    std::string id;
    Json setup;  // the request that made it; from the database it may be anything
    std::int64_t created = 0;
    Status status = Status::waiting;
    std::string message;
    std::uint64_t planned = 0;
    std::uint64_t played = 0;
    std::vector<arena::Entrant> players;
    std::string title;
    std::string kind;
    std::string game;
    bool removed = false;
    std::stop_source stop;
    std::vector<std::shared_ptr<EventStream>> listeners;
    std::uint64_t announced_games = ~std::uint64_t{0};  // in the last report
    bool news = true;
  };
  using EntryPtr = std::shared_ptr<Entry>;
  // A game as the arena tells of it. A finished one is shown until another game takes its place.
  struct Board {
    std::uint64_t number = 0;
    std::array<int, 2> players{};
    std::unique_ptr<roster::Game> game;
    bool ended = false;
  };

  // The tournament that a request describes, checked whole: what this answers can be played and shown.
  Answer<arena::Tournament> read(const Json& body) const;
  ApiAnswer library(const ApiRequest& request);
  ApiAnswer create(const ApiRequest& request);
  ApiAnswer list(const ApiRequest& request);
  ApiAnswer show(const EntryPtr& entry, const ApiRequest& request);
  ApiAnswer remove(const EntryPtr& entry, const ApiRequest& request);
  ApiAnswer events(const EntryPtr& entry, const ApiRequest& request);
  ApiAnswer set_running(const EntryPtr& entry, const ApiRequest& request, bool run);
  ApiAnswer whole_report(const EntryPtr& entry, const ApiRequest& request);
  ApiAnswer games(const EntryPtr& entry, const ApiRequest& request);
  ApiAnswer game(const EntryPtr& entry, const ApiRequest& request);
  Json library_of(const EntryPtr& entry, std::size_t count) const;

  Answer<EntryPtr> find(const std::string& id) const;
  std::string path_of(const Entry& entry) const { return folder_ + "/" + entry.id + ".db"; }
  Json summary(const Entry& entry) const;
  Answer<Json> report(const Entry& entry, bool with_games = false) const;
  static void describe(Entry& entry, const arena::Tournament& tournament);
  void restore();
  EntryPtr restored(const std::string& id, const std::string& row) const;
  Expected<void> save(const Entry& entry);
  void delete_files(const Entry& entry);

  void work(const StopToken& end);
  void run(const EntryPtr& entry);
  Answer<arena::RunResult> play(const EntryPtr& entry);
  void show_game(arena::GameEvent event, const records::Record& record, const roster::Game& game);
  Json boards_json() const;
  void announce(const StopToken& end);
  void announce(const EntryPtr& entry, bool with_report);

  const ServerContext& context_;
  SessionStore& store_;
  std::string folder_;
  bool temporary_ = false;
  // Held while a file of games is read or deleted: a reader leaves files behind where its own goes away under it. Taken
  // after the other where both are.
  mutable std::shared_mutex files_;
  mutable std::mutex mutex_;
  std::condition_variable_any news_;
  std::list<EntryPtr> entries_;  // newest first
  bool ending_ = false;
  mutable std::mutex boards_mutex_;
  std::vector<Board> boards_;
  std::jthread announcer_;
  std::jthread worker_;
};

}  // namespace tengen::server
