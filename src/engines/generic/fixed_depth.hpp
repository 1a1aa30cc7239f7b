#pragma once
// Minimax and alpha-beta as engines, and the two players over the evaluation that each game brings along.

#include <memory>
#include <optional>

#include "engines/info.hpp"
#include "search/alpha_beta.hpp"
#include "search/minimax.hpp"

namespace tengen::engines {

// What the two players understand alike: a depth of their own, which a match may tighten, and deepening.
struct DepthPlan {
  int own_depth = 0;      // 0: not set
  int default_depth = 0;  // where neither that nor the limits say how deep, and nothing deepens until they stop it
  bool deepening = false;

  // These limits with how deep to search.
  Limits planned(Limits limits) const {
    if (own_depth > 0)
      limits.depth = std::min(own_depth, limits.depth.value_or(search::max_depth));
    else if (!limits.depth)
      limits.depth = deepening ? search::max_depth : default_depth;
    return limits;
  }
};

// For PlayerInfo: so deep where the setting `depth` says nothing.
inline std::function<Limits(const Values&)> default_depth_of(int plies) {
  return [plies](const Values& v) { return v.integer("depth") > 0 ? Limits{} : Limits{.depth = plies}; };
}

template <games::Position P, search::Evaluator<P> E = search::StaticEvaluator<P>>
class MinimaxEngine final : public search::Engine<P> {
 public:
  explicit MinimaxEngine(DepthPlan plan, E evaluate = E{}) : plan_(plan), evaluate_(std::move(evaluate)) {}
  void new_game(std::uint64_t) override {}
  search::SearchResult<P> search(const P& position, const Limits& limits, StopToken stop,
                                 const search::InfoSink<P>& info) override {
    search::Stopper stopper(plan_.planned(limits), std::move(stop));
    search::Minimax<P, E> search(evaluate_, stopper);
    return search::run_to_depth(search, position, plan_.deepening, stopper, info);
  }

 private:
  DepthPlan plan_;
  E evaluate_;
};

template <games::Position P, search::Evaluator<P> E = search::StaticEvaluator<P>>
class AlphaBetaEngine final : public search::Engine<P> {
 public:
  // Without a table pass nought bytes.
  AlphaBetaEngine(DepthPlan plan, std::size_t table_bytes, E evaluate = E{})
      : plan_(plan), evaluate_(std::move(evaluate)) {
    if (table_bytes > 0) table_.emplace(table_bytes);
  }
  void new_game(std::uint64_t) override {
    if (table_) table_->new_game();
  }
  search::SearchResult<P> search(const P& position, const Limits& limits, StopToken stop,
                                 const search::InfoSink<P>& info) override {
    search::Stopper stopper(plan_.planned(limits), std::move(stop));
    search::AlphaBeta<P, E> search(evaluate_, stopper, table_ ? &*table_ : nullptr);
    return search::run_to_depth(search, position, plan_.deepening, stopper, info);
  }

 private:
  DepthPlan plan_;
  E evaluate_;
  std::optional<search::TranspositionTable<typename P::Move>> table_;
};

struct MinimaxPlayer {
  static constexpr int default_depth = 2;
  static PlayerInfo info() {
    return {.name = "minimax",
            .summary = "plain minimax over the game's simple evaluation",
            .settings = {Setting::integer("depth", 0, 0, search::max_depth,
                                          "plies to look ahead; 0: as the limits say, else 2"),
                         Setting::flag("deepening", false, "search one ply, then two, … until a limit stops it")},
            .default_limits = default_depth_of(default_depth),
            .strength = 800};
  }
  template <games::Position P>
  static std::unique_ptr<search::Engine<P>> make(const Values& v) {
    return std::make_unique<MinimaxEngine<P>>(DepthPlan{v.integer("depth"), default_depth, v.flag("deepening")});
  }
};

struct AlphaBetaPlayer {
  static constexpr int default_depth = 4;
  static PlayerInfo info() {
    return {.name = "alphabeta",
            .summary = "alpha-beta over the game's simple evaluation: minimax's value for far fewer nodes",
            .settings = {Setting::integer("depth", 0, 0, search::max_depth,
                                          "plies to look ahead; 0: as the limits say, else 4"),
                         Setting::flag("deepening", true, "search one ply, then two, … until a limit stops it"),
                         Setting::flag("tt", true, "remember positions in a transposition table").off_at("off"),
                         Setting::integer("hash", 16, 1, 4096, "size of that table in megabytes")},
            .default_limits = default_depth_of(default_depth),
            .strength = 1100,
            .levels = {{Level::expert, {.nodes = 10'000}}, {Level::champion, {.time = std::chrono::seconds(1)}}}};
  }
  template <games::Position P>
  static std::unique_ptr<search::Engine<P>> make(const Values& v) {
    const std::size_t megabytes = v.flag("tt") ? static_cast<std::size_t>(v.integer("hash")) : 0;
    return std::make_unique<AlphaBetaEngine<P>>(DepthPlan{v.integer("depth"), default_depth, v.flag("deepening")},
                                                megabytes << 20);
  }
};

}  // namespace tengen::engines
