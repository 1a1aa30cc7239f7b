// The ladder's table 2: how often black and white win between every two of its players. Once with the players as the
// paper describes them and once as its authors' program plays them, since the printed figures may come from either.

#include <fmt/format.h>

#include <array>
#include <map>

#include "experiments/experiment.hpp"
#include "experiments/finding.hpp"
#include "stats/effective.hpp"

namespace tengen::experiments {

namespace {

constexpr std::array<const char*, 7> names = {"AI4", "AI5", "AI6", "AI7", "AI8", "AI10", "AI11"};
constexpr std::array<const char*, 7> specs = {"ladder/ai4", "ladder/ai5",  "ladder/ai6", "ladder/ai7",
                                              "ladder/ai8", "ladder/ai10", "ladder/ai11"};
constexpr std::size_t players = names.size();
constexpr std::uint64_t printed_games = 1000;

// As printed: black's and white's percentages, where the row plays black. Cells that say who wins have 100 and 0.
//
// The caption says that columns play black, but replaying the authors' program shows that rows do; and that in the
// cells marked here the two figures stand in the wrong order.
struct Cell {
  double black, white;
  bool swapped = false;
};
constexpr std::array<std::array<Cell, players>, players> printed = {{
    {{{50.7, 48.1}, {62.4, 36.6}, {81.8, 17.5}, {65.4, 33.6}, {59.8, 39.5}, {3.4, 96.6}, {6.0, 94.0}}},
    {{{40.2, 57.8}, {49.0, 50.1}, {34.2, 55.6}, {59.3, 38.1}, {51.0, 47.0}, {25.2, 65.5}, {0, 100}}},
    {{{68.4, 22.8}, {68.6, 31.4}, {100, 0}, {67.2, 36.3}, {87.1, 10.8}, {0, 100, true}, {0, 100}}},
    {{{54.2, 42.1}, {63.0, 35.6}, {63.5, 36.5}, {78.1, 19.5}, {55.5, 43.3}, {99.0, 1.0, true}, {96, 4, true}}},
    {{{55.4, 40.3}, {60.6, 37.8}, {76.0, 24.0}, {84.3, 14.4}, {56.6, 42.7}, {96.6, 3.3, true}, {100, 0, true}}},
    {{{99.9, 0.1}, {100, 0}, {100, 0}, {100, 0}, {100, 0}, {100, 0}, {0, 100}}},
    {{{99.5, 0.5}, {100, 0}, {100, 0}, {100, 0}, {99, 1}, {100, 0}, {100, 0}}},
}};
// Which of them say only who wins, since both players always do the same.
constexpr bool decided(std::size_t row, std::size_t column) {
  const auto sure = [](std::size_t i) { return i == 2 || i == 5 || i == 6; };  // AI6, AI10, AI11
  return sure(row) && sure(column);
}

Cell read(std::size_t row, std::size_t column) {
  const Cell cell = printed[row][column];
  return cell.swapped ? Cell{cell.white, cell.black} : cell;
}

// Only some players have a form that the authors' program plays and the paper does not describe.
bool has_program_form(std::size_t player) { return player == 0 || player == 2; }

std::string spec_of(std::size_t player, bool program) {
  return program && has_program_form(player) ? fmt::format("{}:variant=program", specs[player]) : specs[player];
}

std::string store_name(std::size_t a, std::size_t b, bool program) {
  const auto name = [&](std::size_t p) {
    return fmt::format("{}{}", std::string_view(specs[p]).substr(7), program && has_program_form(p) ? "p" : "");
  };
  return fmt::format("ladder-{}-{}", name(a), name(b));
}

// AI11 thinks a thousand times as long as the others: its cells have a fifth of the games, and a twentieth where games
// are long.
std::uint64_t games_of_cell(const Lab& lab, std::size_t a, std::size_t b) {
  const std::uint64_t games = lab.games(1000, 40);
  if (b != players - 1) return games;
  return std::max<std::uint64_t>(2, a == b || a == 2 ? games / 20 : games / 5);
}

using Matrix = std::array<std::array<stats::TableCell, players>, players>;

Expected<Matrix> play(Lab& lab, bool program) {
  Matrix matrix;
  for (std::size_t a = 0; a < players; ++a)
    for (std::size_t b = a; b < players; ++b) {
      const std::uint64_t cell = games_of_cell(lab, a, b);
      const auto result = lab.match({store_name(a, b, program),
                                     "gomoku",
                                     "",
                                     spec_of(a, program),
                                     spec_of(b, program),
                                     a == b ? cell : 2 * cell,
                                     "none",
                                     {}});
      if (!result) return result.error();
      matrix[a][b] = stats::table_cell(result->pairing, Side::first);
      if (a == b) continue;
      matrix[b][a] = stats::table_cell(result->pairing.seen_from_b(), Side::first);
    }
  return matrix;
}

document::HeatMap heat_map(const Matrix& matrix, bool program) {
  document::HeatMap map{fmt::format("Black's and White's wins in percent, players as {}",
                                    program ? "the authors' program plays them" : "the paper describes them"),
                        "Black ↓ White →",
                        {},
                        {},
                        {}};
  for (const char* name : names) {
    map.rows.emplace_back(name);
    map.columns.emplace_back(name);
  }
  for (const auto& row : matrix) {
    std::vector<document::HeatCell>& cells = map.cells.emplace_back();
    for (const stats::TableCell& cell : row)
      cells.push_back({cell.first_wins.value, fmt::format("{:.1f}, {:.1f}", 100 * cell.first_wins.value.value_or(0),
                                                          100 * cell.second_wins.value.value_or(0))});
  }
  return map;
}

document::HeatMap printed_map() {
  document::HeatMap map{"The same as printed; ⇄ marks cells whose two figures are printed in the wrong order",
                        "Black ↓ White →",
                        {},
                        {},
                        {}};
  for (std::size_t r = 0; r < players; ++r) {
    map.rows.emplace_back(names[r]);
    map.columns.emplace_back(names[r]);
    std::vector<document::HeatCell>& cells = map.cells.emplace_back();
    for (std::size_t c = 0; c < players; ++c) {
      const Cell cell = printed[r][c];
      cells.push_back(
          {read(r, c).black / 100, fmt::format("{:.1f}, {:.1f}{}", cell.black, cell.white, cell.swapped ? " ⇄" : "")});
    }
  }
  return map;
}

Finding compare(std::size_t row, std::size_t column, const stats::TableCell& ours) {
  const Cell paper = read(row, column);
  Finding finding{fmt::format("{} – {}", names[row], names[column]),
                  decided(row, column) ? (paper.black > 50 ? "Black wins" : "White wins")
                                       : fmt::format("{:.1f}, {:.1f}", paper.black, paper.white),
                  fmt::format("{}, {}", percent(ours.first_wins), percent(ours.second_wins)),
                  ours.games.games(),
                  ours.distinct_games,
                  Agreement::agrees,
                  ""};
  if (decided(row, column) && ours.distinct_games > 1) {
    const double share = ours.first_wins.value.value_or(0.5);
    finding.verdict = (share > 0.5) == (paper.black > 50) ? Agreement::agrees : Agreement::differs;
    finding.why = "one game in print, several of ours";
    return finding;
  }
  for (const auto& [share, print] : {std::pair(ours.first_wins, paper.black), {ours.second_wins, paper.white}})
    if (compare_shares(share, print / 100, decided(row, column) ? std::nullopt : std::optional(printed_games)) !=
        Agreement::agrees)
      finding.verdict = Agreement::differs;
  const Cell raw = printed[row][column];
  if (finding.verdict == Agreement::differs && raw.swapped &&
      compare_shares(ours.first_wins, raw.black / 100, printed_games) == Agreement::agrees)
    finding.why = "agrees with the two figures in the order they are printed in";
  return finding;
}

}  // namespace

Findings run_ladder(Lab& lab) {
  std::vector<document::Block> blocks = {
      document::Words{
          "Every player of the ladder against every other, 1000 games a cell in the paper, on an empty 15×15 board "
          "without forbidden moves. The caption in the paper says that the column plays black; games of the authors' "
          "program show that the row does. Deterministic players play one and the same game however often they meet: "
          "such cells have one distinct game and no interval. AI11 keeps time, so its games may come out otherwise "
          "in another run. At 95% about one honest cell in twenty differs."},
      printed_map()};
  std::array<int, 2> agreeing{};
  std::vector<document::Block> details;
  for (const bool program : {false, true}) {
    const auto matrix = play(lab, program);
    if (!matrix) return matrix.error();
    std::vector<Finding> findings;
    for (std::size_t r = 0; r < players; ++r)
      for (std::size_t c = 0; c < players; ++c) {
        findings.push_back(compare(r, c, (*matrix)[r][c]));
        if (findings.back().verdict == Agreement::agrees) ++agreeing[program];
      }
    blocks.push_back(heat_map(*matrix, program));
    details.push_back(table_of(fmt::format("Cell by cell, players as {}", program ? "in the program" : "in the paper"),
                               findings, lab.plan().seed));
  }
  blocks.push_back(document::Words{fmt::format(
      "Of {} cells {} agree with print when the players are built as the paper describes them, and {} when they are "
      "built as the authors' program plays: the printed figures are {}.",
      players * players, agreeing[0], agreeing[1],
      agreeing[0] == agreeing[1]  ? "as near to one as to the other"
      : agreeing[1] > agreeing[0] ? "nearer to the program"
                                  : "nearer to the paper's words")});
  blocks.insert(blocks.end(), details.begin(), details.end());
  return blocks;
}

}  // namespace tengen::experiments
