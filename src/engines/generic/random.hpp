#pragma once
// The bottom of every ladder: a uniformly random legal move.

#include <memory>

#include "engines/info.hpp"
#include "search/engine.hpp"

namespace tengen::engines {

template <games::Position P>
class RandomEngine final : public search::Engine<P> {
 public:
  void new_game(std::uint64_t seed) override { rng_ = Rng(seed); }
  search::SearchResult<P> search(const P& position, const Limits&, StopToken, const search::InfoSink<P>&) override {
    search::SearchResult<P> result;
    result.best = *games::random_move(position, rng_);
    return result;
  }

 private:
  Rng rng_{0};
};

struct RandomPlayer {
  static PlayerInfo info() {
    return {.name = "random",
            .summary = "a uniformly random legal move",
            .takes_depth = false,
            .levels = {{Level::beginner, {.nodes = 1}}}};
  }
  template <games::Position P>
  static std::unique_ptr<search::Engine<P>> make(const Values&) {
    return std::make_unique<RandomEngine<P>>();
  }
};

}  // namespace tengen::engines
