#pragma once
// What the games of a tournament say, computed from their rows and nothing else; as text for a terminal and as JSON.

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "arena/game_store.hpp"
#include "roster/registry.hpp"
#include "stats/crosstable.hpp"
#include "stats/ratings.hpp"

namespace tengen::arena {

// One player's games in all.
struct PlayerTotal {
  std::array<stats::WinDrawLoss, 2> by_side;              // moving first, moving second
  std::map<records::Termination, std::uint64_t> lost_by;  // how its lost games ended
  std::uint64_t drawn = 0;
  std::int64_t cpu_micros = 0;  // over the games in which it was measured
  std::uint64_t cpu_games = 0;
  std::optional<std::string> withdrawn;  // why

  stats::WinDrawLoss all() const;
  double points() const;
  std::optional<double> cpu_seconds() const;  // nothing where it was never measured
};

struct Report {
  TournamentSetup setup;
  const roster::GameKind* game = nullptr;
  std::vector<GameSummary> games;  // those that count, by number
  std::vector<Incident> incidents;
  std::vector<records::Record> failures;  // the first game that each player lost in each way that needs a word

  std::uint64_t planned = 0;
  std::uint64_t distinct_games = 0;
  std::uint64_t by_play = 0;        // decided on the board, not by a clock or a failing program
  std::uint64_t left_out = 0;       // games in the store beyond the number asked for now
  std::vector<PlayerTotal> totals;  // by player
  std::vector<int> order;           // players, best first
  std::vector<stats::Pairing> pairings;
  stats::RatingList ratings;  // empty for a match of two
  std::optional<stats::SprtResult> sprt;
  std::vector<std::vector<KnockoutMatch>> bracket;
  std::vector<std::string> warnings;
};

// Of a store, or of a run without one.
Expected<Report> make_report(const GameStore& store, const roster::Registry& registry);
Report make_report(TournamentSetup setup, const roster::GameKind& game, std::vector<GameSummary> games,
                   std::vector<Incident> incidents, std::vector<records::Record> failures);

std::string left_out_words(const Report& report);

// At most 100 columns wide.
std::string to_text(const Report& report);
nlohmann::ordered_json to_json(const Report& report);
// One game for the HTML report (docs/report.md). `played` stands at its last move; `start` is what most games begin from.
nlohmann::ordered_json game_for_report(const records::Record& record, const roster::Game& played,
                                       std::string_view start);

}  // namespace tengen::arena
