#include "learn/tabular/run.hpp"

#include <algorithm>
#include <ctime>
#include <filesystem>

#include "core/text.hpp"
#include "learn/tabular/curve_json.hpp"

namespace tengen::learn {

namespace {

constexpr std::uint64_t games_at_a_time = 200;

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

class Training {
 public:
  Training(const TabularPlan& plan, std::unique_ptr<TableLearner> learner)
      : plan_(plan), settings_(spelled_alike(TabularSettings::declared(), plan.settings)) {
    result_.learner = std::move(learner);
    point_every_ = plan.point_every > 0 ? plan.point_every : std::max<std::uint64_t>(1, plan.games / 20);
  }

  // Takes up the file, if there is one.
  Expected<void> take_up() {
    if (plan_.file.empty() || !std::filesystem::exists(plan_.file)) return {};
    const auto file = engines::TableFile::open(plan_.file);
    if (!file) return file.error();
    if (const auto same = check(file->header()); !same)
      return fail("{}: {}; name another file to begin anew", in_quotes(plan_.file), same.error().message);
    auto learned = read_training(file->header().training);
    if (!learned) return fail("{}: {}", in_quotes(plan_.file), learned.error().message);
    result_.games = file->header().games;
    result_.curve = std::move(learned->curve);
    result_.learner->set_table(file->to_table());
    return {};
  }

  Expected<TabularResult> run(const StopToken& stop, const TabularSink& progress) {
    saved_at_ = Clock::now();
    bool changed = false;
    if (result_.curve.empty() && result_.games == 0) add_point();
    while (result_.games < plan_.games && !stop.stop_requested()) {
      const std::uint64_t to_point = point_every_ - result_.games % point_every_;
      const std::uint64_t count = std::min({games_at_a_time, plan_.games - result_.games, to_point});
      const double before = cpu_seconds();
      const LearningTally tally = result_.learner->learn(result_.games, count);
      result_.cpu_seconds += cpu_seconds() - before;
      result_.games += count;
      result_.new_games += count;
      changed = true;
      if (count == to_point || result_.games == plan_.games) add_point();
      if (progress) progress(progress_of(tally));
      if (!plan_.file.empty() && Clock::now() - saved_at_ >= plan_.checkpoint) {
        if (const auto saved = save(); !saved) return saved.error();
        changed = false;
      }
    }
    if (changed && !plan_.file.empty())
      if (const auto saved = save(); !saved) return saved.error();
    return std::move(result_);
  }

 private:
  Expected<void> check(const engines::TableHeader& header) const {
    const engines::TableHeader wanted = result_.learner->header();
    if (header.method != wanted.method)
      return fail("the table was learned by {}, not by {}", header.method, wanted.method);
    if (const auto same = result_.learner->check(header); !same) return same;
    if (header.start != wanted.start) return fail("its games began at {}, not at {}", header.start, wanted.start);
    const auto learned = read_training(header.training);
    if (!learned) return learned.error();
    for (const auto& [name, value] : settings_.all()) {
      const auto known = learned->settings.find(name);
      const std::string there = known == learned->settings.end() ? "nothing" : known->second;
      if (there != value) return fail("the table was learned with {}={}, not {}", name, there, value);
    }
    return {};
  }

  // The games of a point depend on where it is and not on when it was played.
  void add_point() {
    const std::uint64_t seed = hash_words(static_cast<std::uint64_t>(settings_.integer("seed")), result_.games, 0x7074);
    result_.curve.push_back(
        {result_.games, result_.learner->table().size(), result_.learner->against_random(plan_.point_games, seed)});
  }

  Expected<void> save() {
    engines::TableHeader header = result_.learner->header();
    header.game = plan_.game;
    header.games = result_.games;
    header.training = training_text({settings_.all(), result_.curve});
    const auto written = engines::write_table(plan_.file, header, result_.learner->table());
    saved_at_ = Clock::now();
    return written;
  }

  TabularProgress progress_of(const LearningTally& tally) const {
    const engines::ValueTable& table = result_.learner->table();
    return {result_.games, result_.new_games, plan_.games, table.size(), table.bytes(), tally};
  }

  const TabularPlan& plan_;
  Values settings_;
  std::uint64_t point_every_ = 1;
  TabularResult result_;
  Clock::time_point saved_at_;
};

}  // namespace

Expected<TabularResult> train_table(const TabularPlan& plan, const roster::Game& start, const TableLearners& learners,
                                    const StopToken& stop, const TabularSink& progress) {
  if (start.outcome() != Outcome::ongoing) return fail("the game is over in this position; there is nothing to learn");
  const auto make = learners.find(start.position_type());
  if (make == learners.end()) return fail("this game has too many moves for a table");
  Training training(plan, make->second(start, TabularSettings::from(plan.method, plan.settings)));
  if (const auto taken = training.take_up(); !taken) return taken.error();
  return training.run(stop, progress);
}

}  // namespace tengen::learn
