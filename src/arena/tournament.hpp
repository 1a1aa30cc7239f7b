#pragma once
// A tournament that can be played: who plays whom under which limits, from which openings. Whoever wants one, on the command
// line, in a file, on the page, from a database or in an experiment, makes it here.

#include <memory>
#include <string>

#include "arena/openings.hpp"
#include "arena/tournament_setup.hpp"
#include "roster/registry.hpp"

namespace tengen::arena {

struct Tournament : TournamentSetup {
  std::shared_ptr<const roster::Game> start;
  Openings openings;

  // As many as it has threads. But timed games share no core: more at once than there are cores would take time from one
  // another.
  int games_at_once() const;
};

// What is wrong with a setup, and with which part of it: "position", "openings", "players", "players[2]", …
struct SetupError : Error {
  std::string part;
};

// Checks all parts, and finds what follows from them: names that differ (namesakes get a number), the openings, what its
// players are made of, and whether the same seed gives the same games, since no limit is in time, nor do players keep time
// by themselves.
tl::expected<Tournament, SetupError> make_tournament(TournamentSetup setup, const roster::Registry& registry);

// Starts the programs outside once: one that refuses the board or the rule is told before anything is played. What crashes
// or hangs instead may do better next time, and is for the games to show.
Expected<void> try_players(const Tournament& tournament, const roster::Registry& registry, const StopToken& stop);

}  // namespace tengen::arena
