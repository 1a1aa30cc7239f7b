#pragma once
// An engine of the NBoard protocol, version 2, as a player of Othello.

#include "protocol/external_player.hpp"
#include "roster/registry.hpp"

namespace tengen::protocol::nboard {

// The protocol has one limit, `set depth`; time goes out as the clocks of the game that is set.
class NBoardPlayer final : public ExternalPlayer {
 public:
  // `depth`: 0 for what the match says.
  NBoardPlayer(ExternalSetup setup, int depth) : ExternalPlayer(std::move(setup), "quit\n"), depth_(depth) {}

 private:
  MaybeFailure open(const roster::Game& game) override;
  tl::expected<bool, roster::Failure> reopen(const roster::Game& game) override;
  roster::Chosen answer(const roster::Game& game, const Limits& limits, const roster::ChoiceSink& info) override;

  // Sends the text and waits until the engine has taken notice of it: whatever it said before is not about what follows.
  MaybeFailure tell(std::string text);
  // What must be said so that the engine stands where the game does.
  std::string follow(const roster::Game& game, const Limits& limits);
  std::string depth_order(const Limits& limits);
  roster::Chosen read_answer(const roster::Game& game, const roster::ChoiceSink& info);

  int depth_;
  int told_depth_ = 0;
  std::string start_;                   // the start of the game it was told, as text; empty before
  std::vector<roster::AnyMove> moves_;  // and the moves
  long pings_ = 0;
};

roster::PlayerKind engine_kind();

}  // namespace tengen::protocol::nboard
