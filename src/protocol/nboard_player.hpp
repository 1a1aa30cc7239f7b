#pragma once
// An engine of the NBoard protocol, version 2, as a player of Othello.

#include "protocol/external_player.hpp"
#include "roster/registry.hpp"

namespace tengen::nboard {

// The protocol has one limit, `set depth`; time goes out as the clocks of the game that is set.
class NBoardPlayer final : public ExternalPlayer {
 public:
  // `depth`: 0 for what the match says.
  NBoardPlayer(ExternalSetup setup, int depth) : ExternalPlayer(std::move(setup), "quit\n"), depth_(depth) {}

 private:
  MaybeFailure open(const Game& game) override;
  tl::expected<bool, Failure> reopen(const Game& game) override;
  Chosen answer(const Game& game, const Limits& limits, const ChoiceSink& info) override;

  // Sends the text and waits until the engine has taken notice of it: whatever it said before is not about what follows.
  MaybeFailure tell(std::string text);
  // What must be said so that the engine stands where the game does.
  std::string follow(const Game& game, const Limits& limits);
  std::string depth_order(const Limits& limits);
  Chosen read_answer(const Game& game, const ChoiceSink& info);

  int depth_;
  int told_depth_ = 0;
  std::string start_;           // the start of the game it was told, as text; empty before
  std::vector<AnyMove> moves_;  // and the moves
  long pings_ = 0;
};

PlayerKind engine_kind();

}  // namespace tengen::nboard
