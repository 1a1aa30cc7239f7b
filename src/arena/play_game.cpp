#include "arena/play_game.hpp"

#include <exception>

namespace tengen {

namespace {

// A player of ours that runs out of memory or throws for another reason loses its game, not the whole match.
Chosen ask(Player& player, const Game& game, const Limits& limits, const StopToken& stop) {
  try {
    return player.choose(game, limits, stop, {});
  } catch (const std::exception& e) {
    return tl::unexpected(Failure{Fault::error, e.what()});
  }
}

}  // namespace

std::optional<PlayedGame> play_game(Game& game, const std::array<Player*, 2>& by_turn, const Limits& limits,
                                    const StopToken& stop) {
  PlayedGame result;
  const auto forfeit = [&](Termination termination, std::string detail) {
    result.outcome = win_for(other(game.side_to_move()));
    result.termination = termination;
    result.detail = std::move(detail);
  };
  while (game.outcome() == Outcome::ongoing) {
    if (stop.stop_requested()) return std::nullopt;
    Player& player = *by_turn[static_cast<std::size_t>(game.side_to_move())];
    const auto choice = ask(player, game, limits, stop);
    if (stop.stop_requested()) return std::nullopt;  // a choice made in haste does not count
    if (!choice) {
      forfeit(Termination::player_error, choice.error().message);
      break;
    }
    if (!game.is_legal(choice->move)) {
      forfeit(Termination::illegal_move, fmt::format("chose an illegal move ({:#x})", choice->move.bits));
      break;
    }
    game.play(choice->move);
  }
  if (result.outcome == Outcome::ongoing) {
    result.outcome = game.outcome();
    result.termination = result.outcome == Outcome::draw ? Termination::draw : Termination::win;
  }
  for (const std::string& move : game.move_names()) {
    if (!result.moves.empty()) result.moves += ' ';
    result.moves += move;
  }
  return result;
}

}  // namespace tengen
