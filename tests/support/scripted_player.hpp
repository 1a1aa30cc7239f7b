#pragma once
// A player that does what a test tells it to, and counts what it is asked.

#include <atomic>
#include <memory>
#include <semaphore>
#include <stdexcept>

#include "roster/registry.hpp"
#include "support/start_of.hpp"

namespace tengen {

enum class Behaviour { first_move, throws, throws_at_start, throws_getting_ready, waits_getting_ready, cheats };

struct Calls {
  std::atomic<int> made = 0, new_games = 0, prepared = 0, chosen = 0;
  std::binary_semaphore may_get_ready{0};  // for the behaviour that waits
  Limits limits{};                         // of the last question
};

class ScriptedPlayer final : public roster::Player {
 public:
  explicit ScriptedPlayer(Behaviour behaviour, std::shared_ptr<Calls> calls = std::make_shared<Calls>())
      : behaviour_(behaviour), calls_(std::move(calls)) {
    ++calls_->made;
  }

 protected:
  void new_game(std::uint64_t) override {
    ++calls_->new_games;
    ready_ = false;
    if (behaviour_ == Behaviour::throws_at_start) throw std::runtime_error("cannot begin");
  }
  std::optional<roster::Failure> prepare(const roster::Game&, StopToken) override {
    ++calls_->prepared;
    if (behaviour_ == Behaviour::throws_getting_ready) throw std::runtime_error("no memory");
    if (behaviour_ == Behaviour::waits_getting_ready)
      static_cast<void>(calls_->may_get_ready.try_acquire_for(std::chrono::minutes(1)));  // a failed test ends, too
    ready_ = true;
    return std::nullopt;
  }
  roster::Chosen choose(const roster::Game& game, const Limits& limits, StopToken,
                        const roster::ChoiceSink& info) override {
    calls_->limits = limits;
    ++calls_->chosen;
    if (!ready_) throw std::runtime_error("was not prepared");
    if (behaviour_ == Behaviour::throws) throw std::runtime_error("out of order");
    roster::Choice choice{behaviour_ == Behaviour::cheats ? roster::AnyMove{0xdeadbeef} : game.legal_moves().front()};
    if (info) info(choice);
    return choice;
  }

 private:
  Behaviour behaviour_;
  std::shared_ptr<Calls> calls_;
  bool ready_ = false;
};

// Our players, and one of the name "scripted" for this game.
inline roster::Registry with_scripted_player(roster::Registry registry, const std::string& game, Behaviour behaviour,
                                             const std::shared_ptr<Calls>& calls = std::make_shared<Calls>()) {
  roster::PlayerKind kind;
  kind.info.name = "scripted";
  kind.info.settings = {Setting::flag("ponder", false, "says that it goes on thinking")};
  kind.games = {game};
  kind.make[start_of(game)->position_type()] = [=](const Values&) -> Expected<std::unique_ptr<roster::Player>> {
    return std::make_unique<ScriptedPlayer>(behaviour, calls);
  };
  registry.add_player(std::move(kind));
  return registry;
}

}  // namespace tengen
