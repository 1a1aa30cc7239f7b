#include "engines/othello/solver_player.hpp"

#include <algorithm>
#include <utility>

#include "engines/generic/fixed_depth.hpp"
#include "engines/othello/evaluation.hpp"
#include "engines/othello/solver.hpp"

namespace tengen::engines::othello {

namespace {

Setting hash_setting(long megabytes) {
  return Setting::integer("hash", megabytes, 1, 65536, "megabytes for the table of positions");
}
Setting threads_setting() { return Setting::integer("threads", 1, 1, 256, "threads that search together"); }

std::size_t table_bytes(const Values& settings) { return static_cast<std::size_t>(settings.integer("hash")) << 20; }

// Who wins first: a far smaller question, and what a limit may leave time for. Then by how much.
struct Judgement {
  std::optional<int> outcome, score;
};
template <class Between>
Judgement judge(Solver& solver, const Position& position, const Between& between) {
  Judgement found;
  found.outcome = solver.outcome(position);
  if (!found.outcome) return found;
  between(*found.outcome);
  if (*found.outcome == 0)
    found.score = 0;
  else
    found.score = *found.outcome > 0 ? solver.score(position, 0) : solver.score(position, -max_score - 1, 0);
  return found;
}

class SolverEngine final : public search::Engine<Position> {
 public:
  explicit SolverEngine(const Values& settings)
      : bytes_(table_bytes(settings)),
        threads_(settings.integer("threads")),
        exact_(settings.integer("exact")),
        look_ahead_(DepthPlan{0, 0, true}, std::size_t{16} << 20) {}

  void new_game(std::uint64_t seed) override {
    if (solver_) solver_->clear();
    look_ahead_.new_game(seed);
  }
  void prepare(const Position&) override {
    if (!solver_) solver_.emplace(bytes_, threads_);
  }
  bool repeatable(const Limits& limits) const override { return threads_ == 1 && !limits.timed(); }

  search::SearchResult<Position> search(const Position& position, const Limits& limits, StopToken stop,
                                        const search::InfoSink<Position>& info) override {
    const int empties = 64 - bit_count(position.own() | position.opponent());
    if (empties > exact_) return look_ahead_.search(position, limits, std::move(stop), info);
    prepare(position);
    solver_->begin(search::three_quarters(limits), stop);
    search::SearchResult<Position> result;
    std::optional<Move> best;
    const Judgement found = judge(*solver_, position, [&](int outcome) {
      // A move that keeps the win or the draw, should there be no time for more. When all is lost, any move does.
      if ((limits.nodes || limits.time) && outcome >= 0) best = solver_->best_move(position, outcome);
      result.score = outcome;
    });
    if (found.score) {
      result.score = *found.score;
      result.pv = solver_->line(position, *found.score);
      if (!result.pv.empty()) best = result.pv.front();
    }
    result.nodes = solver_->nodes();
    if (!best) return look_around(position, limits, std::move(stop), info, result.nodes);
    result.best = *best;
    result.depth = empties;
    result.candidates = {{*best, result.score, found.score.has_value(), 0}};
    if (result.pv.empty()) result.pv = {*best};
    return result;
  }

 private:
  search::SearchResult<Position> look_around(const Position& position, Limits limits, StopToken stop,
                                             const search::InfoSink<Position>& info, std::uint64_t used) {
    if (limits.nodes) *limits.nodes = std::max<std::uint64_t>(1, *limits.nodes - std::min(*limits.nodes, used));
    if (limits.time) *limits.time /= 4;
    auto result = look_ahead_.search(position, limits, std::move(stop), info);
    result.nodes += used;
    return result;
  }

  std::size_t bytes_;
  int threads_;
  int exact_;
  AlphaBetaEngine<Position, SixFactors> look_ahead_;
  std::optional<Solver> solver_;
};

}  // namespace

search::SolverInfo PerfectSolver::info() {
  return {"othello/solver",
          "exact scores: null windows, last four cells written out, parity, stable discs, a table",
          {hash_setting(256), threads_setting(), Setting::flag("all", false, "the exact score of every move")},
          false,
          search::ScoreUnit::discs};
}

template <std::same_as<Position> P>
search::Solution<P> PerfectSolver::solve(const P& position, const Values& settings, const Limits& limits,
                                         StopToken stop) {
  Solver solver(table_bytes(settings), settings.integer("threads"));
  solver.begin(limits, stop);
  search::Solution<P> solution;
  const Judgement found = judge(solver, position, [](int) {});
  if (found.outcome) solution.verdict = search::verdict_of(*found.outcome);
  solution.score = found.score;
  if (found.score) {
    solution.line = solver.line(position, *found.score);
    if (settings.flag("all"))
      for (const auto& [move, score] : solver.moves(position).value_or(std::vector<std::pair<Move, int>>{}))
        solution.moves.push_back({move, score});
  }
  solution.nodes = solver.nodes();
  return solution;
}

PlayerInfo SolverPlayer::info() {
  return {.name = "othello/solver",
          .summary = "perfect play at the end of the game; before that, six plies ahead with the six factors",
          .settings = {hash_setting(64), threads_setting(),
                       Setting::integer("exact", 20, 0, 60, "solve when at most so many cells are empty")},
          .default_limits = [](const Values&) { return Limits{.depth = 6}; },
          .strength = 1400};
}

template <std::same_as<Position> P>
std::unique_ptr<search::Engine<P>> SolverPlayer::make(const Values& settings) {
  return std::make_unique<SolverEngine>(settings);
}

template search::Solution<Position> PerfectSolver::solve(const Position&, const Values&, const Limits&, StopToken);
template std::unique_ptr<search::Engine<Position>> SolverPlayer::make(const Values&);

}  // namespace tengen::engines::othello
