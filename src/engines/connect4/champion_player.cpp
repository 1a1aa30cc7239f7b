#include "engines/connect4/champion_player.hpp"

#include "engines/connect4/solver.hpp"

namespace tengen::engines::connect4 {

namespace {

struct PlayerOptions {
  ChampionOptions champion;
  std::uint64_t simulations = 0;  // 0: as the limits say
};

PlayerOptions options_from(const Values& v) {
  PlayerOptions options;
  options.champion.exploration = v.real("c");
  options.champion.bytes = static_cast<std::size_t>(v.integer("memory")) << 20;
  options.champion.threads = v.integer("threads");
  options.champion.ponder = v.flag("ponder");
  options.simulations = static_cast<std::uint64_t>(v.integer("simulations"));
  return options;
}

template <class P>
class ChampionEngine final : public search::Engine<P> {
 public:
  using Bits = ChampionBits<P>;

  explicit ChampionEngine(const PlayerOptions& options) : options_(options) {
    if constexpr (std::same_as<P, SmallPosition>) options_.champion.endgame_cells = 0;  // the solver does it better
  }

  void new_game(std::uint64_t seed) override {
    seed_ = seed;
    if (champion_) champion_->new_game(seed);
    if (solver_) solver_->clear();
  }

  void prepare(const P& position) override { settle_in(position.geometry()); }

  // Trees side by side and pondering depend on the machine.
  bool repeatable(const Limits& limits) const override {
    return !limits.timed() && options_.champion.threads == 1 && !options_.champion.ponder;
  }

  search::SearchResult<P> search(const P& position, const Limits& limits, StopToken stop,
                                 const search::InfoSink<P>& info) override {
    Limits own = limits;
    if (options_.simulations > 0) own.nodes = std::min(limits.nodes.value_or(~std::uint64_t{0}), options_.simulations);
    settle_in(position.geometry());
    if constexpr (std::same_as<P, SmallPosition>)
      if (auto exact = solve(position, own, stop)) return *exact;
    typename Tree<Bits>::Sink sink;
    if (info) sink = [&](const RootReport& report) { info(to_result(position, report)); };
    return to_result(position, champion_->think(champion_board(champion_->shape(), position), own, stop, sink));
  }

 private:
  // One champion for one shape of board; another shape is another game.
  void settle_in(const Geometry& geometry) {
    if (champion_ && champion_->shape().geometry() == geometry) return;
    champion_.reset();
    solver_.reset();
    champion_ = std::make_unique<Champion<Bits>>(Shape<Bits>(geometry), options_.champion);
    champion_->new_game(seed_);
    if constexpr (std::same_as<P, SmallPosition>) solver_ = std::make_unique<Solver>(geometry, solver_bytes);
  }

  // Exact play, where a third of what is allowed is enough for it; what is left of the limits is the tree's.
  std::optional<search::SearchResult<P>> solve(const P& position, Limits& limits, const StopToken& stop) {
    const Geometry g = position.geometry();
    if (g.rows * g.columns - position.plies() > solver_cells || limits.depth) return std::nullopt;
    const auto begin = Clock::now();
    Limits part;
    if (limits.time) part.time = *limits.time / 3;
    if (limits.nodes) part.nodes = std::min(*limits.nodes, std::uint64_t{1} << 56) * nodes_per_simulation / 3;
    const auto ask = [&](const P& p, int low, int high) {
      const auto answer = solver_->solve(p, low, high, part, stop);
      if (part.nodes) part.nodes = *part.nodes - std::min(*part.nodes, answer.nodes);
      if (part.time) part.time = std::max(*limits.time / 3 - (Clock::now() - begin), std::chrono::nanoseconds(0));
      return answer.score;
    };
    if (const auto score = ask(position, -Solver::max_score, Solver::max_score))
      if (const auto move = move_with_score(position, *score, ask)) {
        search::SearchResult<P> result;
        const int plies = Solver::plies_left(position, *score);
        result.best = *move;
        result.score = *score > 0 ? 1 : *score < 0 ? -1 : 0;
        if (*score != 0) result.end_in = *score > 0 ? plies : -plies;
        result.pv = {*move};
        result.depth = plies;
        result.candidates = {{*move, result.score, true, 0}};
        return result;
      }
    if (limits.time) limits.time = std::max(*limits.time - (Clock::now() - begin), std::chrono::nanoseconds(0));
    if (limits.nodes) limits.nodes = *limits.nodes - *limits.nodes / 3;
    return std::nullopt;
  }

