// The ladder's "strategy tendency": a score for how attacking a player is, over a fixed set of positions in which it is
// free to choose. The paper proposes it and has no figures.

#include <fmt/format.h>

#include <algorithm>

#include "experiments/attack.hpp"
#include "experiments/evolved.hpp"
#include "experiments/experiment.hpp"
#include "experiments/finding.hpp"
#include "experiments/thinking.hpp"
#include "roster/typed_game.hpp"

namespace tengen::experiments {

namespace {

using games::gomoku::SmallPosition;

const SmallPosition& position_of(const roster::Game& game) {
  return static_cast<const roster::TypedGame<SmallPosition>&>(game).position();
}

Expected<std::vector<std::unique_ptr<roster::Game>>> free_positions(Lab& lab, int wanted) {
  std::vector<std::unique_ptr<roster::Game>> all;
  for (const int plies : {5, 6, 9, 10, 13, 14}) {
    auto made = make_positions(lab, {"gomoku", "", "ladder/ai4", plies, 2 * wanted / 6 + 1});
    if (!made) return made;
    for (auto& game : *made)
      if (free_choice(position_of(*game))) all.push_back(std::move(game));
  }
  return all;
}

// The move chosen in a position, and its attack where it touches a stone.
struct Scored {
  roster::AnyMove move;
  std::optional<double> attack;
};
using Scores = std::vector<Scored>;  // by position

Expected<Scores> scores_of(Lab& lab, const std::string& spec,
                           const std::vector<std::unique_ptr<roster::Game>>& positions) {
  Scores scores;
  const auto player = lab.registry().make_player(spec, *positions.front());
  if (!player) return player.error();
  for (const auto& game : positions) {
    lab.show(spec, scores.size(), positions.size());
    (*player)->begin(*game, lab.plan().seed + scores.size(), lab.stop());
    const auto thought = think(**player, *game, lab.stop());
    if (!thought) return thought.error();
    const roster::AnyMove move = thought->move;
    scores.push_back({move, attack_share(position_of(*game), move.to<games::gomoku::Move>())});
  }
  return scores;
}

stats::Estimate mean_for(const Scores& scores, const std::vector<std::unique_ptr<roster::Game>>& positions,
                         std::optional<Side> side) {
  std::vector<double> values;
  for (std::size_t i = 0; i < scores.size(); ++i)
    if (scores[i].attack && (!side || positions[i]->side_to_move() == *side)) values.push_back(*scores[i].attack);
  stats::Estimate mean = mean_of(values);
  if (mean.low) mean = {mean.value, std::max(0.0, *mean.low), std::min(1.0, *mean.high)};
  return mean;
}

// Over the positions where both have a score: the pairs share all that a position brings along.
stats::Estimate change(const Scores& from, const Scores& to) {
  std::vector<double> differences;
  for (std::size_t i = 0; i < from.size(); ++i)
    if (from[i].attack && to[i].attack) differences.push_back(*to[i].attack - *from[i].attack);
  return mean_of(differences);
}

std::vector<std::pair<std::string, std::string>> players_of(const LabPlan& plan) {
  std::vector<std::pair<std::string, std::string>> players = {
      {"AI2", "ladder/ai2"},
      {"AI4", "ladder/ai4"},
      {"AI5", "ladder/ai5"},
      {"AI6", "ladder/ai6"},
      {"AI7", "ladder/ai7"},
      {"AI7, defence / 10000", "ladder/ai7:num3=0.004,num4=0.009"},
      {"AI8, 40 rounds", "ladder/ai8:preset=rounds40"},
      {"AI8, 120 rounds", "ladder/ai8:preset=rounds120"},
      {"AI10", "ladder/ai10"},
      {"AI11", "ladder/ai11"},
      {"AI12", "ladder/ai12"},
      {"AI13", "ladder/ai13"},
      {"pattern/alphabeta", "pattern/alphabeta"}};
  for (const EvolvedPlayer& evolved : evolved_players(plan)) players.emplace_back(evolved.name, evolved.spec);
  return players;
}

Finding change_finding(const std::map<std::string, Scores>& by_name, const std::string& from, const std::string& to,
                       const std::string& printed) {
  const Scores &before = by_name.at(from), &after = by_name.at(to);
  const stats::Estimate moved = change(before, after);
  std::size_t other_moves = 0;
  for (std::size_t i = 0; i < before.size(); ++i) other_moves += before[i].move != after[i].move ? 1 : 0;
  const bool more = moved.low && *moved.low > 0, less = moved.high && *moved.high < 0;
  const Agreement verdict = printed == "–" ? Agreement::not_comparable : more ? Agreement::agrees : Agreement::differs;
  return {fmt::format("{} → {}, change of attack", from, to),
          printed,
          points(moved),
          0,
          0,
          verdict,
          fmt::format("{} of {} moves are others{}", other_moves, before.size(),
                      more || less ? "" : "; no change beyond chance")};
}

}  // namespace

Findings run_style(Lab& lab) {
  const auto positions = free_positions(lab, static_cast<int>(lab.games(400, 60)));
  if (!positions) return positions.error();
  std::map<std::string, Scores> by_name;
  std::vector<std::string> order;  // most attacking first
  for (const auto& [name, spec] : players_of(lab.plan())) {
    auto scores = scores_of(lab, spec, *positions);
    if (!scores) return scores.error();
    by_name.emplace(name, std::move(*scores));
    order.push_back(name);
  }
  const auto mean = [&](const std::string& name, std::optional<Side> side) {
    return mean_for(by_name.at(name), *positions, side);
  };
  std::ranges::stable_sort(order, std::greater{}, [&](const std::string& name) { return mean(name, {}).value; });

  document::Table table{
      "Share of attack in a move's worth, mean over the positions", {"player", "all", "as Black", "as White"}, {}};
  document::DotPlot plot{"Attack in percent", "percent", {}, 50.0};
  for (const std::string& name : order) {
    table.rows.push_back(
        {name, percent(mean(name, {})), percent(mean(name, Side::first)), percent(mean(name, Side::second))});
    const stats::Estimate all = in_percent(mean(name, {}));
    plot.rows.push_back({name, all.value, all.low, all.high});
  }

  // The first is a control: numbers that must attack more, whatever else they do.
  std::vector<Finding> findings = {change_finding(by_name, "AI7", "AI7, defence / 10000", "–"),
                                   change_finding(by_name, "AI7", "AI8, 40 rounds", "–"),
                                   change_finding(by_name, "AI7", "AI8, 120 rounds", "–")};
  for (const EvolvedPlayer& evolved : evolved_players(lab.plan()))
    findings.push_back(change_finding(by_name, evolved.original, evolved.name, evolved.printed));
  return std::vector<document::Block>{
      document::Words{
          fmt::format("{} positions of AI4 against itself in which the side to move is free: nobody has a four and "
                      "the opponent no three. A move's attack is what it adds to own windows of five, its defence "
                      "what it takes from the opponent's; a window counts eight times one with a stone fewer. 100% "
                      "is pure attack, 0% pure defence.",
                      positions->size())},
      table, plot, table_of("Evolved against original, on the same positions", findings, lab.plan().seed)};
}

}  // namespace tengen::experiments
