#pragma once
// The paper's player: UCT whose tree is kept between moves, with a look for short wins before each search.

#include <memory>
#include <optional>

#include "engines/connect4/k_win.hpp"
#include "engines/info.hpp"
#include "search/uct.hpp"

namespace tengen::engines::connect4 {

template <class Bits>
class UctEngine final : public search::Engine<Position<Bits>> {
 public:
  using P = Position<Bits>;

  struct Options {
    double exploration = 0.7;
    std::chrono::nanoseconds time{};
    int k = 1;  // 0: no look ahead
    std::size_t max_nodes = 0;
    std::uint64_t simulations = 0;  // 0: as the limits say
    bool defend = true;             // against wins that take more than one move
  };

  explicit UctEngine(const Options& options) : options_(options), uct_(options.exploration, options.max_nodes) {}

  void new_game(std::uint64_t seed) override {
    rng_ = Rng(seed);
    uct_.forget();
    last_.reset();
  }

  search::SearchResult<P> search(const P& position, const Limits& limits, StopToken stop,
                                 const search::InfoSink<P>& info) override {
    const auto begin = Clock::now();
    Limits own = limits;
    if (options_.simulations > 0) own.nodes = std::min(limits.nodes.value_or(~std::uint64_t{0}), options_.simulations);
    if (limits.time) own.time = std::min(*limits.time, options_.time);
    follow(position);
    search::SearchResult<P> result;
    search::Stopper stopper({own.time, std::nullopt, std::nullopt}, stop);
    if (const auto forced =
            options_.k > 0 ? forced_move(position, options_.k, options_.defend, stopper) : std::nullopt) {
      result.best = forced->move;
      result.score = forced->wins_in ? 1.0 : 0.0;
      result.end_in = forced->wins_in;
      result.pv = {forced->move};
      result.depth = 1;
    } else {
      if (own.time) own.time = std::max(*own.time - (Clock::now() - begin), std::chrono::nanoseconds(0));
      result = uct_.resume(position, own, std::move(stop), rng_, info);
    }
    last_ = Played{position, result.best};
    return result;
  }

  const search::Uct<P>& tree() const noexcept { return uct_; }

 private:
  struct Played {
    P position;
    Move move;
  };

  // Brings the tree's root to the position: two plies down from the last one where the game went on from there.
  void follow(const P& position) {
    if (last_) {
      P next = last_->position;
      next.play(last_->move);
      games::MoveList<P> replies;
      next.legal_moves(replies);
      for (const Move reply : replies) {
        P after = next;
        after.play(reply);
        if (after != position) continue;
        uct_.step_down(last_->move);
        uct_.step_down(reply);
        return;
      }
    }
    uct_.forget();
  }

  Options options_;
  search::Uct<P> uct_;
  std::optional<Played> last_;
  Rng rng_{0};
};

struct UctPlayer {
  static PlayerInfo info() {
    return {
        .name = "connect4/uct",
        .summary = "UCT with the tree kept between moves and a look for short wins first (Chen 2023)",
        .settings =
            {Setting::real("c", 0.7, 0, 100, "exploration: how much to favour moves that were tried less often")
                 .tuned_by(0.1),
             Setting::real("time", 2, 0.001, 3600, "most seconds a move, unless only simulations are limited"),
             Setting::integer("simulations", 0, 0, 1'000'000'000, "most simulations a move; 0: as the limits say"),
             Setting::integer("k", 1, 0, 3, "look for wins that need at most k threats first; 0: do not look"),
             Setting::flag("defence", true, "answer such wins of the opponent too, not only fours").off_at("off"),
             Setting::integer("nodes", 10'000'000, 1'000, 100'000'000, "most nodes the tree may hold (24 bytes each)")},
        .takes_depth = false,
        .default_limits =
            [](const Values& v) { return v.integer("simulations") > 0 ? Limits{} : Limits{.time = v.seconds("time")}; },
        .counts = "simulations",
        .score = {search::ScoreUnit::result},
        .strength = 1500,
        .levels = {{Level::beginner, {.nodes = 20}, "uct"},
                   {Level::casual, {.nodes = 100}, "uct"},
                   {Level::intermediate, {.nodes = 600}, "uct"},
                   {Level::advanced, {.nodes = 5'000}, "uct"}}};
  }
  template <class P>
    requires std::same_as<P, SmallPosition> || std::same_as<P, LargePosition>
  static std::unique_ptr<search::Engine<P>> make(const Values& v) {
    using Bits = std::remove_cvref_t<decltype(P{}.mine())>;
    return std::make_unique<UctEngine<Bits>>(typename UctEngine<Bits>::Options{
        v.real("c"), v.seconds("time"), v.integer("k"), static_cast<std::size_t>(v.integer("nodes")),
        static_cast<std::uint64_t>(v.integer("simulations")), v.flag("defence")});
  }
};

}  // namespace tengen::engines::connect4
