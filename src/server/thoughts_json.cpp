#include "server/thoughts_json.hpp"

#include <array>
#include <cmath>

#include "roster/moves.hpp"
#include "server/board_view.hpp"

namespace tengen {

namespace {

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

// JSON has no infinities.
Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

std::int64_t milliseconds(std::chrono::nanoseconds time) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
}

constexpr std::array<std::string_view, 5> verdicts = {"win", "draw", "loss", "no_win", "unknown"};

}  // namespace

std::string_view name_of(ScoreUnit unit) {
  constexpr std::array<std::string_view, 4> names = {"result", "discs", "plies", "points"};
  return names[static_cast<std::size_t>(unit)];
}

Json thought_json(const Game& game, const Choice& choice, const Thinker& thinker, std::chrono::nanoseconds time) {
  const bool scored = has_score(choice);
  const double seconds = std::chrono::duration<double>(time).count();
  Json json = {{"player", thinker.player}, {"to_move", index(game.side_to_move())}};
  json.update(move_json(game, choice.move));
  json["score"] = scored ? number(choice.score) : Json(nullptr);
  json["unit"] = name_of(thinker.meaning.unit);
  json["win"] = scored ? or_null(win_chance(thinker.meaning, choice.score, choice.end_in)) : Json(nullptr);
  json["exact"] = choice.end_in.has_value() || (scored && thinker.meaning.exact);
  json["end_in"] = or_null(choice.end_in);
  json["depth"] = choice.depth;
  json["nodes"] = choice.nodes;
  json["time"] = milliseconds(time);
  json["speed"] = seconds > 1e-4 ? std::llround(static_cast<double>(choice.nodes) / seconds) : 0;
  json["pv"] = line_json(game, choice.pv);
  auto candidates = Json::array();
  for (const AnyCandidate& candidate : choice.candidates) {
    if (!game.is_legal(candidate.move)) continue;
    Json item = move_json(game, candidate.move);
    item["value"] = number(candidate.value);
    item["win"] = or_null(win_chance(thinker.meaning, candidate.value, std::nullopt));
    item["exact"] = candidate.exact;
    if (candidate.visits > 0) item["visits"] = candidate.visits;
    candidates.push_back(std::move(item));
  }
  json["candidates"] = std::move(candidates);
  return json;
}

Json threat_json(const Game& game, const AnySolution& solution, std::string_view method,
                 std::chrono::nanoseconds time) {
  return {{"method", method},
          {"verdict", verdicts[static_cast<std::size_t>(solution.verdict)]},
          {"pv", line_json(game, solution.line)},
          {"nodes", solution.nodes},
          {"time", milliseconds(time)}};
}

Json exact_json(const Game& game, const AnySolution& solution, const SolverInfo& method,
                std::chrono::nanoseconds time) {
  Json json = threat_json(game, solution, method.name, time);
  json["score"] = or_null(solution.score);
  json["unit"] = name_of(method.scores.value_or(ScoreUnit::points));
  auto moves = Json::array();
  for (const auto& [move, score] : solution.moves) {
    Json item = move_json(game, move);
    item["value"] = score;
    moves.push_back(std::move(item));
  }
  json["moves"] = std::move(moves);
  if (!solution.columns.empty()) {
    auto columns = Json::array();
    for (const auto& column : solution.columns) columns.push_back(or_null(column));
    json["columns"] = std::move(columns);
  }
  return json;
}

}  // namespace tengen