  // A move that keeps the score of the position; nothing when the limits do not last.
  template <class Ask>
  static std::optional<Move> move_with_score(const P& position, int score, const Ask& ask) {
    games::MoveList<P> moves;
    position.legal_moves(moves);
    for (const Move move : moves) {
      P next = position;
      next.play(move);
      if (next.outcome() != Outcome::ongoing) {
        const int here = next.outcome() == Outcome::draw ? 0 : win_score(cells_of(next.geometry()), next.plies());
        if (here == score) return move;
        continue;
      }
      const auto answer = ask(next, -score, -score);
      if (!answer) return std::nullopt;
      if (*answer == -score) return move;
    }
    return std::nullopt;
  }

  static search::SearchResult<P> to_result(const P& position, const RootReport& report) {
    search::SearchResult<P> result;
    result.score = report.value;
    result.nodes = report.simulations;
    result.depth = static_cast<int>(report.pv.size());
    for (const int column : report.pv) result.pv.push_back(move_to(column));
    if (is_win(report.end)) {
      const int plies = report.end - position.plies();
      result.end_in = report.value > 0 ? plies : -plies;
    }
    result.best = result.pv.front();
    if (report.forced.empty())
      for (const RootMove& move : report.moves)
        result.candidates.push_back({move_to(move.column), move.value, true, move.visits});
    if (result.candidates.empty()) result.candidates.push_back({result.best, report.value, true, report.simulations});
    return result;
  }

  static Move move_to(int column) { return {static_cast<std::uint8_t>(column)}; }

  static constexpr int solver_cells = 36;
  static constexpr std::uint64_t nodes_per_simulation = 20;  // that take about as long
  static constexpr std::size_t solver_bytes = std::size_t{32} << 20;

  PlayerOptions options_;
  std::uint64_t seed_ = 0;
  std::unique_ptr<Champion<Bits>> champion_;
  std::unique_ptr<Solver> solver_;  // small boards only
};

}  // namespace

PlayerInfo ChampionPlayer::info() {
  return {
      .name = "connect4/champion",
      .summary = "UCT with proofs over a graph of positions, roll-outs that see threats, and exact play at the end",
      .settings = {Setting::real("time", 1, 0.001, 3600, "seconds a move where no limit in time or nodes is given"),
                   Setting::integer("simulations", 0, 0, 1'000'000'000,
                                    "most simulations a move; 0: as the limits say"),
                   Setting::integer("threads", 1, 0, 256, "trees searched side by side; 0: one for each core"),
                   Setting::integer("memory", 128, 1, 65'536, "megabytes for the trees"),
                   Setting::flag("ponder", false, "go on thinking while the opponent does"),
                   Setting::real("c", 1.3, 0, 100, "exploration: how much to favour moves that were tried less often")
                       .tuned_by(0.1)},
      .default_limits =
          [](const Values& v) { return v.integer("simulations") > 0 ? Limits{} : Limits{.time = v.seconds("time")}; },
      .counts = "simulations",
      .ends_at_depth = false,
      .score = {search::ScoreUnit::result},
      .strength = 2500,
      .levels = {{Level::expert, {.nodes = 3'000}}, {Level::champion, {.time = std::chrono::seconds(2)}}},
      .review_nodes = 4'000};
}

std::unique_ptr<search::Engine<SmallPosition>> make_small_champion(const Values& settings) {
  return std::make_unique<ChampionEngine<SmallPosition>>(options_from(settings));
}
std::unique_ptr<search::Engine<LargePosition>> make_large_champion(const Values& settings) {
  return std::make_unique<ChampionEngine<LargePosition>>(options_from(settings));
}

}  // namespace tengen::engines::connect4
