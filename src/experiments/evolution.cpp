// The ladder's table 3 and section 4.4: AI7's numbers evolved for Black and White apart, and what that gains. Then what the
// paper suspects: that the gain is against the training opponent only.

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "core/file.hpp"
#include "experiments/evolved.hpp"
#include "experiments/experiment.hpp"
#include "experiments/finding.hpp"
#include "learn/tune/run.hpp"

namespace tengen::experiments {

namespace {

namespace fs = std::filesystem;

constexpr const char* opponent = "ladder/ai4";
const std::vector<std::pair<std::string, std::string>> unseen = {{"AI5", "ladder/ai5"}, {"AI7", "ladder/ai7"}};

std::string evolved_path(const LabPlan& plan) {
  return (fs::path(plan.folder) / "evolution" / "evolved.json").string();
}

const char* name_of(Side side) { return side == Side::first ? "Black" : "White"; }

// "black1=30.5,black2=…" for a point of a search.
std::string numbers(const std::vector<learn::tune::Parameter>& parameters, const learn::tune::Point& point) {
  std::string text;
  for (std::size_t i = 0; i < point.size(); ++i)
    text += fmt::format("{}{}={}", i == 0 ? "" : ",", parameters[i].name, point[i]);
  return text;
}

Expected<learn::tune::TuneResult> evolve(Lab& lab, const learn::tune::TuneSetup& setup, const std::string& name) {
  const std::string folder = (fs::path(lab.plan().folder) / "evolution" / name).string();
  auto result = learn::tune::run_tune(
      setup, lab.registry(),
      {folder, [&](const learn::tune::TuneProgress& now) { lab.show(name, now.games, now.planned); }}, lab.stop());
  if (result && result->interrupted) return Lab::stopped();
  return result;
}

// Wins of a player with one colour, in games that had no part in evolving it.
Expected<std::pair<stats::Estimate, MatchResult>> wins_of(Lab& lab, const std::string& store, const std::string& spec,
                                                          const std::string& against, Side side) {
  auto result = lab.match(
      {fmt::format("evolution-{}", store), "gomoku", "", spec, against, 2 * lab.games(2000, 200), "none", {}});
  if (!result) return result.error();
  const auto games = result->pairing.games_of_a(side);
  const auto share = share_of(games.wins, games.games(), result->pairing.distinct_games[side == Side::first ? 0 : 1]);
  return std::pair(share, std::move(*result));
}

document::Chart path_chart(const learn::tune::TuneResult& result, Side side) {
  document::Chart chart{fmt::format("Numbers of {} as a multiple of where they began", name_of(side)),
                        "round",
                        "value / start",
                        {},
                        false,
                        false,
                        1.0};
  for (std::size_t i = 0; i < result.parameters.size(); ++i) {
    document::Series series{result.parameters[i].name, {{0, 1, {}, {}}}, true, false};
    for (std::size_t g = 0; g < result.path.size(); ++g)
      series.points.push_back(
          {static_cast<double>(g + 1), result.path[g].standing.best[i] / result.parameters[i].start, {}, {}});
    chart.series.push_back(std::move(series));
  }
  return chart;
}

Finding gain_finding(const std::string& what, const stats::Estimate& before, const stats::Estimate& after,
                     std::uint64_t games, std::uint64_t distinct, bool in_the_paper) {
  const stats::Estimate gain = stats::difference_of(after, before);
  Finding finding{what,
                  in_the_paper ? "+5 to +10 points" : "–",
                  fmt::format("{} (from {} to {})", points(gain), percent(before), percent(after)),
                  games,
                  distinct,
                  Agreement::not_comparable,
                  in_the_paper ? "" : "not in the paper"};
  if (!in_the_paper || !gain.low || !gain.high) return finding;
  finding.verdict = *gain.high >= 0.05 && *gain.low <= 0.10 ? Agreement::agrees : Agreement::differs;
  return finding;
}

struct Colour {
  Side side;
  learn::tune::TuneResult result;
};

// The rounds that are looked at: the paper's 40 and 120, or what a quick run has.
std::vector<std::size_t> milestones(const Lab& lab) {
  return lab.plan().quick ? std::vector<std::size_t>{10} : std::vector<std::size_t>{40, 120};
}

std::string spec_after(const learn::tune::TuneResult& result, std::size_t rounds) {
  return "ladder/ai8:preset=rounds0," + numbers(result.parameters, result.path[rounds - 1].standing.best);
}

Expected<std::vector<Finding>> gains(Lab& lab, const Colour& colour) {
  const std::string key = colour.side == Side::first ? "black" : "white";
  std::vector<Finding> findings;
  const auto add = [&](const std::string& label, const std::string& store, const std::string& spec,
                       const std::string& against_name, const std::string& against, bool paper) -> Expected<void> {
    const auto before =
        wins_of(lab, fmt::format("ai7-{}", against_name), "ladder/ai8:preset=rounds0", against, colour.side);
    if (!before) return before.error();
    const auto after = wins_of(lab, fmt::format("{}-{}", store, against_name), spec, against, colour.side);
    if (!after) return after.error();
    findings.push_back(gain_finding(fmt::format("{}, as {} against {}", label, name_of(colour.side), against_name),
                                    before->first, after->first, after->second.games.size() / 2,
                                    after->second.pairing.distinct_games[colour.side == Side::first ? 0 : 1], paper));
    return {};
  };
  std::vector<std::pair<std::string, std::string>> all = {{"AI4", opponent}};
  all.insert(all.end(), unseen.begin(), unseen.end());
  for (const auto& [name, spec] : all) {
    const bool trained = spec == opponent;
    for (const std::size_t rounds : milestones(lab))
      if (auto done = add(fmt::format("ours after {} rounds against AI4", rounds), fmt::format("{}-{}", key, rounds),
                          spec_after(colour.result, rounds), name, spec, trained);
          !done)
        return done.error();
    for (const int rounds : {40, 120})
      if (auto done = add(fmt::format("the paper's numbers after {} rounds", rounds), fmt::format("paper-{}", rounds),
                          fmt::format("ladder/ai8:preset=rounds{}", rounds), name, spec, trained);
          !done)
        return done.error();
  }
  return findings;
}

}  // namespace

std::vector<EvolvedPlayer> evolved_players(const LabPlan& plan) {
  std::vector<EvolvedPlayer> players;
  const auto text = fs::exists(evolved_path(plan)) ? read_file(evolved_path(plan)) : Expected<std::string>("");
  const auto json = nlohmann::json::parse(text.value_or(""), nullptr, false);
  if (!json.is_array()) return players;
  for (const auto& p : json) players.push_back({p.at("name"), p.at("spec"), p.at("original"), p.at("printed")});
  return players;
}

Findings run_evolution(Lab& lab) {
  const std::size_t rounds = milestones(lab).back();
  std::vector<document::Block> blocks = {document::Words{
      fmt::format("AI7's six numbers evolved by the paper's genetic algorithm, for Black and White apart: five "
                  "individuals, 50 games "
                  "each a round against AI4, the best two stay, three are mutated from the best; {} rounds. The "
                  "paper does not name its "
                  "opponent. Afterwards before and after meet the opponent of the training and others that were "
                  "not trained against, "
                  "in fresh games; so do the paper's own numbers.",
                  rounds)}};
  std::vector<Finding> findings;
  std::string both = "ladder/ai8:preset=rounds0";
  document::Table table{"The numbers", {"", "rounds", "Num1", "Num2", "Num3", "Num4", "Num5", "Num6"}, {}};
  for (const Side side : {Side::first, Side::second}) {
    const auto setup =
        learn::tune::ladder_evolution({side, opponent, rounds, lab.plan().seed, lab.plan().threads}, lab.registry());
    if (!setup) return setup.error();
    auto result = evolve(lab, *setup, side == Side::first ? "ai8-black" : "ai8-white");
    if (!result) return result.error();
    const Colour colour{side, std::move(*result)};
    const auto row = [&](const std::string& label, std::size_t r, const learn::tune::Point& point) {
      table.rows.push_back({label, fmt::format("{}", r)});
      for (const double number : point) table.rows.back().push_back(fmt::format("{:.2f}", number));
    };
    row(name_of(side), 0, learn::tune::start_of(colour.result.parameters));
    for (const std::size_t r : milestones(lab)) row(name_of(side), r, colour.result.path[r - 1].standing.best);
    both += "," + numbers(colour.result.parameters, colour.result.path.back().standing.best);
    auto gained = gains(lab, colour);
    if (!gained) return gained.error();
    findings.insert(findings.end(), gained->begin(), gained->end());
    blocks.emplace_back(path_chart(colour.result, side));
  }
  nlohmann::json evolved = nlohmann::json::array();
  evolved.push_back({{"name", "AI8, ours"}, {"spec", both}, {"original", "AI7"}, {"printed", "–"}});
  if (const auto written = write_file(evolved_path(lab.plan()), evolved.dump(1) + "\n"); !written)
    return written.error();
  blocks.insert(blocks.begin() + 1, table_of("Change of wins", findings, lab.plan().seed));
  blocks.emplace_back(std::move(table));
  return blocks;
}

}  // namespace tengen::experiments
