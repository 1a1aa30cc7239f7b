#include "experiments/run.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/file.hpp"
#include "core/text.hpp"

namespace tengen::experiments {

namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

std::string found_path(const Experiment& experiment, const LabPlan& plan) {
  return (fs::path(plan.folder) / "found" / (experiment.id + ".json")).string();
}

// What decides an experiment's figures.
Json identity(const LabPlan& plan) {
  return {{"quick", plan.quick}, {"games", plan.games ? Json(*plan.games) : Json(nullptr)}, {"seed", plan.seed}};
}

Expected<void> make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return fail("cannot make the folder {}: {}", folder.string(), error.message());
  return {};
}

// FILE.md, and its pictures in FILE/.
Expected<void> write_markdown(const document::Document& document, const fs::path& file) {
  const document::Markdown markdown = document::to_markdown(document, file.stem().string());
  const fs::path pictures = file.parent_path() / file.stem();
  if (const auto made = make_folder(pictures); !made) return made;
  for (const auto& [name, svg] : markdown.images)
    if (auto written = write_file((pictures / name).string(), svg); !written) return written;
  return write_file(file.string(), markdown.text);
}

}  // namespace

std::span<const Experiment> experiments() {
  static const std::array<Experiment, 10> all = {{
      {"ladder", "The ladder's players against each other", run_ladder},
      {"cost", "Time and space a move", run_cost},
      {"evolution", "Evolution of AI8", run_evolution},
      {"minimax-cost", "What pruning saves in Gomoku", run_minimax_cost},
      {"k-win", "Looking for short wins before a search", run_k_win},
      {"uct", "UCT with and without the look ahead", run_uct},
      {"rl", "Q-learning and Sarsa in Othello", run_rl},
      {"search-othello", "Minimax and alpha-beta in Othello", run_search_othello},
      {"depth", "Effective search depth", run_depth},
      {"style", "How attacking players are", run_style},
  }};
  return all;
}

Expected<const Experiment*> find_experiment(std::string_view id) {
  std::vector<std::string> ids;
  for (const Experiment& experiment : experiments()) {
    if (experiment.id == id) return &experiment;
    ids.push_back(experiment.id);
  }
  return fail("there is no experiment {}{}; there are: all, {}", in_quotes(id), did_you_mean(id, ids), joined(ids));
}

Expected<document::Section> run_experiment(const Experiment& experiment, Lab& lab) {
  auto blocks = experiment.run(lab);
  if (!blocks) return blocks.error();
  const document::Section section{experiment.id, experiment.title, std::move(*blocks)};
  const std::string path = found_path(experiment, lab.plan());
  if (const auto made = make_folder(fs::path(path).parent_path()); !made) return made.error();
  const Json json = {{"plan", identity(lab.plan())}, {"section", document::to_json(section)}};
  if (const auto written = write_file(path, json.dump(1) + "\n"); !written) return written.error();
  return section;
}

Expected<std::optional<document::Section>> found_before(const Experiment& experiment, const LabPlan& plan) {
  const std::string path = found_path(experiment, plan);
  if (!fs::exists(path)) return std::nullopt;
  const auto text = read_file(path);
  if (!text) return text.error();
  const Json json = Json::parse(*text, nullptr, false);
  if (json.is_discarded() || !json.is_object() || !json.contains("plan") || !json.contains("section"))
    return fail("{}: not what an experiment found; remove it to run the experiment again", path);
  if (json["plan"] != identity(plan)) return std::nullopt;
  const auto section = document::section_from_json(json["section"]);
  if (!section) return fail("{}: {}", path, section.error().message);
  return *section;
}

Expected<void> write_report(const LabPlan& plan, const std::string& command, const std::string& copy) {
  document::Document document{
      "The papers' experiments, repeated",
      fmt::format("Each table has the paper's figure, ours with its 95% interval, how many games were "
                  "played and how many of them were different, and whether the two agree. Made by: {}",
                  command),
      {}};
  for (const Experiment& experiment : experiments()) {
    auto section = found_before(experiment, plan);
    if (!section) return section.error();
    if (*section) document.sections.push_back(std::move(**section));
  }
  const fs::path folder = plan.folder;
  if (const auto made = make_folder(folder); !made) return made;
  if (auto written = write_file((folder / "report.html").string(), document::to_html(document)); !written)
    return written;
  if (auto written = write_markdown(document, folder / "report.md"); !written) return written;
  return copy.empty() ? Expected<void>() : write_markdown(document, copy);
}

}  // namespace tengen::experiments
