#pragma once
// What all players that are programs outside share: starting, restarting, patience, and how they fail.

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/settings.hpp"
#include "protocol/child_process.hpp"
#include "roster/registry.hpp"

namespace tengen::protocol {

// How to start a program and how long to wait for it.
struct ExternalSetup {
  ProcessPlan plan;
  std::chrono::nanoseconds startup{};   // to be ready for a game; its first answer may be late by as much
  std::chrono::nanoseconds patience{};  // beyond its time, before it counts as hanging
  std::chrono::nanoseconds hang{};      // for an answer where there is no time limit
};

// memory, startup, patience, hang, workdir: the settings of every such player.
std::vector<Setting> external_settings();
Expected<ExternalSetup> read_external_setup(const Values& values, std::vector<std::string> command);

// The files of a setting `command`: the program, found as it will be, and what stands in its arguments as a file or as
// --key=FILE. What the program opens by itself nobody can know.
Expected<std::vector<roster::NamedFile>> files_of_command(const Values& values);

class ExternalPlayer : public roster::Player {
 public:
  using MaybeFailure = std::optional<roster::Failure>;

  // The farewell is what the program is told at the end.
  ExternalPlayer(ExternalSetup setup, std::string_view farewell) : setup_(std::move(setup)), farewell_(farewell) {}
  ~ExternalPlayer() override { finish(); }

  std::optional<roster::Failure> finish() final;

  std::optional<std::chrono::nanoseconds> cpu_time() const final {
    return spent_ + (process_ ? process_->cpu_time() : std::chrono::nanoseconds(0));
  }

  // The engine's own process, or -1 while none runs.
  pid_t process() const { return process_ ? process_->process() : -1; }

 protected:
  void new_game(std::uint64_t seed) final;
  MaybeFailure prepare(const roster::Game& game, StopToken stop) final;
  roster::Chosen choose(const roster::Game& game, const Limits& limits, StopToken stop,
                        const roster::ChoiceSink& info) final;

  // The program was just started: greet it and set it up for this game.
  virtual MaybeFailure open(const roster::Game& game) = 0;
  // It has played before: set it up for another game. False: it has to be started anew.
  virtual tl::expected<bool, roster::Failure> reopen(const roster::Game& game) = 0;
  // Brings it to this position and reads its move.
  virtual roster::Chosen answer(const roster::Game& game, const Limits& limits, const roster::ChoiceSink& info) = 0;
  // How long it is left alone after an answer that took so long, before it is told anything.
  virtual std::chrono::nanoseconds rest_after(std::chrono::nanoseconds) const { return {}; }

  // For the above: all under the deadline and the stop token of the call that is under way.
  MaybeFailure send(std::string_view text) { return process_->send(text, deadline_, stop_); }
  tl::expected<std::string_view, roster::Failure> read_line();
  const ExternalSetup& setup() const { return setup_; }
  std::uint64_t seed() const { return seed_; }

 private:
  MaybeFailure get_ready(const roster::Game& game);
  // Sets the deadline, which with `waits` is put off by all that was waited for a processor since.
  void give(std::chrono::nanoseconds time, std::optional<Waits> waits = std::nullopt);
  void let_rest() const;
  void drop_process();

  ExternalSetup setup_;
  std::string farewell_;
  std::unique_ptr<ChildProcess> process_;
  std::chrono::nanoseconds spent_{};  // CPU time of the processes before this one
  std::uint64_t seed_ = 0;
  bool ready_ = false;  // for the game that is being played
  bool fresh_ = false;  // the process has not answered yet: it may still load what it needs
  bool late_ = false;   // it has answered too late, and may not be done with it
  Clock::time_point answered_{};
  std::chrono::nanoseconds thought_{};  // what that answer took
  MaybeFailure failure_;
  MaybeFailure bad_end_;                    // of a program that had to be replaced between games; finish() tells
  Clock::time_point deadline_{}, given_{};  // now, and without any delay
  std::optional<Waits> waits_;
  StopToken stop_;
};

}  // namespace tengen::protocol
