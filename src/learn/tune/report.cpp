#include "learn/tune/report.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/file.hpp"
#include "core/limits_text.hpp"
#include "core/text.hpp"
#include "core/version.hpp"
#include "roster/params_file.hpp"

namespace tengen::learn::tune {

namespace {

std::string percent(double share) { return fmt::format("{:.1f}%", 100 * share); }

std::string score_text(const stats::MatchCounts& counts) {
  const auto score = stats::score(counts);
  if (!score) return "no games";
  const auto interval = stats::score_interval(counts);
  return interval ? fmt::format("{} [{}, {}]", percent(*score), percent(interval->low), percent(interval->high))
                  : fmt::format("{}, no interval", percent(*score));
}

std::string change_text(const AgainstOne& match) {
  const auto change = change_of(match);
  if (!change || !change->value) return "unknown";
  if (!change->low || !change->high) return fmt::format("{:+.1f}", 100 * *change->value);
  return fmt::format("{:+.1f} [{:+.1f}, {:+.1f}]", 100 * *change->value, 100 * *change->low, 100 * *change->high);
}

std::string number_text(double value, bool whole) {
  return whole ? fmt::format("{}", std::llround(value)) : fmt::format("{:.6g}", value);
}

std::string colour_words(const TuneSetup& s) {
  return s.colour == Colour::both ? "both colours" : fmt::format("always moving {}", name_of(s.colour));
}

document::Table validation_table(const Validation& v) {
  document::Table table{
      "Score in percent, 95% interval", {"opponent", "met in training", "original", "tuned", "change"}, {}};
  for (const AgainstOne& match : v.others)
    table.rows.push_back({match.opponent, match.trained ? "yes" : "no", score_text(match.original),
                          score_text(match.tuned), change_text(match)});
  return table;
}

document::Table number_table(const TuneResult& r) {
  document::Table table{"The numbers", {"number", "start", "tuned", "steps", "range"}, {}};
  const Point tuned = r.path.empty() ? start_of(r.parameters) : r.path.back().standing.best;
  for (std::size_t i = 0; i < r.parameters.size(); ++i) {
    const Parameter& p = r.parameters[i];
    table.rows.push_back({p.name, number_text(p.start, p.whole), number_text(tuned[i], p.whole),
                          fmt::format("{:+.1f}", p.steps(tuned[i])), fmt::format("{:g} to {:g}", p.low, p.high)});
  }
  return table;
}

// Long runs are drawn by at most so many points.
std::vector<const Generation*> thinned(const TuneResult& r) {
  constexpr std::size_t most = 250;
  std::vector<const Generation*> rows;
  const std::size_t every = (r.path.size() + most - 1) / most;
  for (std::size_t i = 0; i < r.path.size(); ++i)
    if (i % every == 0 || i + 1 == r.path.size()) rows.push_back(&r.path[i]);
  return rows;
}

document::Section numbers_section(const TuneResult& r) {
  document::Section section{"numbers", "The numbers and their paths", {number_table(r)}};
  const auto rows = thinned(r);
  document::Chart together{"All numbers, in steps from the start", "games", "steps", {}, false, false, 0.0};
  std::vector<document::Chart> single;
  for (std::size_t i = 0; i < r.parameters.size(); ++i) {
    const Parameter& p = r.parameters[i];
    document::Series steps{p.name, {{0, 0, {}, {}}}}, values{p.name, {{0, p.start, {}, {}}}};
    for (const Generation* g : rows) {
      const auto games = static_cast<double>(g->games);
      steps.points.push_back({games, p.steps(g->standing.best[i]), {}, {}});
      values.points.push_back({games, g->standing.best[i], {}, {}});
    }
    together.series.push_back(std::move(steps));
    single.push_back({p.name, "games", p.name, {std::move(values)}, false, false, p.start});
  }
  section.blocks.push_back(std::move(together));
  section.blocks.push_back(
      document::Words{"A step is what the player declares for each number: a share of its value, or an amount."});
  for (document::Chart& chart : single) section.blocks.push_back(std::move(chart));
  return section;
}

document::Section fitness_section(const TuneSetup& s, const TuneResult& r) {
  const bool spsa = std::holds_alternative<SpsaOptions>(s.method);
  document::Series best{spsa ? "of the iteration" : "of the best", {}}, mean{"of all in the generation", {}};
  for (const Generation* g : thinned(r)) {
    const auto games = static_cast<double>(g->games);
    const double error = 1.96 * g->standing.error;
    best.points.push_back({games, g->standing.fitness, g->standing.fitness - error, g->standing.fitness + error});
    mean.points.push_back({games, g->standing.mean, {}, {}});
  }
  document::Chart chart{
      "Fitness", "games",     s.fitness == Fitness::score ? "points a game" : "empty points, won or lost", {}, false,
      false,     std::nullopt};
  chart.series.push_back(std::move(best));
  if (!spsa) chart.series.push_back(std::move(mean));
  return {
      "fitness",
      "Fitness on the way",
      {std::move(chart),
       document::Words{
           "The fitness of the best is the highest of several uncertain numbers, and so flatters it; the games of the "
           "validation had no part in the choice."}}};
}

document::Section how_section(const TuneSetup& s, const TuneResult& r) {
  document::Table table{"", {"what", "value"}, {}};
  table.rows = {{"game", fmt::format("{}, {}", s.game, s.start->to_string())},
                {"player", s.player},
                {"method", std::string(name_of(s.method))},
                {"its options", identity(s)["options"].dump()},
                {"opponents", s.opponents.empty() ? "itself" : joined(s.opponents, "; ")},
                {"colour", colour_words(s)},
                {"fitness", std::string(name_of(s.fitness))},
                {"openings", s.openings_spec},
                {"limits", to_text(s.limits)},
                {"games", fmt::format("{} in {} generations", r.path.empty() ? 0 : r.path.back().games, r.path.size())},
                {"seed", fmt::format("{}", s.seed)},
                {"tuned player", r.tuned_spec}};
  document::Section section{"how", "How it was made", {std::move(table)}};
  if (!r.repeatable)
    section.blocks.push_back(
        document::Words{"Some player depends on time, so the same seed will not give the same games on another day."});
  return section;
}

}  // namespace

document::Section summary(const TuneSetup&, const TuneResult& r) {
  document::Section section{"result", "Is it better?", {}};
  if (!r.validation) {
    section.blocks.push_back(
        document::Words{"There was no validation: whether the tuned player is better is not known."});
    return section;
  }
  section.blocks.push_back(document::Words{verdict(*r.validation)});
  section.blocks.push_back(document::Words{fmt::format("Against the original, both colours, {} games: {}; Elo {}.",
                                                       r.validation->direct.games(), score_text(r.validation->direct),
                                                       stats::in_words(stats::elo_estimate(r.validation->direct)))});
  section.blocks.push_back(validation_table(*r.validation));
  return section;
}

document::Document report(const TuneSetup& s, const TuneResult& r) {
  document::Document document{s.title.empty() ? "Tuning " + s.player : s.title,
                              fmt::format("{} tuned by {} against {}, {}, in {} games.", s.player, name_of(s.method),
                                          s.opponents.empty() ? "itself" : joined(s.opponents), colour_words(s),
                                          r.path.empty() ? 0 : r.path.back().games),
                              {}};
  document.sections = {summary(s, r), numbers_section(r), fitness_section(s, r), how_section(s, r)};
  return document;
}

std::string params_text(const TuneSetup& s, const TuneResult& r, const roster::Registry& registry) {
  const roster::PlayerKind& kind = **registry.find_player(roster::parse_spec(s.player)->name, *s.start);
  std::vector<std::pair<std::string, std::string>> made = {
      {"program", fmt::format("tengen {}", version)},
      {"title", s.title},
      {"started_from", s.player},
      {"game", s.game},
      {"method", std::string(name_of(s.method))},
      {"options", identity(s)["options"].dump()},
      {"opponents", s.opponents.empty() ? "itself" : joined(s.opponents, "; ")},
      {"colour", std::string(name_of(s.colour))},
      {"fitness", std::string(name_of(s.fitness))},
      {"openings", s.openings_spec},
      {"limits", to_text(s.limits)},
      {"games", fmt::format("{}", r.path.empty() ? 0 : r.path.back().games)},
      {"seed", fmt::format("{}", s.seed)}};
  if (r.validation) {
    made.emplace_back("against_the_original", score_text(r.validation->direct));
    made.emplace_back("verdict", verdict(*r.validation));
  }
  return roster::params_text(kind.info, r.tuned, made);
}

Expected<void> write_results(const std::string& folder, const TuneSetup& setup, const TuneResult& result,
                             const roster::Registry& registry) {
  const std::filesystem::path path(folder);
  if (auto done = write_file((path / params_file).string(), params_text(setup, result, registry)); !done) return done;
  return write_file((path / report_file).string(), document::to_html(report(setup, result)));
}

}  // namespace tengen::learn::tune
