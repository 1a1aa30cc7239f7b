#include "engines/othello/champion.hpp"

#include <algorithm>

namespace tengen::engines::othello {

namespace {

using Seconds = std::chrono::duration<double>;

constexpr int lowest = -max_score - 1, highest = max_score + 1;

Position after(Position position, Move move) {
  position.play(move);
  return position;
}

// How much of a clock a move should take, and when it must be made. From about 20 empty cells on the game is solved and
// the rest costs hardly anything, so the time is for the moves before.
struct TimePlan {
  std::chrono::nanoseconds wanted{}, most{};
};
TimePlan share_of(const GameClock& clock, int empties) {
  constexpr int solved_from = 20;
  constexpr auto reserve = std::chrono::milliseconds(30);
  const int moves_to_go = std::max(2, (empties - solved_from) / 2 + 2);
  const auto most = std::max<std::chrono::nanoseconds>(clock.left - reserve, std::chrono::milliseconds(1));
  const auto wanted = clock.left / moves_to_go + clock.increment * 3 / 4;
  return {std::min(wanted, most), std::min(wanted * 2, most)};
}

}  // namespace

Champion::Champion(const ChampionOptions& options, const PatternWeights& weights)
    : options_(options), search_(options.table_bytes, options.threads, known_processors().back(), weights) {}

void Champion::new_game() { search_.clear(); }

// Ply by ply; once the end of the game is near enough, to the end: first boldly, then who wins, then by how much.
std::vector<Champion::Stage> Champion::stages(int empties, const Limits& limits) const {
  if (options_.level > 0) return stages_of_level(empties);
  const int most = std::min(limits.depth.value_or(empties), empties);
  // An exact search that cuts boldly costs about as much as one that stops so many plies before the end.
  constexpr int plies_saved = 8;
  std::vector<Stage> result;
  for (int depth = 1; depth <= most && (most < empties || depth < empties - plies_saved); ++depth)
    result.push_back({depth, depth < 6 ? certain : options_.certainty});
  if (most < empties) return result;
  if (empties > 12) {
    result.push_back({empties, 0});
    result.push_back({empties, 2});
    if (empties > 20) result.push_back({empties, 4});
    result.push_back({empties, certain, true});
  }
  result.push_back({empties, certain});
  return result;
}

std::vector<Champion::Stage> Champion::stages_of_level(int empties) const {
  const int decided_from = 11 + options_.level * 2 / 3, exact_from = decided_from - 4, bold_from = decided_from + 4;
  std::vector<Stage> result;
  for (int depth = 1; depth <= std::min(options_.level, empties - 8); ++depth)
    result.push_back({depth, depth < 6 ? certain : options_.certainty});
  if (empties <= bold_from) result.push_back({empties, 0});
  if (empties <= decided_from + 2) result.push_back({empties, 2});
  if (empties <= decided_from) result.push_back({empties, certain, true});
  if (empties <= exact_from) result.push_back({empties, certain});
  return result;
}

std::optional<int> Champion::value_of(const Position& position, Move move, Stage stage, int low, int high) {
  const int plies = move.is_pass() ? stage.depth : stage.depth - 1;
  const auto value = search_.look_ahead(after(position, move), plies, stage.certainty, -high, -low);
  if (!value) return std::nullopt;
  return -*value;
}

// One search of all moves, the most promising first. False when it was stopped; what it found until then is in the
// report: if a new best move is known, it comes first.
bool Champion::search_moves(const Position& position, Stage stage, RootReport& report) {
  constexpr int margin = 3;
  std::vector<RootMove> done;
  const auto best_first = [](const RootMove& a, const RootMove& b) {
    return a.value != b.value ? a.value > b.value : a.is_bound < b.is_bound;
  };
  const auto insert = [&](RootMove move) { done.insert(std::ranges::upper_bound(done, move, best_first), move); };
  for (std::size_t i = 0; i < report.moves.size(); ++i) {
    const auto [move, guess, guess_is_bound] = report.moves[i];
    const bool wanted = i < static_cast<std::size_t>(options_.best_moves);
    // What a move must exceed to be among the best.
    const int bar = wanted ? lowest : done[static_cast<std::size_t>(options_.best_moves) - 1].value;
    std::optional<int> value;
    if (wanted && report.depth > 0 && !guess_is_bound) {
      const int low = std::max(lowest, guess - margin), high = std::min(highest, guess + margin);
      value = value_of(position, move, stage, low, high);
      if (value && *value >= high) value = value_of(position, move, stage, high - 1, highest);
      if (value && *value <= low) value = value_of(position, move, stage, lowest, low + 1);
    } else {
      if (!wanted) value = value_of(position, move, stage, bar, bar + 1);
      if (wanted || (value && *value > bar)) value = value_of(position, move, stage, bar, highest);
    }
    if (!value) {
      // The moves not reached keep what the search before said of them.
      if (!done.empty()) {
        const auto known = std::ranges::find(report.moves, done.front().move, &RootMove::move);
        std::rotate(report.moves.begin(), known, known + 1);
        report.moves.front() = done.front();
      }
      return false;
    }
    insert({move, *value, *value <= bar && !wanted});
  }
  report.moves = std::move(done);
  return true;
}

// Who wins with best play, and a move that does not give it away. False when it was stopped.
bool Champion::find_winner(const Position& position, Stage stage, RootReport& report) {
  int best = -2;
  std::vector<int> outcomes(report.moves.size(), -1);  // of each move, or a bound on it
  for (std::size_t i = 0; i < report.moves.size() && best < 1; ++i) {
    const auto value = value_of(position, report.moves[i].move, stage, std::max(best, -1), 1);
    if (!value) return false;
    outcomes[i] = *value > 0 ? 1 : *value < 0 ? -1 : 0;
    best = std::max(best, outcomes[i]);
  }
  // The best move is the first of its kind; the order of the others says more than who wins after them.
  const auto at = std::ranges::find(outcomes, best) - outcomes.begin();
  std::rotate(report.moves.begin(), report.moves.begin() + at, report.moves.begin() + at + 1);
  RootMove& chosen = report.moves.front();
  chosen.value = best == 0 ? 0 : best > 0 ? std::max(chosen.value, 2) : std::min(chosen.value, -2);
  for (RootMove& move : report.moves)
    if (move.value > chosen.value) move = {move.move, chosen.value, true};
  return true;
}

RootReport Champion::think(const Position& position, Limits limits, const StopToken& stop, const RootSink& sink) {
  const auto begin = Clock::now();
  const int empties = empty_cells(position);
  std::optional<TimePlan> plan;
  if (limits.clock) {
    plan = share_of(*limits.clock, empties);
    limits.time = std::min(limits.time.value_or(plan->most), plan->most);
  }
  search_.begin(limits, stop);
  RootReport report;
  games::MoveList<Position> moves;
  position.legal_moves(moves);
  for (const Move move : moves) report.moves.push_back({move, -search_.evaluate(after(position, move)), false});
  std::ranges::stable_sort(report.moves, std::greater{}, &RootMove::value);
  report.line = {report.moves.front().move};
  for (const Stage stage : stages(empties, limits)) {
    const bool finished =
        stage.only_who_wins ? find_winner(position, stage, report) : search_moves(position, stage, report);
    report.nodes = search_.nodes();
    if (!finished) break;
    report.depth = stage.depth;
    report.is_exact = stage.depth == empties && stage.certainty == certain && !stage.only_who_wins;
    report.line = search_.known_line(position, report.moves.front().move, stage.depth);
    if (sink) sink(report);
    if (plan) {
      if (moves.size() == 1) break;  // nothing to decide
      if (Seconds(Clock::now() - begin) > Seconds(plan->wanted) / 2)
        break;  // the next one would take several times as long
    }
  }
  if (report.line.empty() || report.line.front() != report.moves.front().move)
    report.line = {report.moves.front().move};
  return report;
}

}  // namespace tengen::engines::othello
