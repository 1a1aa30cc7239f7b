#include "engines/connect4/solver_player.hpp"

#include <algorithm>
#include <utility>

#include "engines/connect4/solver_query.hpp"

namespace tengen::engines::connect4 {

namespace {

std::vector<Setting> solver_settings() {
  return {Setting::integer("hash", 64, 1, 65536, "megabytes for the table of positions"),
          Setting::integer("threads", 1, 1, 256, "threads that search together"),
          Setting::flag("book", false, "look up the opening of the classic board")};
}

Solver make_solver(const Geometry& geometry, const Values& settings) {
  return Solver(geometry, static_cast<std::size_t>(settings.integer("hash")) << 20, settings.integer("threads"));
}

const OpeningBook* book_of(const Values& settings) {
  return settings.flag("book") ? &OpeningBook::built_in() : nullptr;
}

class SolverEngine final : public search::Engine<SmallPosition> {
 public:
  explicit SolverEngine(const Values& settings) : settings_(settings), book_(book_of(settings)) {}

  void new_game(std::uint64_t) override {
    if (solver_) solver_->clear();
  }

  void prepare(const SmallPosition& position) override {
    if (solver_ && geometry_ == position.geometry()) return;
    geometry_ = position.geometry();
    solver_.emplace(make_solver(geometry_, settings_));
  }

  search::SearchResult<SmallPosition> search(const SmallPosition& position, const Limits& limits, StopToken stop,
                                             const search::InfoSink<SmallPosition>&) override {
    prepare(position);
    search::SearchResult<SmallPosition> result;
    SolverQuery query(*solver_, book_, search::three_quarters(limits), stop);
    const auto score = query.score(position);
    const auto best = score ? query.best_move(position, *score) : std::nullopt;
    result.nodes = query.nodes();
    if (best) {
      const int plies = Solver::plies_left(position, *score);
      result.best = *best;
      result.score = *score;
      if (*score != 0) result.end_in = *score > 0 ? plies : -plies;
      result.depth = plies;
      result.candidates = {{*best, result.score, true, 0}};
    } else {
      look_around(position, limits, std::move(stop), result);
    }
    result.pv = {result.best};
    return result;
  }

 private:
  // Which columns win or lose soon? Asked further ahead each time; among equals the middle is best.
  void look_around(const SmallPosition& position, const Limits& limits, StopToken stop,
                   search::SearchResult<SmallPosition>& result) {
    Limits rest = limits;
    if (rest.nodes) *rest.nodes -= std::min(*rest.nodes, result.nodes);
    if (rest.time) *rest.time /= 4;
    SolverQuery query(*solver_, book_, rest, std::move(stop));
    const games::MoveList<SmallPosition> moves = central_moves(position);
    std::vector<int> values(moves.size(), 0);  // 0: not known to end soon
    bool in_time = true;
    for (int plies = position.plies() + 1; in_time; ++plies) {  // the disc that ends the game
      const int soon = win_score(cells_of(geometry_), plies);
      if (soon <= 0) break;
      for (std::size_t i = 0; i < moves.size() && in_time; ++i) {
        if (values[i] != 0) continue;
        SmallPosition child = position;
        child.play(moves[i]);
        const bool ours = (plies - position.plies()) % 2 != 0;  // who makes that disc
        const auto yes = query.at_least(child, ours ? 1 - soon : soon);
        in_time = yes.has_value();
        if (in_time && *yes != ours) values[i] = ours ? soon : -soon;
      }
    }
    const auto best = std::max_element(values.begin(), values.end()) - values.begin();
    result.best = moves[static_cast<std::size_t>(best)];
    result.score = values[static_cast<std::size_t>(best)];
    result.nodes += query.nodes();
  }

  Values settings_;
  const OpeningBook* book_;
  Geometry geometry_;
  std::optional<Solver> solver_;
};

}  // namespace

search::SolverInfo PerfectSolver::info() {
  return {"connect4/solver", "exact scores: null windows with forced chains, strategy bounds and an exact table",
          solver_settings(), false, search::ScoreUnit::plies};
}

template <std::same_as<SmallPosition> P>
search::Solution<P> PerfectSolver::solve(const P& position, const Values& settings, const Limits& limits,
                                         StopToken stop) {
  Solver solver = make_solver(position.geometry(), settings);
  SolverQuery query(solver, book_of(settings), limits, std::move(stop));
  search::Solution<P> solution;
  solution.score = query.score(position);
  if (solution.score) {
    solution.verdict = search::verdict_of(*solution.score);
    solution.columns = query.columns(position).value_or(std::vector<std::optional<int>>{});
    for (std::size_t i = 0; i < solution.columns.size(); ++i)
      if (solution.columns[i]) solution.moves.push_back({Move{static_cast<std::uint8_t>(i)}, *solution.columns[i]});
    solution.line = query.line(position, *solution.score);
  }
  solution.nodes = query.nodes();
  return solution;
}

PlayerInfo SolverPlayer::info() {
  return {.name = "connect4/solver",
          .summary = "perfect play: a move with the best exact score",
          .settings = solver_settings(),
          .takes_depth = false,
          .score = {.unit = search::ScoreUnit::plies, .exact = true},
          .strength = 2000};
}

template <std::same_as<SmallPosition> P>
std::unique_ptr<search::Engine<P>> SolverPlayer::make(const Values& settings) {
  return std::make_unique<SolverEngine>(settings);
}

template search::Solution<SmallPosition> PerfectSolver::solve(const SmallPosition&, const Values&, const Limits&,
                                                              StopToken);
template std::unique_ptr<search::Engine<SmallPosition>> SolverPlayer::make(const Values&);

}  // namespace tengen::engines::connect4
