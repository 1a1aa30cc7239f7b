#pragma once
// An engine of the Go Text Protocol as a player of Othello, Connect Four or Gomoku.

#include <set>

#include "protocol/external_player.hpp"
#include "protocol/gtp.hpp"
#include "roster/registry.hpp"

namespace tengen::protocol::gtp {

// Beyond the standard commands, these are used with engines that list them (ours does):
//   tengen-position TEXT        a position in our own notation (docs/notation.md), a blocked cell written %
//   tengen-blocked VERTEX       Connect Four's blocked cell, after boardsize
//   tengen-rule NAME            Gomoku's rule: freestyle, standard, renju
//   tengen-limits nodes=N depth=N    "none" for no limit but time
class GtpPlayer final : public ExternalPlayer {
 public:
  explicit GtpPlayer(ExternalSetup setup) : ExternalPlayer(std::move(setup), "quit\n") {}

 private:
  MaybeFailure open(const roster::Game& game) override;
  tl::expected<bool, roster::Failure> reopen(const roster::Game& game) override;
  roster::Chosen answer(const roster::Game& game, const Limits& limits, const roster::ChoiceSink& info) override;

  // The text of a response; ok is false for an answer that begins with a question mark.
  struct Response {
    bool ok = false;
    std::string text;
  };
  tl::expected<Response, roster::Failure> command(std::string_view line);
  // The same for commands that must not be refused.
  MaybeFailure order(std::string_view line);

  MaybeFailure set_up(const roster::Game& start);
  MaybeFailure follow(const roster::Game& game);
  MaybeFailure tell_limits(const Limits& limits, Side side);

  std::set<std::string, std::less<>> commands_;
  std::string start_;                   // the start that the engine was set up with, as text
  std::vector<roster::AnyMove> moves_;  // what it has played from there
  std::string limits_;                  // what it was told last
};

roster::PlayerKind engine_kind();

}  // namespace tengen::protocol::gtp
