#pragma once
// A tournament as one asks for it and as it is kept beside its games: values alone, which can be written and read.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/schedule.hpp"
#include "core/limits.hpp"
#include "roster/ingredients.hpp"
#include "stats/sprt.hpp"

namespace tengen::arena {

struct Entrant {
  std::string name;  // different from all others
  std::string spec;  // empty where it played elsewhere
  Limits limits;
  std::vector<roster::Ingredient> ingredients = {};
};

struct TournamentSetup {
  std::string title;
  TournamentKind kind = TournamentKind::match;
  bool imported = false;  // games from elsewhere: it has a game and the names of players, and nothing to go on with
  std::string game;
  std::string position;  // that all games begin from; empty: the game's own start
  std::vector<Entrant> players;
  std::uint64_t games_per_pair = 2;
  std::string openings_spec = "none";
  std::string openings_identity = "none";  // of what the spec means; see Openings
  std::uint64_t seed = 1;
  int threads = 1;
  std::chrono::nanoseconds grace = std::chrono::milliseconds(100);  // how much later than its time a move may come
  int withdraw_after = 3;                                           // failures in a row; 0: never
  std::optional<stats::SprtTest> sprt;                              // of a match: ends it as soon as the test does
  bool repeatable = true;                                           // no player depends on time
  std::string version;                                              // of the program that plays

  Schedule schedule() const { return {kind, static_cast<int>(players.size()), games_per_pair}; }
};

// Of games that were played elsewhere.
TournamentSetup imported_setup(std::string_view game);
std::string kind_text(const TournamentSetup& setup);
// As it was given; nothing for a player from elsewhere, whose limits nobody knows.
std::string limits_text(const TournamentSetup& setup, const Entrant& player);

// What keeps games of both from belonging together, "key is theirs there and ours here"; empty where nothing does. Titles,
// threads and, but for a knockout, the number of games may differ.
std::string difference(const TournamentSetup& stored, const TournamentSetup& wanted);

// One line of JSON, and back. Throws where a text in it is no UTF-8.
std::string to_json_text(const TournamentSetup& setup);
Expected<TournamentSetup> setup_from_json(std::string_view text);
// The same text with a sign for each byte that is no UTF-8.
std::string as_utf8(std::string_view text);

// A grace as one types it, "100ms"; unlike other times it may be "0".
std::string grace_text(std::chrono::nanoseconds grace);
Expected<std::chrono::nanoseconds> grace_from(std::string_view text);

}  // namespace tengen::arena
