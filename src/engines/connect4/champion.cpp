#include "engines/connect4/champion.hpp"

#include <algorithm>
#include <array>

namespace tengen::engines::connect4 {

namespace {

// What several trees found about the same root: visits add up, values are weighted by them, and a proof is a proof.
RootReport merged(std::vector<RootReport> reports, int sign) {
  for (RootReport& report : reports)
    if (report.end != open_end || reports.size() == 1) {
      RootReport result = std::move(report);
      result.simulations = 0;
      for (const RootReport& other : reports) result.simulations += other.simulations;
      return result;
    }
  RootReport result = reports.front();
  std::array<RootMove, Geometry::largest> sums{};
  double value = 0;
  result.simulations = 0;
  for (const RootReport& report : reports) {
    result.simulations += report.simulations;
    value += report.value * static_cast<double>(report.simulations);
    for (const RootMove& move : report.moves) {
      RootMove& sum = sums[static_cast<std::size_t>(move.column)];
      sum.value += move.value * static_cast<double>(move.visits);
      sum.visits += move.visits;
      if (move.end != open_end) sum.end = move.end;
    }
  }
  if (result.simulations > 0) result.value = value / static_cast<double>(result.simulations);
  for (RootMove& move : result.moves) {
    const RootMove& sum = sums[static_cast<std::size_t>(move.column)];
    move.end = sum.end;
    move.visits = sum.visits;
    if (sum.visits > 0) move.value = sum.value / static_cast<double>(sum.visits);
  }
  sort_moves(result.moves, sign);
  // The line of a tree that would play the same.
  const int best = result.moves.front().column;
  for (const RootReport& report : reports)
    if (report.moves.front().column == best) result.pv = report.pv;
  if (result.pv.size() <= result.forced.size() || result.pv[result.forced.size()] != best) {
    result.pv = result.forced;
    result.pv.push_back(best);
  }
  return result;
}

}  // namespace

template <class Bits>
Champion<Bits>::Champion(const Shape<Bits>& shape, const ChampionOptions& options)
    : shape_(shape), options_(options), endgame_(shape) {
  if (options_.threads <= 0) options_.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  const std::size_t bytes = options.bytes / static_cast<std::size_t>(options_.threads);
  for (int i = 0; i < options_.threads; ++i)
    trees_.push_back(std::make_unique<Tree<Bits>>(shape, typename Tree<Bits>::Options{options.exploration, bytes}));
  new_game(0);
}

template <class Bits>
Champion<Bits>::~Champion() = default;  // the thread that ponders is told to stop and joined

template <class Bits>
void Champion<Bits>::new_game(std::uint64_t seed) {
  pondering_ = {};
  for (std::size_t i = 0; i < trees_.size(); ++i) trees_[i]->new_game(hash_words(seed, i));
  endgame_.clear();
}

template <class Bits>
RootReport Champion<Bits>::think(const Board<Bits>& board, const Limits& limits, StopToken stop,
                                 const typename Tree<Bits>::Sink& info) {
  pondering_ = {};  // stops and joins
  Limits left = limits;
  RootReport report;
  if (auto exact = finish(board, left, stop))
    report = std::move(*exact);
  else
    report = search(board, left, std::move(stop), info);
  if (options_.ponder && report.end == open_end && !report.pv.empty()) start_pondering(board, report.pv.front());
  return report;
}

template <class Bits>
RootReport Champion<Bits>::search(const Board<Bits>& board, const Limits& limits, StopToken stop,
                                  const typename Tree<Bits>::Sink& info) {
  if (trees_.size() == 1) return trees_[0]->search(board, limits, std::move(stop), info);
  Limits each = limits;
  if (limits.nodes) each.nodes = std::max<std::uint64_t>(1, *limits.nodes / trees_.size());
  // One source for all: the caller's token, the first proof and the end of the first tree stop the others.
  std::stop_source together;
  const std::stop_callback relay(stop, [&together] { together.request_stop(); });
  std::vector<RootReport> reports(trees_.size());
  {
    std::vector<std::jthread> helpers;
    for (std::size_t i = 1; i < trees_.size(); ++i)
      helpers.emplace_back([&, i] {
        reports[i] = trees_[i]->search(board, each, together.get_token(), {});
        if (reports[i].end != open_end) together.request_stop();
      });
    reports[0] = trees_[0]->search(board, each, together.get_token(), info);
    if (reports[0].end != open_end) together.request_stop();
  }
  Board<Bits> settled = board;
  Tree<Bits>::settle(shape_, settled);
  return merged(std::move(reports), settled.plies % 2 == 0 ? 1 : -1);
}

// The exact search gets a quarter of what is allowed; what it leaves is the tree's. A simulation takes about as long as
// sixteen of its nodes.
template <class Bits>
std::optional<RootReport> Champion<Bits>::finish(const Board<Bits>& board, Limits& limits, const StopToken& stop) {
  if (shape_.cell_count() - board.plies > options_.endgame_cells || limits.depth) return std::nullopt;
  const auto begin = Clock::now();
  Limits part;
  if (limits.time) part.time = *limits.time / 4;
  if (limits.nodes) part.nodes = std::min(*limits.nodes, std::uint64_t{1} << 56) * 4;
  search::Stopper stopper(part, stop);
  const auto answer = endgame_.solve(board, stopper);
  if (!answer) {
    if (limits.time) limits.time = std::max(*limits.time - (Clock::now() - begin), std::chrono::nanoseconds(0));
    if (limits.nodes) limits.nodes = *limits.nodes - *limits.nodes / 4;
    return std::nullopt;
  }
  RootReport report;
  const int side = board.plies % 2 == 0 ? 1 : -1;
  report.end = answer->end;
  report.value = side * value_of(answer->end);
  report.moves = {{answer->column, report.value, 0, answer->end}};
  report.pv = {answer->column};
  return report;
}

template <class Bits>
void Champion<Bits>::start_pondering(Board<Bits> board, int column) {
  const Bits cell = board.landing(shape_) & shape_.column(column);
  if (static_cast<bool>(cell & board.my_wins)) return;
  board.play(shape_, cell);
  if (!static_cast<bool>(board.landing(shape_))) return;
  Limits limits;
  limits.time = std::chrono::minutes(1);  // an opponent who never answers costs no more than that
  pondering_ = std::jthread([this, board, limits](StopToken stop) { search(board, limits, std::move(stop), {}); });
}

template class Champion<std::uint64_t>;
template class Champion<Lanes>;

}  // namespace tengen::engines::connect4
