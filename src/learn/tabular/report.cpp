#include "learn/tabular/report.hpp"

namespace tengen::learn {

namespace {

std::optional<stats::Interval> interval_of(const TableTrial& trial) {
  const stats::WinDrawLoss total = trial.total();
  return stats::wilson_interval(static_cast<double>(total.wins) + static_cast<double>(total.draws) / 2, total.games(),
                                total.games());
}

std::string percent(double share) { return fmt::format("{:.1f}%", 100 * share); }

document::ChartPoint score_point(const CurvePoint& point) {
  document::ChartPoint at{static_cast<double>(point.games), 100 * point.trial.score(), {}, {}};
  if (const auto interval = interval_of(point.trial)) {
    at.low = 100 * interval->low;
    at.high = 100 * interval->high;
  }
  return at;
}

document::Chart chart(std::string title, std::string y_label, std::optional<double> level = {}) {
  document::Chart c;
  c.title = std::move(title);
  c.x_label = "games of training";
  c.y_label = std::move(y_label);
  c.level = level;
  return c;
}

document::Table settings_table(const TabularPlan& plan) {
  document::Table table{"Settings", {"setting", "value", "meaning"}, {}};
  for (const Setting& s : TabularSettings::declared())
    table.rows.push_back({s.name, plan.settings.text(s.name), s.help});
  return table;
}

document::Table outcome_table(const TabularResult& result, const TableTrial& trial) {
  const engines::ValueTable& table = result.learner->table();
  const auto [wins, draws, losses] = trial.total();
  document::Table out{"Result", {"figure", "value"}, {}};
  const auto add = [&out](std::string name, std::string value) {
    out.rows.push_back({std::move(name), std::move(value)});
  };
  add("games of training", fmt::format("{}", result.games));
  add("entries", fmt::format("{}", table.size()));
  if (table.size() > 0)
    add("memory an entry",
        fmt::format("{:.1f} bytes", static_cast<double>(table.bytes()) / static_cast<double>(table.size())));
  add("games against random", fmt::format("{}: {} won, {} drawn, {} lost", trial.total().games(), wins, draws, losses));
  add("win rate", percent(trial.win_rate()));
  add("score, draws as half", score_in_words(trial));
  add("decisions that the table knew", percent(trial.hit_rate()));
  add("pairs of state and legal move that it knew", percent(trial.pair_hit_rate()));
  return out;
}

}  // namespace

std::string score_in_words(const TableTrial& trial) {
  const auto interval = interval_of(trial);
  if (!interval) return percent(trial.score());
  return fmt::format("{} [{}, {}]", percent(trial.score()), percent(interval->low), percent(interval->high));
}

document::Section learning_section(const TabularPlan& plan, const TabularResult& result, const TableTrial& trial) {
  document::Series score{"score", {}}, hits{"decisions known", {}}, pairs{"pairs known", {}}, entries{"entries", {}};
  for (const CurvePoint& point : result.curve) {
    const auto games = static_cast<double>(point.games);
    score.points.push_back(score_point(point));
    hits.points.push_back({games, 100 * point.trial.hit_rate(), {}, {}});
    pairs.points.push_back({games, 100 * point.trial.pair_hit_rate(), {}, {}});
    entries.points.push_back({games, static_cast<double>(point.entries) / 1e6, {}, {}});
  }
  document::Chart strength = chart("Score against the random player", "percent", 50);
  strength.series = {std::move(score)};
  document::Chart known = chart("What the table knew in those games", "percent");
  known.series = {std::move(hits), std::move(pairs)};
  document::Chart size = chart("Size of the table", "million entries");
  size.series = {std::move(entries)};
  const std::string method(name_of(plan.method));
  return {method,
          fmt::format("{} on {}, {} games", plan.method == LearningMethod::q ? "Q-learning" : "Sarsa", plan.game,
                      result.games),
          {outcome_table(result, trial), std::move(strength), std::move(known), std::move(size), settings_table(plan)}};
}

}  // namespace tengen::learn
