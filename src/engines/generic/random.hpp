#pragma once
// The bottom of every ladder: a uniformly random legal move.

#include <memory>

#include "engines/info.hpp"
#include "search/engine.hpp"

namespace tengen {

template <Position P>
class RandomEngine final : public Engine<P> {
 public:
  void new_game(std::uint64_t seed) override { rng_ = Rng(seed); }
  SearchResult<P> search(const P& position, const Limits&, StopToken, const InfoSink<P>&) override {
    SearchResult<P> result;
    result.best = *random_move(position, rng_);
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
  template <Position P>
  static std::unique_ptr<Engine<P>> make(const Values&) {
    return std::make_unique<RandomEngine<P>>();
  }
};

}  // namespace tengen
