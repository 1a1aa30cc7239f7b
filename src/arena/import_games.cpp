// Games from elsewhere into a store that holds such games.

#include <SQLiteCpp/SQLiteCpp.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "arena/game_rows.hpp"
#include "core/hash.hpp"
#include "core/text.hpp"

namespace tengen::arena::rows {

namespace {

// The same for a game wherever it stands: all but its number and its pair, which change when games join others.
std::uint64_t identity(const records::Record& record) {
  const auto text = [](std::string_view s) { return std::hash<std::string_view>()(s); };
  return hash_words(text(record.start), text(joined(record.moves, " ")), text(record.players[0]),
                    text(record.players[1]), record.outcome, text(records::termination_text(record)),
                    text(record.event), record.seed.value_or(0), record.finished.value_or(0));
}

// How often each game is there.
Expected<std::unordered_map<std::uint64_t, int>> known_games(SQLite::Database& db, const TournamentSetup& setup) {
  std::unordered_map<std::uint64_t, int> known;
  Damage damage;
  each_game(db, setup, {.thoughts = false}, damage, [&known](const records::Record& game) {
    ++known[identity(game)];
    return true;
  });
  if (damage.any()) return damage.error();
  return known;
}

}  // namespace

Expected<std::size_t> import(SQLite::Database& db, TournamentSetup& setup,
                             const std::vector<records::Record>& records) {
  auto known = known_games(db, setup);
  if (!known) return known.error();
  std::unordered_map<std::string, int> ids;
  for (const Entrant& player : setup.players) ids.emplace(player.name, static_cast<int>(ids.size()));
  const auto id_of = [&](const std::string& name) {
    const auto [found, is_new] = ids.try_emplace(name, static_cast<int>(setup.players.size()));
    if (is_new) setup.players.push_back({name, "", {}});
    return found->second;
  };
  std::uint64_t next = as_unsigned(db.execAndGet("SELECT COALESCE(MAX(number), -1) + 1 FROM games").getInt64());
  // Numbers and pairs are kept while the store is empty; games that join others get fresh ones.
  const std::uint64_t shift = next + next % 2;
  // Beyond any sensible number, where sums would overflow, a number counts as absent.
  constexpr std::uint64_t most = std::uint64_t{1} << 60;
  const auto sensible = [](const std::optional<std::uint64_t>& n) { return n && *n < most; };
  for (const records::Record& record : records)
    if (sensible(record.number)) next = std::max(next, shift + *record.number + 1);
  GameWriter writer(db, setup);
  std::unordered_set<std::uint64_t> taken;
  std::size_t added = 0;
  for (records::Record game : records) {
    if (game.game != setup.game)
      return fail("a game of {} does not belong into a file of {}", in_quotes(game.game), setup.game);
    for (std::string& name : game.players) name = as_utf8(name);
    // Each game that is there answers for one of these; further copies were played again.
    if (const auto same = known->find(identity(game)); same != known->end() && same->second-- > 0) continue;
    std::uint64_t number = sensible(game.number) ? shift + *game.number : next++;
    if (!taken.insert(number).second) number = next++;
    game.number = number;
    game.pair = sensible(game.pair) ? std::optional(shift / 2 + *game.pair) : std::nullopt;
    game.ids = {id_of(game.players[0]), id_of(game.players[1])};
    writer.write(game);
    ++added;
  }
  writer.finish();
  write_setup(db, setup);
  return added;
}

}  // namespace tengen::arena::rows
