#pragma once
// The way back: one of our players as an engine for other people's programs. What the protocols share: a game, a player
// that thinks about it, and lines that come in while it does.

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "roster/registry.hpp"

namespace tengen::protocol {

struct EngineSetup {
  const roster::Registry& registry;
  std::string game;    // "gomoku"
  std::string player;  // a spec
  Limits limits;       // where the protocol sets none
  std::uint64_t seed = 1;
  std::function<void(std::string_view)> say;  // writes one line
  std::function<StopToken()> thinking;        // asked when thinking begins; empty: nothing can interrupt it
  bool ponder = false;                        // think on the opponent's time, too
};

// A game and the player who thinks about it.
class EngineSession {
 public:
  explicit EngineSession(const protocol::EngineSetup& setup)
      : setup_(setup), spec_(setup.player), ponders_(setup.ponder) {}

  // Begins another game at a position in our notation.
  Expected<void> begin(std::string_view position);
  // Puts another position on the board of the same game.
  Expected<void> place(std::string_view position);
  // Has the player forget what it learned and get ready for the game as it stands.
  void get_ready() { player_->begin(*game_, setup_.seed + games_); }

  // A whole number among the player's settings, such as its memory; nothing where it has none of that name.
  std::optional<Setting> setting(std::string_view name) const;
  // Sets it, as near as it can be; the player is made anew. Nothing happens where there is no such setting.
  Expected<void> set(std::string_view name, std::int64_t value);
  // Back to the value that the player's spec gives it.
  Expected<void> reset(std::string_view name);

  bool has_game() const { return game_ != nullptr; }
  roster::Game& game() { return *game_; }
  const roster::Game& game() const { return *game_; }
  // Precondition: the game goes on.
  roster::Chosen think(const Limits& limits, const roster::ChoiceSink& info = {});
  // The same about another position of this kind of game.
  roster::Chosen think(const roster::Game& game, const Limits& limits, const roster::ChoiceSink& info = {});

  void let_ponder(bool on) { ponders_ = on; }
  // Where that is wanted and the opponent is to move: has the player think on until somebody says stop.
  void ponder(StopToken stop);

  // Whether the last thinking was ended from outside.
  bool interrupted() const { return stop_.stop_requested(); }

  const EngineSetup& setup() const { return setup_; }
  const std::string& player() const { return spec_; }
  void say(std::string_view line) const { setup_.say(line); }

 private:
  Expected<void> make_player(const roster::Game& game);
  Expected<void> change_to(std::string spec);

  EngineSetup setup_;
  std::string spec_;  // of the player, with what was set since
  bool ponders_;
  std::optional<Side> thought_for_;  // who was to move when we last thought about this game
  std::unique_ptr<roster::Game> game_;
  std::unique_ptr<roster::Player> player_;
  std::uint64_t games_ = 0;
  StopToken stop_;
};

// One conversation in some protocol. Whatever comes in, it answers or ignores; it never fails.
class EngineProtocol {
 public:
  virtual ~EngineProtocol() = default;
  // Answers one line; false when the conversation is over.
  virtual bool handle(std::string_view line) = 0;
  // Whether this line, coming in while we think, ends the thinking. Called from the thread that reads.
  virtual bool interrupts(std::string_view line) const = 0;
  // There is nothing to answer until `stop` says that there is: time to ponder.
  virtual void idle(StopToken) {}
};

std::unique_ptr<EngineProtocol> make_gomocup_engine(const EngineSetup& setup);
std::unique_ptr<EngineProtocol> make_gtp_engine(const EngineSetup& setup);
std::unique_ptr<EngineProtocol> make_nboard_engine(const EngineSetup& setup);

// Lines from a file descriptor, read by a thread of their own.
class LineInput {
 public:
  using Interrupts = std::function<bool(std::string_view)>;
  // Starts to read; call it once.
  void read_from(int fd, Interrupts interrupts);
  ~LineInput();

  // The next line; nothing at the end of the input.
  std::optional<std::string> next();
  // For thinking that begins now: stopped by every interrupting line that has not been taken with next().
  StopToken thinking();
  // For what is done while nobody asks: stopped by every line, and by the end of the input.
  StopToken waiting();

 private:
  void read_lines(int fd);
  void add(std::string line);

  Interrupts interrupts_;
  std::mutex mutex_;
  std::condition_variable arrived_;
  struct Line {
    std::string text;
    bool interrupts;
  };
  std::deque<Line> lines_;
  int waiting_interrupts_ = 0;
  bool ended_ = false;
  std::stop_source thinking_, waiting_for_line_;
  int wake_ = -1;  // an eventfd that ends the reader
  std::jthread reader_;
};

// Talks over a pair of file descriptors until either side ends it.
void run_engine(int in, int out, EngineSetup setup, std::unique_ptr<EngineProtocol> (*make)(const EngineSetup&));

}  // namespace tengen::protocol
