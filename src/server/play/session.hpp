#pragma once
// One game that goes on: a tree of moves, a place in it, two seats, perhaps a clock. No threads and no engines here;
// what happens when is decided by whoever holds it (live_session.hpp).

#include <array>
#include <memory>
#include <optional>
#include <string>

#include "records/record.hpp"
#include "server/play/move_tree.hpp"
#include "server/requests.hpp"

namespace tengen::server {

// How a game ended other than by its rules, and at which node.
struct EarlyEnd {
  int node = 0;
  Outcome outcome = Outcome::ongoing;
  std::string reason;  // "resign", "time"
};

struct SessionResult {
  Outcome outcome = Outcome::ongoing;
  std::string reason;  // "win", "draw", "resign", "time"; empty while it goes on
};

// Milliseconds left to each side. It runs for the side to move from the first move on, and stands while that side's
// engine gets ready.
struct SessionClock {
  std::int64_t main = 0;
  std::int64_t increment = 0;
  std::array<std::int64_t, 2> left{};
  std::optional<Side> running{};
  bool standing = false;
  Clock::time_point since{};

  // What is left at this moment.
  std::int64_t left_now(Side side, Clock::time_point now) const;
  void stop(Clock::time_point now);
};

// Who played a move: "person", or a player's spec with what it took and thought.
struct MoveOrigin {
  std::string by = "person";
  std::int64_t time = 0;  // milliseconds
  std::optional<MoveThought> thought{};
};

class Session {
 public:
  // A session at the start of a game.
  Session(const roster::GameKind& kind, const roster::Game& start);

  std::string id;
  std::uint64_t revision = 1;
  std::int64_t created = 0;  // milliseconds since 1970
  std::int64_t updated = 0;
  std::string title;
  SeatChoices seats;
  bool paused = false;
  std::string message;
  std::int64_t pace = 400;
  std::optional<SessionClock> clock;

  const roster::GameKind& kind() const { return *kind_; }
  const roster::Game& game() const { return *game_; }  // at the place in the tree
  const roster::Game& start() const { return *start_; }
  const MoveTree& tree() const { return tree_; }
  int at() const { return at_; }
  SessionResult result() const;
  bool over() const { return result().outcome != Outcome::ongoing; }
  Side to_move() const { return game_->side_to_move(); }
  const SeatChoice& seat() const { return seats[static_cast<std::size_t>(to_move())]; }
  bool engines_only() const { return !seats[0].is_person() && !seats[1].is_person(); }
  bool engines_turn() const { return !over() && !seat().is_person(); }

  // Plays a legal move here; one that was played before leads to its node. Forced passes that follow are played, too.
  Answer<void> play(roster::AnyMove move, MoveOrigin origin, std::size_t most_nodes);
  void go_to(int node);  // precondition: it is there
  // Back or forth by so many plies, or without a number to the next position in which a person is to move.
  Answer<void> undo(std::optional<std::int64_t> plies);
  Answer<void> redo(std::optional<std::int64_t> plies);
  Answer<void> resign(std::optional<std::int64_t> side);
  void flag(Side side);  // its time is over
  Answer<void> prune(int node);
  void restart();

  // Clocks: the move at hand was made; the position changed otherwise.
  void press_clock(Clock::time_point now);
  void stop_clock(Clock::time_point now);
  // It runs for the side to move, from the first move on.
  void start_clock(Clock::time_point now);
  // It stands, and goes on; false where it does so already.
  bool hold_clock(Clock::time_point now);
  bool release_clock(Clock::time_point now);

  // How often a game was begun from the start; engines of the last one are of no use to this one.
  std::uint64_t game_number() const { return game_number_; }

  // Answers and rows of the database have the state in common, which is written once for both.
  std::string state_text(Clock::time_point now) const;
  Json view_json() const;       // what an answer says besides: the position and the result
  Json early_end_json() const;  // what a row says besides
  Json summary_json() const;
  records::Record record() const;  // of the line looked at

  // From a row, which is checked like a request: any of it may be damaged.
  static Expected<Session> restored(const Json& json, const ServerContext& context);

 private:
  // Finds the moves of a tree that was read; an error where one cannot be played where it stands.
  Expected<void> read_moves();
  bool is_persons(int node) const;
  std::unique_ptr<roster::Game> game_at(int node) const;
  void step_to(int child);
  Json result_json() const;

  const roster::GameKind* kind_;
  std::unique_ptr<roster::Game> start_;
  std::unique_ptr<roster::Game> game_;
  MoveTree tree_;
  int at_ = MoveTree::root;
  std::uint64_t game_number_ = 1;
  std::optional<EarlyEnd> early_;
};

std::int64_t now_in_milliseconds();

}  // namespace tengen::server
