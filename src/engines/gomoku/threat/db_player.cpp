#include "engines/gomoku/threat/db_player.hpp"

#include <algorithm>

#include "search/evaluator.hpp"

namespace tengen::engines::gomoku {

namespace {

// What a line is worth with our stone on the point, and what it is worth to take the point from the other side:
// making comes a little before spoiling, and each step up outweighs everything below on all four lines.
//
//                                            none one two open2 three open3  four  open4   five
constexpr std::array<int, shape_count> making = {0, 2, 10, 40, 45, 300, 320, 20'000, 500'000};
constexpr std::array<int, shape_count> taking = {0, 1, 7, 30, 33, 220, 240, 10'000, 200'000};

int value_of(const LineBoard& board, Side side, int cell) {
  int value = 0;
  for (int direction = 0; direction < LineBoard::direction_count; ++direction)
    value += making[static_cast<std::size_t>(board.shape(side, cell, direction))] +
             taking[static_cast<std::size_t>(board.shape(other(side), cell, direction))];
  return value;
}

template <class P>
void put_first(std::vector<search::Candidate<P>>& points, typename P::Move move) {
  const auto it = std::ranges::find(points, move, &search::Candidate<P>::move);
  std::rotate(points.begin(), it, it + 1);
}

}  // namespace

template <class P>
struct DbEngine<P>::Budget {
  Limits limits;
  StopToken stop;
  Clock::time_point start = Clock::now();
  std::uint64_t nodes = 0;

  Limits left() const {
    Limits rest{limits.time, limits.nodes, std::nullopt};
    if (rest.time) rest.time = std::max(*rest.time - (Clock::now() - start), std::chrono::nanoseconds(0));
    if (rest.nodes) rest.nodes = *rest.nodes - std::min(*rest.nodes, nodes);
    return rest;
  }
};

template <class P>
void DbEngine<P>::new_game(std::uint64_t) {
  memory_.new_game();
}

template <class P>
ThreatResult DbEngine<P>::find_win(LineBoard& board, Side attacker, Budget& budget) {
  search::Stopper stopper(budget.left(), budget.stop);
  DbLimits limits = limits_;
  if (budget.limits.depth) limits.levels = *budget.limits.depth;
  ThreatResult result = DbSearch(board, attacker, memory_, stopper, limits).search();
  budget.nodes += result.nodes;
  return result;
}

template <class P>
search::SearchResult<P> DbEngine<P>::search(const P& position, const Limits& limits, StopToken stop,
                                            const search::InfoSink<P>& info) {
  const Side me = position.side_to_move();
  LineBoard board(position);
  Budget budget{limits, std::move(stop)};

  // The points by what their lines are worth; on an empty board the centre.
  search::SearchResult<P> result;
  games::MoveList<P> moves;
  position.legal_moves(moves);
  for (const auto move : moves)
    result.candidates.push_back({move, static_cast<double>(value_of(board, me, board.cell_of(move)))});
  std::ranges::stable_sort(result.candidates, std::greater{}, &search::Candidate<P>::value);
  const auto centre = static_cast<std::uint8_t>(position.size() / 2);
  if (position.stone_count() == 0) put_first(result.candidates, {centre, centre});

  const auto decide = [&](int cell, double value) {
    put_first(result.candidates, board.move_at(cell));
    result.candidates.front().value = value;
  };
  const bool five = !board.points(me, Kind::five).empty();
  const bool must_block = !board.points(other(me), Kind::five).empty();
  if (five || !must_block) {
    if (ThreatResult own = find_win(board, me, budget); own.verdict == search::Verdict::win) {
      const int plies = static_cast<int>(own.line.size());
      decide(own.line.front(), search::win_value - plies);
      result.end_in = plies;
      for (const int cell : own.line) result.pv.push_back(position.move_at(cell));
    } else if (ThreatResult theirs = find_win(board, other(me), budget); theirs.verdict == search::Verdict::win) {
      const int cell = defence(board, me, theirs, result.candidates, budget);
      decide(cell, result.candidates.front().value);
    }
  } else if (const int cell = board.points(other(me), Kind::five).first(); !board.is_forbidden(me, cell)) {
    decide(cell, result.candidates.front().value);
  }
  result.best = result.candidates.front().move;
  result.score = result.candidates.front().value;
  result.nodes = budget.nodes;
  if (result.pv.empty()) result.pv = {result.best};
  result.depth = static_cast<int>(result.pv.size());
  if (info) info(result);
  return result;
}

// The best point of those on their sequence, or of our fours, that leaves them without one.
template <class P>
int DbEngine<P>::defence(LineBoard& board, Side side, const ThreatResult& danger,
                         const std::vector<search::Candidate<P>>& points, Budget& budget) {
  int first = -1, tried = 0;
  for (const search::Candidate<P>& point : points) {
    const int cell = board.cell_of(point.move);
    const bool on_their_way =
        std::ranges::find(danger.line, cell) != danger.line.end() || board.kind(other(side), cell) >= Kind::open_three;
    if (!on_their_way && board.kind(side, cell) < Kind::four) continue;
    if (first < 0) first = cell;
    if (++tried > tried_defences) break;
    board.push(side, cell);
    const bool holds = find_win(board, other(side), budget).verdict != search::Verdict::win;
    board.pop();
    if (holds) return cell;
  }
  return first >= 0 ? first : board.cell_of(points.front().move);
}

template class DbEngine<SmallPosition>;
template class DbEngine<LargePosition>;

PlayerInfo DbSearchPlayer::info() {
  return {.name = "threat/dbsearch",
          .summary =
              "Dependency-based threat search first, the best point by its lines otherwise (Guo and Zhang; Allis 1994)",
          .settings = {Setting::integer("threats", 5'000, 1, 10'000'000, "most threats in one search's tree")},
          .strength = 1400};
}

}  // namespace tengen::engines::gomoku
