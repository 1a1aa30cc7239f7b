// Games from elsewhere into a store that holds such games.

#include <SQLiteCpp/SQLiteCpp.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "arena/game_rows.hpp"
#include "arena/store_rows.hpp"
#include "core/hash.hpp"
#include "core/text.hpp"

namespace tengen::rows {

namespace {

// The same for a game wherever it stands: all but its number and its pair, which change when games join others.
std::uint64_t identity(const Record& record) {
  const auto text = [](std::string_view s) { return std::hash<std::string_view>()(s); };
  return hash_words(text(record.start), text(joined(record.moves, " ")), text(record.players[0]),
                    text(record.players[1]), record.outcome, text(termination_text(record)), text(record.event),
                    record.seed.value_or(0), record.finished.value_or(0));
}

// How often each game is there.
Expected<std::unordered_map<std::uint64_t, int>> known_games(SQLite::Database& db, const StoreSetup& setup) {
  std::unordered_map<std::uint64_t, int> known;
  Damage damage;
  each_game(db, setup, {.thoughts = false}, damage, [&known](const StoredGame& game) {
    ++known[identity(game.record)];
    return true;
  });
  if (damage.any()) return damage.error();
  return known;
}

}  // namespace

Expected<std::size_t> import(SQLite::Database& db, StoreSetup& setup, const std::vector<Record>& records) {
  auto known = known_games(db, setup);
  if (!known) return known.error();
  const std::size_t known_players = setup.players.size();
  std::unordered_map<std::string, int> ids;
  for (std::size_t i = 0; i < known_players; ++i) ids.emplace(setup.players[i].name, static_cast<int>(i));
  const auto id_of = [&](const std::string& name) {
    const auto [found, is_new] = ids.try_emplace(name, static_cast<int>(setup.players.size()));
    if (is_new) setup.players.push_back({name, "", ""});
    return found->second;
  };
  std::uint64_t next = as_unsigned(db.execAndGet("SELECT COALESCE(MAX(number), -1) + 1 FROM games").getInt64());
  // Numbers and pairs are kept while the store is empty; games that join others get fresh ones.
  const std::uint64_t shift = next + next % 2;
  // Beyond any sensible number, where sums would overflow, a number counts as absent.
  constexpr std::uint64_t most = std::uint64_t{1} << 60;
  const auto sensible = [](const std::optional<std::uint64_t>& n) { return n && *n < most; };
  for (const Record& record : records)
    if (sensible(record.number)) next = std::max(next, shift + *record.number + 1);
  GameWriter writer(db, setup);
  std::unordered_set<std::uint64_t> taken;
  std::size_t added = 0;
  for (const Record& record : records) {
    if (record.game != setup.decides["game"])
      return fail("a game of {} does not belong into a file of {}", in_quotes(record.game), setup.decides["game"]);
    // Each game that is there answers for one of these; further copies were played again.
    if (const auto same = known->find(identity(record)); same != known->end() && same->second-- > 0) continue;
    std::uint64_t number = sensible(record.number) ? shift + *record.number : next++;
    if (!taken.insert(number).second) number = next++;
    StoredGame game{record, {id_of(record.players[0]), id_of(record.players[1])}};
    game.record.number = number;
    game.record.pair.reset();
    if (sensible(record.pair)) game.record.pair = shift / 2 + *record.pair;
    writer.write(game);
    ++added;
  }
  writer.finish();
  write_players(db, setup, known_players);
  return added;
}

}  // namespace tengen::rows
