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
};

// A game and the player who thinks about it.
class EngineSession {
 public:
  explicit EngineSession(const EngineSetup& setup) : setup_(setup) {}

  // Begins another game at a position in our notation.
  Expected<void> begin(std::string_view position);
  // Puts another position on the board of the same game.
  Expected<void> place(std::string_view position);

  bool has_game() const { return game_ != nullptr; }
  roster::Game& game() { return *game_; }
  const roster::Game& game() const { return *game_; }
  // Precondition: the game goes on.
  roster::Chosen think(const Limits& limits, const roster::ChoiceSink& info = {});

  // Whether the last thinking was ended from outside.
  bool interrupted() const { return stop_.stop_requested(); }

  const EngineSetup& setup() const { return setup_; }
  void say(std::string_view line) const { setup_.say(line); }

 private:
  EngineSetup setup_;
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
  std::stop_source thinking_;
  int wake_ = -1;  // an eventfd that ends the reader
  std::jthread reader_;
};

// Talks over a pair of file descriptors until either side ends it.
void run_engine(int in, int out, EngineSetup setup, std::unique_ptr<EngineProtocol> (*make)(const EngineSetup&));

}  // namespace tengen::protocol
