#include "arena/played_game.hpp"

#include "core/hash.hpp"

namespace tengen {

Termination termination_of(Fault fault) {
  switch (fault) {
    case Fault::resign: return Termination::resign;
    case Fault::error: return Termination::player_error;
    case Fault::illegal_move: return Termination::illegal_move;
    case Fault::crash: return Termination::crash;
    case Fault::garbage: return Termination::garbage;
    case Fault::flood: return Termination::flood;
    case Fault::slow_start: return Termination::slow_start;
    case Fault::hang:
    case Fault::unstoppable: return Termination::hang;
  }
  return Termination::player_error;
}

std::uint64_t fingerprint(std::string_view moves, Outcome outcome, Termination termination) {
  std::uint64_t h = moves.size();
  for (const char c : moves) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return hash_words(h, outcome, termination);
}

GameSummary summary_of(const PlayedGame& game) {
  return {game.number,
          game.number / 2,
          fingerprint(game.moves, game.outcome, game.termination),
          game.finished,
          {game.players[0], game.players[1]},
          game.outcome,
          game.termination,
          game.cpu};
}

}  // namespace tengen
