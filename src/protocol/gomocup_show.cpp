#include "protocol/gomocup_show.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/text.hpp"
#include "games/gomoku/position.hpp"
#include "protocol/gomocup.hpp"
#include "protocol/thoughts.hpp"
#include "roster/moves.hpp"

namespace tengen::protocol::gomocup {

namespace {

// One of the best moves.
struct Line {
  roster::AnyMove move;
  double score = 0;
  std::optional<int> end_in;
  std::uint64_t nodes = 0;  // that were spent on it, where the search knows
  std::vector<roster::AnyMove> pv;
};

// The chosen move first, then the others as the search ranks them.
std::vector<Line> best_lines(const roster::Choice& choice, std::size_t most) {
  std::vector<Line> lines = {{choice.move, choice.score, choice.end_in, choice.nodes, choice.pv}};
  if (lines[0].pv.empty()) lines[0].pv = {choice.move};
  for (const roster::AnyCandidate& c : choice.candidates) {
    if (c.move == choice.move && c.visits > 0) lines[0].nodes = c.visits;
    if (c.move == choice.move || lines.size() >= most) continue;
    lines.push_back({c.move, c.value, std::nullopt, c.visits, c.pv.empty() ? std::vector{c.move} : c.pv});
  }
  return lines;
}

std::string point(roster::AnyMove move, int size) {
  const Point p = point_of(move.to<games::gomoku::Move>(), size);
  return fmt::format("{},{}", p.x, p.y);
}

// Results count from -1 to 1 with us and in whole numbers there.
std::string evaluation(const Line& line, const search::ScoreMeaning& meaning) {
  if (line.end_in) return fmt::format("{}M{}", *line.end_in > 0 ? '+' : '-', std::abs(*line.end_in));
  if (meaning.unit != search::ScoreUnit::result) return fmt::format("{:.0f}", line.score);
  if (std::abs(line.score) >= 1) return line.score > 0 ? "+M*" : "-M*";
  return fmt::format("{:.0f}", 1000 * line.score);
}

void show_block(const Line& line, std::size_t index, std::size_t lines, const roster::Choice& choice,
                const ShowPlan& plan, const Say& say) {
  const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(choice.time).count();
  const auto tell = [&](std::string_view key, const auto& value) { say(fmt::format("INFO {} {}", key, value)); };
  tell("PV", index);
  tell("NUMPV", lines);
  tell("DEPTH", choice.depth);
  tell("SELDEPTH", std::max<std::size_t>(static_cast<std::size_t>(choice.depth), line.pv.size()));
  tell("NODES", line.nodes);
  tell("TOTALNODES", choice.nodes);
  tell("TOTALTIME", milliseconds);
  tell("SPEED", 1000 * choice.nodes / static_cast<std::uint64_t>(std::max<std::int64_t>(milliseconds, 1)));
  tell("EVAL", evaluation(line, plan.meaning));
  if (const auto win = win_chance(plan.meaning, line.score, line.end_in)) tell("WINRATE", fmt::format("{:.4f}", *win));
  std::vector<std::string> points;
  for (const roster::AnyMove move : line.pv) points.push_back(point(move, plan.size));
  tell("BESTLINE", joined(points, " "));
  tell("PV", "DONE");
}

void show_on_board(const roster::Choice& choice, const ShowPlan& plan, const Say& say) {
  constexpr std::size_t most = 10;
  say("MESSAGE REALTIME REFRESH");
  const auto shown = std::min(choice.candidates.size(), most);
  for (std::size_t i = 0; i < shown; ++i) {
    const roster::AnyCandidate& c = choice.candidates[i];
    const bool lost = plan.meaning.unit == search::ScoreUnit::result && c.value <= -1;
    const std::string at = point(c.move, plan.size);
    if (lost) {
      say("MESSAGE REALTIME LOSE " + at);
    } else {
      say("MESSAGE REALTIME POS " + at);
      say("MESSAGE REALTIME DONE " + at);
    }
  }
  say("MESSAGE REALTIME BEST " + point(choice.move, plan.size));
}

}  // namespace

void show(const roster::Game& game, const roster::Choice& choice, const ShowPlan& plan, const Say& say) {
  const auto lines = best_lines(choice, std::max<std::size_t>(plan.lines, 1));
  const auto chance = [&](const Line& line) { return win_chance(plan.meaning, line.score, line.end_in); };
  if (plan.realtime) show_on_board(choice, plan, say);
  if (!has_score(choice)) return say("MESSAGE " + format_thoughts(game, choice));
  if (plan.detail)
    for (std::size_t i = 0; i < lines.size(); ++i) show_block(lines[i], i, lines.size(), choice, plan, say);
  if (plan.lines > 1)
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const auto win = chance(lines[i]);
      say(fmt::format("MESSAGE ({}) score {:.4g}{} visits {} pv {}", i + 1, lines[i].score,
                      win ? fmt::format(" chance {:.0f}%", 100 * *win) : "", lines[i].nodes,
                      joined(roster::names_of(game, lines[i].pv), " ")));
    }
  say("MESSAGE " + format_thoughts(game, choice, chance(lines[0])));
}

}  // namespace tengen::protocol::gomocup
