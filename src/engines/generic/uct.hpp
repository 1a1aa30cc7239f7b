#pragma once
// UCT with random roll-outs, on any game.

#include <memory>

#include "engines/info.hpp"
#include "search/uct.hpp"

namespace tengen::engines {

template <games::Position P>
class UctEngine final : public search::Engine<P> {
 public:
  UctEngine(double exploration, std::uint64_t simulations, std::size_t max_nodes)
      : uct_(exploration, max_nodes), simulations_(simulations) {}

  void new_game(std::uint64_t seed) override { rng_ = Rng(seed); }
  search::SearchResult<P> search(const P& position, const Limits& limits, StopToken stop,
                                 const search::InfoSink<P>& info) override {
    Limits own;
    if (simulations_ > 0) own.nodes = simulations_;
    return uct_.search(position, tighter(limits, own), std::move(stop), rng_, info);
  }

 private:
  search::Uct<P> uct_;
  std::uint64_t simulations_;
  Rng rng_{0};
};

struct UctPlayer {
  static constexpr std::uint64_t default_simulations = 10'000;
  static PlayerInfo info() {
    return {
        .name = "uct",
        .summary = "Monte-Carlo tree search with the UCB1 rule and random roll-outs",
        .settings = {Setting::real("c", 0.7, 0, 100, "exploration: how much to favour moves that were tried less often")
                         .tuned_by(0.1),
                     Setting::integer("simulations", 0, 0, 1'000'000'000,
                                      "roll-outs a move; 0: as the limits say, else 10000"),
                     Setting::integer("nodes", 2'000'000, 1'000, 100'000'000,
                                      "most nodes the tree may hold (24 bytes each)")},
        .takes_depth = false,
        .default_limits =
            [](const Values& v) {
              return v.integer("simulations") > 0 ? Limits{} : Limits{.nodes = default_simulations};
            },
        .counts = "simulations",
        .score = {search::ScoreUnit::result},
        .strength = 1000,
        .levels = {
            {Level::casual, {.nodes = 15}}, {Level::intermediate, {.nodes = 60}}, {Level::advanced, {.nodes = 400}}}};
  }
  template <games::Position P>
  static std::unique_ptr<search::Engine<P>> make(const Values& v) {
    return std::make_unique<UctEngine<P>>(v.real("c"), static_cast<std::uint64_t>(v.integer("simulations")),
                                          static_cast<std::size_t>(v.integer("nodes")));
  }
};

}  // namespace tengen::engines
