#include "arena/game_summary.hpp"

#include <unordered_set>

#include "core/hash.hpp"

namespace tengen::arena {

namespace {

// Over the moves with a space between each two.
std::uint64_t fingerprint(const records::Record& game, records::Termination termination) {
  std::uint64_t h = game.moves.empty() ? 0 : game.moves.size() - 1;
  for (const std::string& move : game.moves) h += move.size();
  const auto add = [&h](char c) { h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL; };
  for (const std::string& move : game.moves) {
    if (&move != &game.moves.front()) add(' ');
    for (const char c : move) add(c);
  }
  return hash_words(h, game.outcome, termination);
}

}  // namespace

GameSummary summary_of(const records::Record& game) {
  constexpr std::uint64_t alone = std::uint64_t{1} << 63;  // a game that belongs to no pair is one of its own
  // Games from elsewhere may not say how they ended.
  const records::Termination termination =
      game.termination.value_or(game.outcome == Outcome::draw ? records::Termination::draw : records::Termination::win);
  return {*game.number,
          game.pair.value_or(alone + *game.number),
          fingerprint(game, termination),
          game.finished.value_or(0),
          {game.ids[0], game.ids[1]},
          game.outcome,
          termination,
          game.cpu};
}

std::vector<stats::Pairing> pairings_of(std::span<const GameSummary> games) {
  std::vector<stats::GameResult> results;
  results.reserve(games.size());
  for (const GameSummary& g : games) results.push_back({g.pair, g.print, g.players[0], g.players[1], g.outcome});
  return stats::make_pairings(results);
}

std::uint64_t count_distinct(std::span<const GameSummary> games) {
  std::unordered_set<std::uint64_t> prints;
  prints.reserve(games.size());
  for (const GameSummary& game : games) prints.insert(game.print);
  return prints.size();
}

}  // namespace tengen::arena
