// The Othello paper's section 4.1: tables learned against a random mover, how they play and how often they know a position.

#include <fmt/format.h>

#include <filesystem>

#include "experiments/experiment.hpp"
#include "experiments/finding.hpp"
#include "learn/tabular/report.hpp"

namespace tengen::experiments {

namespace {

struct Printed {
  learn::LearningMethod method;
  const char* name;
  double wins;
  std::uint64_t entries;
  double hits;
};
constexpr std::array<Printed, 2> printed = {{{learn::LearningMethod::q, "Q-learning", 0.68, 12'559'838, 0.27},
                                             {learn::LearningMethod::sarsa, "Sarsa", 0.69, 24'834'550, 0.43}}};
constexpr std::uint64_t printed_games = 100;

}  // namespace

Findings run_rl(Lab& lab) {
  const auto start = lab.start("othello");
  if (!start) return start.error();
  std::vector<Finding> findings;
  std::vector<document::Block> curves;
  const std::filesystem::path folder = std::filesystem::path(lab.plan().folder) / "rl";
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return fail("cannot make the folder {}: {}", folder.string(), error.message());
  for (const Printed& paper : printed) {
    learn::TabularPlan plan;
    plan.game = "othello";
    plan.method = paper.method;
    plan.file = (folder / (std::string(learn::name_of(paper.method)) + ".table")).string();
    plan.games = learn::paper_games(paper.method) / (lab.plan().quick ? 5 : 1);
    const auto result =
        learn::train_table(plan, **start, lab.learners(), lab.stop(),
                           [&](const learn::TabularProgress& now) { lab.show(paper.name, now.games, now.target); });
    if (!result) return result.error();
    if (result->games < plan.games) return Lab::stopped();
    const std::uint64_t games = lab.games(10'000, 2'000);
    const learn::TableTrial trial = result->learner->against_random(games, lab.plan().seed + 1);
    const stats::Estimate wins = share_of(trial.total().wins, games, games);
    const stats::Estimate hits = share_of(trial.known_decisions, trial.decisions, trial.decisions);
    const stats::Estimate pairs = share_of(trial.known_pairs, trial.pairs, trial.pairs);
    const std::string why = lab.plan().quick ? "a fifth of the paper's games of training" : "";
    const auto judged = [&](Agreement verdict) { return lab.plan().quick ? Agreement::not_comparable : verdict; };
    findings.push_back({fmt::format("{}: wins against random", paper.name), fmt::format("{:.0f}%", 100 * paper.wins),
                        percent(wins), games, games, judged(compare_shares(wins, paper.wins, printed_games)), why});
    const double entries = static_cast<double>(result->learner->table().size());
    const double apart = entries / static_cast<double>(paper.entries) - 1;
    findings.push_back({fmt::format("{}: entries in the table", paper.name), fmt::format("{}", paper.entries),
                        fmt::format("{:.0f} ({:+.1f}%)", entries, 100 * apart), plan.games, plan.games,
                        judged(std::abs(apart) < 0.05 ? Agreement::agrees : Agreement::differs), why});
    findings.push_back({fmt::format("{}: decisions that the table knows", paper.name),
                        fmt::format("{:.0f}%", 100 * paper.hits), percent(hits), games, games,
                        judged(compare_shares(hits, paper.hits, printed_games)), why});
    findings.push_back({fmt::format("{}: pairs of state and move that it knows", paper.name), "–", percent(pairs),
                        games, games, Agreement::not_comparable,
                        "another way to count hits; the paper does not say which it used"});
    const double untrained = result->curve.empty() ? 0.5 : result->curve.front().trial.score();
    curves.emplace_back(document::Words{fmt::format(
        "{}: a table that knows nothing scores {:.1f}% against random with draws as half, the trained one {:.1f}%. "
        "It knows the first moves of a game only: {:.0f}% of the decisions.",
        paper.name, 100 * untrained, 100 * trial.score(), 100 * trial.hit_rate())});
    const document::Section section = learn::learning_section(plan, *result, trial);
    curves.insert(curves.end(), section.blocks.begin(), section.blocks.end());
  }
  std::vector<document::Block> blocks = {
      document::Words{
          "Tables of values for pairs of position and move, learned in games against a random mover with the paper's "
          "settings (exploration 0.5, rate 0.8, discount 0.5, the evaluation after the opponent's reply as reward), "
          "then "
          "played against a random mover."},
      table_of("", findings, lab.plan().seed)};
  blocks.insert(blocks.end(), curves.begin(), curves.end());
  return blocks;
}

}  // namespace tengen::experiments
