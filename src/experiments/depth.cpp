// Section 5 of the ladder's paper, which defines the effective search depth and leaves it unmeasured: act(A) is the depth d
// at which full-width search with random leaves, BF(d), is A's equal. For players of all three games; with tests of what
// the paper supposes: that BF(d) is weaker than BF(d+1), and that weaker-than and equal are transitive.

#include <fmt/format.h>

#include <map>

#include "document/chart_svg.hpp"
#include "experiments/experiment.hpp"
#include "experiments/finding.hpp"
#include "experiments/thinking.hpp"
#include "stats/effective.hpp"

namespace tengen::experiments {

namespace {

struct Contestant {
  std::string name;
  std::string spec;
  bool judge = false;                                 // one of those that meet everyone, for transitivity
  bool slow = false;                                  // a quarter of the games; left out of a quick run
  std::optional<std::uint64_t> nodes = std::nullopt;  // a move
};

struct GameField {
  std::string game;
  std::string title;
  std::string maker;  // of the positions that BF's speed is measured in
  int deepest;        // BF depth that a full run can afford
  int deepest_quick;
  std::vector<int> judge_depths;  // of BF among those that meet everyone
  std::vector<Contestant> players;
};

constexpr bool judge = true, slow = true;

GameField gomoku_field() {
  return {"gomoku",
          "Gomoku 15×15",
          "ladder/ai4",
          7,
          6,
          {1, 2, 3},
          {{"greedy", "greedy", judge},
           {"AI2", "ladder/ai2", judge},
           {"AI4", "ladder/ai4", judge},
           {"AI5", "ladder/ai5", judge},
           {"AI6", "ladder/ai6", judge},
           {"AI7", "ladder/ai7", judge},
           {"AI8", "ladder/ai8", judge},
           {"AI10", "ladder/ai10", judge},
           {"AI11", "ladder/ai11", !judge, slow},
           {"AI12", "ladder/ai12"},
           {"AI13", "ladder/ai13", !judge, slow},
           {"alphabeta d2", "alphabeta:depth=2"},
           {"uct 1000", "uct:simulations=1000", !judge, slow},
           {"pattern d2", "pattern/alphabeta:depth=2"},
           {"db-search", "threat/dbsearch"},
           {"threat/alphabeta, 20 k nodes", "threat/alphabeta", !judge, slow, 20'000}}};
}

GameField connect4_field() {
  return {"connect4",
          "Connect Four 6×7",
          "random",
          10,
          8,
          {1, 2, 4, 6},
          {{"greedy", "greedy", judge},
           {"minimax d2", "minimax:depth=2", judge},
           {"alphabeta d4", "alphabeta:depth=4", judge},
           {"alphabeta d6", "alphabeta:depth=6"},
           {"uct 100", "uct:simulations=100", judge},
           {"uct 1000", "uct:simulations=1000", judge},
           {"connect4/uct k=1, 1000", "connect4/uct:k=1,simulations=1000"},
           {"champion 1000", "connect4/champion:simulations=1000"},
           {"solver, 100 k nodes", "connect4/solver", !judge, slow, 100'000}}};
}

GameField othello_field() {
  return {"othello",
          "Othello",
          "random",
          8,
          7,
          {1, 2, 4},
          {{"greedy", "greedy", judge},
           {"othello/greedy", "othello/greedy", judge},
           {"minimax d2", "othello/minimax:depth=2", judge},
           {"alphabeta d4", "othello/alphabeta:depth=4", judge},
           {"alphabeta d6", "othello/alphabeta:depth=6"},
           {"uct 100", "uct:simulations=100", judge},
           {"uct 1000", "uct:simulations=1000"},
           {"solver", "othello/solver"},
           {"champion level 1", "othello/champion:level=1"}}};
}

std::vector<std::string> judges_of(const GameField& field) {
  std::vector<std::string> specs;
  for (const int depth : field.judge_depths) specs.push_back(depth == 1 ? "random" : fmt::format("bf:depth={}", depth));
  for (const Contestant& player : field.players)
    if (player.judge) specs.push_back(player.spec);
  return specs;
}

// Letters, digits and hyphens of a spec, for the name of a store.
std::string plain(std::string_view spec) {
  std::string name;
  for (const char c : spec) {
    const bool keep = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (keep) name += c;
    if (!keep && !name.ends_with('-')) name += '-';
  }
  return name;
}

Expected<MatchResult> meet(Lab& lab, const std::string& game, const std::string& a, const std::string& b,
                           std::uint64_t games, std::optional<std::uint64_t> nodes = std::nullopt) {
  Limits limits;
  limits.nodes = nodes;
  return lab.match({fmt::format("depth-{}-{}-{}", game, plain(a), plain(b)), game, "", a, b, games, "none", limits});
}

std::string in_plies(const stats::EffectiveDepth& act) {
  return stats::in_words(act.depth, 2, stats::Sign::plain) + (act.falling ? "" : " (com does not fall all the way)");
}

// A against BF(1), BF(2), … until BF is the better one beyond doubt, or as deep as can be afforded.
struct Measured {
  stats::EffectiveDepth act;
  document::Series com;
  std::uint64_t games = 0;
  std::uint64_t distinct = 0;
};
Expected<Measured> measure(Lab& lab, const GameField& field, const Contestant& player) {
  Measured measured;
  measured.com.name = player.name;
  std::vector<stats::DepthPoint> points;
  const int deepest = lab.plan().quick ? field.deepest_quick : field.deepest;
  for (int depth = 1; depth <= deepest; ++depth) {
    // The deepest searches cost as much as all others together.
    const std::uint64_t all = depth == deepest ? lab.games(40, 16) : lab.games(100, 24);
    const std::uint64_t games = player.slow ? std::max<std::uint64_t>(2, all / 4) : all;
    const auto result = meet(lab, field.game, player.spec, fmt::format("bf:depth={}", depth), games, player.nodes);
    if (!result) return result.error();
    const stats::Estimate com = stats::win_rates(result->pairing).com;
    points.push_back({depth, com});
    measured.com.points.push_back({static_cast<double>(depth), com.value.value_or(0), com.low, com.high});
    measured.games += games;
    measured.distinct += result->distinct;
    if (com.high && *com.high < 1) break;
  }
  measured.act = stats::effective_depth(points);
  return measured;
}

// How fast BF is, and how it compares from one depth to the next.
Expected<std::vector<document::Block>> yardstick(Lab& lab, const GameField& field) {
  document::Table table{
      fmt::format("{}: the yardstick, on one core", field.title),
      {"depth", "ms a move", "nodes visited", "nodes/s", "against the depth below, com", "weaker below"},
      {}};
  const auto positions = make_positions(lab, {field.game, "", field.maker, 12, 6});
  if (!positions) return positions.error();
  const int deepest = lab.plan().quick ? field.deepest_quick : field.deepest;
  int failures = 0;
  for (int depth = 1; depth <= deepest; ++depth) {
    double seconds = 0, nodes = 0;
    const std::string spec = fmt::format("bf:depth={}", depth);
    for (const auto& game : *positions) {
      const auto player = lab.registry().make_player(spec, *game);
      if (!player) return player.error();
      (*player)->begin(*game, lab.plan().seed, lab.stop());
      const auto thought = think(**player, *game, lab.stop());
      if (!thought) return thought.error();
      seconds += cpu_seconds(*thought);
      nodes += static_cast<double>(thought->nodes);
    }
    const double n = static_cast<double>(positions->size());
    std::vector<std::string> row = {fmt::format("{}", depth), document::readable_number(1e3 * seconds / n),
                                    document::readable_number(nodes / n), document::readable_number(nodes / seconds)};
    if (depth > 1) {
      const std::uint64_t games = depth == deepest ? lab.games(60, 16) : lab.games(200, 24);
      const auto result = meet(lab, field.game, spec, fmt::format("bf:depth={}", depth - 1), games);
      if (!result) return result.error();
      const stats::Estimate com = stats::win_rates(result->pairing).com;
      const stats::Relation relation = stats::relation(com);
      row.push_back(stats::in_words(com, 2, stats::Sign::plain));
      row.emplace_back(relation == stats::Relation::stronger  ? "yes"
                       : relation == stats::Relation::weaker  ? "no, stronger"
                       : relation == stats::Relation::unknown ? "unknown"
                                                              : "not told apart");
      if (relation == stats::Relation::weaker) ++failures;
    }
    table.rows.push_back(std::move(row));
  }
  return std::vector<document::Block>{
      table,
      document::Words{failures == 0
                          ? "Nowhere is the deeper search the weaker one: the paper's conjecture of monotony stands."
                          : fmt::format("{} times the deeper search is the weaker one: the conjecture of monotony "
                                        "fails here.",
                                        failures)}};
}

Expected<Finding> transitivity(Lab& lab, const GameField& field) {
  const std::vector<std::string> judges = judges_of(field);
  const std::size_t n = judges.size();
  std::vector<stats::Relation> relations(n * n, stats::Relation::equivalent);
  std::uint64_t games = 0, distinct = 0;
  for (std::size_t a = 0; a < n; ++a)
    for (std::size_t b = a + 1; b < n; ++b) {
      const std::uint64_t each = lab.games(100, 16);
      const auto result = meet(lab, field.game, judges[a], judges[b], each);
      if (!result) return result.error();
      relations[a * n + b] = stats::relation(stats::win_rates(result->pairing).com);
      relations[b * n + a] = stats::relation(stats::win_rates(result->pairing.seen_from_b()).com);
      games += each;
      distinct += result->distinct;
    }
  const stats::Transitivity t = stats::transitivity(static_cast<int>(n), relations);
  // Players that so few games cannot tell apart need not be equal: a broken chain of those proves nothing.
  const Agreement verdict = t.weaker_reversed > 0 ? Agreement::differs
                            : t.equal_broken > 0  ? Agreement::not_comparable
                                                  : Agreement::agrees;
  return Finding{fmt::format("{}: transitive over {} players", field.title, n),
                 "conjectured",
                 fmt::format("weaker: {} chains, {} reversed, {} undecided; equal: {} chains, {} broken",
                             t.weaker_chains, t.weaker_reversed, t.weaker_undecided, t.equal_chains, t.equal_broken),
                 games,
                 distinct,
                 verdict,
                 verdict == Agreement::not_comparable
                     ? "weaker-than holds; that players cannot be told apart does not make them equal"
                     : ""};
}

}  // namespace

Findings run_depth(Lab& lab) {
  std::vector<document::Block> blocks = {document::Words{
      "com(A, B) is A's win rate moving first plus its win rate moving second, draws counting half: 1 between "
      "equals. BF(d) searches d plies full-width and gives its leaves random values; BF(1) moves at random. act(A) is "
      "where com(A, BF(d)) falls through 1. “At least” means that the deepest BF that was affordable still loses."}};
  std::vector<Finding> conjectures;
  for (const GameField& field : {gomoku_field(), connect4_field(), othello_field()}) {
    auto speed = yardstick(lab, field);
    if (!speed) return speed.error();
    document::Table table{
        fmt::format("{}: effective search depth", field.title), {"player", "act, plies", "games", "distinct"}, {}};
    document::Chart chart{
        fmt::format("{}: com against the depth of BF", field.title), "depth of BF", "com", {}, false, false, 1.0};
    document::DotPlot acts{fmt::format("{}: effective depth with 95% intervals", field.title), "plies", {}, {}};
    for (const Contestant& player : field.players) {
      const auto start = lab.start(field.game);
      if (!start) return start.error();
      if (player.slow && lab.plan().quick) {
        table.rows.push_back({player.name, "left out of a quick run", "", ""});
        continue;
      }
      if (const auto error = lab.missing(player.spec, **start)) {
        table.rows.push_back({player.name, fmt::format("missing: {}", error->message), "", ""});
        continue;
      }
      const auto measured = measure(lab, field, player);
      if (!measured) return measured.error();
      table.rows.push_back({player.name, in_plies(measured->act), fmt::format("{}", measured->games),
                            fmt::format("{}", measured->distinct)});
      chart.series.push_back(measured->com);
      const stats::Estimate& act = measured->act.depth;
      acts.rows.push_back({player.name, act.value, act.low, act.high});
    }
    auto transitive = transitivity(lab, field);
    if (!transitive) return transitive.error();
    conjectures.push_back(std::move(*transitive));
    blocks.emplace_back(std::move(table));
    blocks.emplace_back(std::move(acts));
    blocks.emplace_back(std::move(chart));
    blocks.insert(blocks.end(), speed->begin(), speed->end());
  }
  blocks.emplace_back(table_of("Are weaker-than and equal transitive?", conjectures, lab.plan().seed));
  return blocks;
}

}  // namespace tengen::experiments
