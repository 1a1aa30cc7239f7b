#pragma once
// A brain of the Gomocup protocol as a player.

#include "protocol/external_player.hpp"
#include "protocol/gomocup.hpp"
#include "roster/registry.hpp"
#include "roster/typed_game.hpp"

namespace tengen::protocol::gomocup {

struct BrainSetup {
  ExternalSetup external;
  std::string folder;  // for the brain's own files; empty: none is named
  bool crlf = false;   // end lines as Windows does
};

template <class P>
class BrainPlayer final : public ExternalPlayer {
 public:
  explicit BrainPlayer(BrainSetup setup)
      : ExternalPlayer(setup.external, setup.crlf ? "END\r\n" : "END\n"), brain_(std::move(setup)) {}

 private:
  using Move = games::gomoku::Move;

  MaybeFailure open(const roster::Game& game) override;
  tl::expected<bool, roster::Failure> reopen(const roster::Game& game) override;
  roster::Chosen answer(const roster::Game& game, const Limits& limits, const roster::ChoiceSink& info) override;

  void add_line(std::string_view line);
  void add_info(std::string_view key, std::int64_t value, std::optional<std::int64_t>& sent);
  void add_infos(const P& position, const Limits& limits);
  // The whole position and the request for a move: BEGIN, or BOARD with all stones.
  void add_board(const roster::Game& game, const P& position);
  // Whether a complaint names something of the question that waits for a move.
  bool is_about_question(std::string_view complaint) const;
  MaybeFailure flush();
  // Waits for OK; false when the brain declines (ERROR, UNKNOWN).
  tl::expected<bool, roster::Failure> accepted();

  // What brings the brain to this position, added to what is to be sent.
  MaybeFailure add_position(const roster::Game& game, const P& position);
  // Takes moves back until one more leads to the position; false when that is not the way.
  tl::expected<bool, roster::Failure> take_back(const roster::Game& game, const P& position);
  roster::Chosen read_move(const roster::Game& game, const P& position, const roster::ChoiceSink& info);
  std::chrono::nanoseconds rest_after(std::chrono::nanoseconds thought) const override;

  BrainSetup brain_;
  std::string out_;
  std::string question_;  // what was sent last to get a move
  bool loses_ = false;    // it has lost a command, and gets more time between them
  // What the brain has on its board: the position after its last move, and the way there.
  P known_;
  P start_;
  std::vector<roster::AnyMove> moves_;
  // The last value of each INFO, so that only news are sent.
  std::optional<std::int64_t> turn_, match_, memory_, type_, rule_, depth_, nodes_;
};

roster::PlayerKind brain_kind();

}  // namespace tengen::protocol::gomocup
