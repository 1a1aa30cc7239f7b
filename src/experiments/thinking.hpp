#pragma once
// Players asked for single moves, outside of any match, with what it cost.

#include <memory>
#include <string>
#include <vector>

#include "experiments/estimates.hpp"
#include "experiments/lab.hpp"

namespace tengen::experiments {

// One move of a game that was begun. Fails with the player's own words.
Expected<roster::Choice> think(roster::Player& player, const roster::Game& game, const StopToken& stop);
double cpu_seconds(const roster::Choice& choice);

// `count` positions after `plies` moves of games that `maker` plays against itself, with seeds from the lab's. Games that
// end before are left out and replaced.
struct PositionPlan {
  std::string game;
  std::string position;  // to start from
  std::string maker;
  int plies = 10;
  int count = 10;
};
Expected<std::vector<std::unique_ptr<roster::Game>>> make_positions(const Lab& lab, const PositionPlan& plan);

}  // namespace tengen::experiments
