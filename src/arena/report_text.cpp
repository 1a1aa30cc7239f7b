#include <fmt/format.h>

#include <algorithm>

#include "arena/report.hpp"
#include "core/columns.hpp"
#include "core/text.hpp"

namespace tengen::arena {

namespace {

std::string percent(double share) { return fmt::format("{:.1f}%", 100 * share); }
std::string percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? "-" : percent(static_cast<double>(part) / static_cast<double>(whole));
}

std::string score_with_interval(const stats::MatchCounts& counts) {
  const auto score = stats::score(counts);
  if (!score) return "-";
  const auto interval = stats::score_interval(counts);
  if (!interval) return percent(*score) + ", too few distinct games for an interval";
  return fmt::format("{} [{:.1f}, {:.1f}] (95%)", percent(*score), 100 * interval->low, 100 * interval->high);
}

std::string by_side(const stats::WinDrawLoss& c) { return fmt::format("{}-{}-{}", c.wins, c.draws, c.losses); }

// "12.3 s, 0.123 s a game"
std::string cpu_words(const PlayerTotal& total) {
  const auto seconds = total.cpu_seconds();
  if (!seconds) return "not measured";
  return fmt::format("{:.2f} s, {:.4f} s a game", *seconds, *seconds / static_cast<double>(total.cpu_games));
}

class Text {
 public:
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
    while (out_.size() > 0 && out_[out_.size() - 1] == ' ') out_.resize(out_.size() - 1);
    out_.push_back('\n');
  }
  // Text of any length under a heading, in as many lines as it needs.
  void wrapped(std::string_view heading, std::string_view words) {
    constexpr std::size_t most = 100;
    for (const std::string& piece : wrap(words, most - heading.size())) {
      line("{}{}", heading, piece);
      heading = "           ";
    }
  }
  std::string take() { return {out_.data(), out_.size()}; }

 private:
  fmt::memory_buffer out_;
};

void write_match(Text& text, const Report& report) {
  const auto& names = report.setup.players;
  text.line("A  {}\nB  {}\n", names[0].name, names[1].name);
  if (report.games.empty()) return;
  // Imported games may also hold games of a player against itself.
  const auto between = std::ranges::find_if(report.pairings, [](const stats::Pairing& p) { return p.a != p.b; });
  const stats::MatchCounts counts = between == report.pairings.end() ? stats::MatchCounts{} : between->counts();
  const auto a = report.totals[0].all();
  const auto games = report.games.size();
  text.line("games      {}: A won {} ({}), B won {} ({}), {} drawn", games, a.wins, percent(a.wins, games), a.losses,
            percent(a.losses, games), a.draws);
  std::array<std::uint64_t, 2> wins{};
  for (std::size_t side = 0; side < 2; ++side)
    wins[side] = report.totals[0].by_side[side].wins + report.totals[1].by_side[side].wins;
  text.line("by side    {} won {} ({}), {} won {} ({})", report.game->sides[0], wins[0], percent(wins[0], games),
            report.game->sides[1], wins[1], percent(wins[1], games));
  text.line("           A won, drew, lost {} as {}, {} as {}", by_side(report.totals[0].by_side[0]),
            report.game->sides[0], by_side(report.totals[0].by_side[1]), report.game->sides[1]);
  text.line("score      A {}", score_with_interval(counts));
  text.line("Elo        A over B {}{}", stats::in_words(stats::elo_estimate(counts)),
            a.wins == games     ? "; A won every game"
            : a.losses == games ? "; B won every game"
                                : "");
  text.line("normalised A over B {}", stats::in_words(stats::normalised_elo_estimate(counts)));
  if (const auto los = stats::likelihood_of_superiority(counts))
    text.line("superior   A is the better one with {}", percent(*los));
  text.line("pairs      {} {} {} {} {} with 0, ½, 1, 1½, 2 points for A", counts.pairs[0], counts.pairs[1],
            counts.pairs[2], counts.pairs[3], counts.pairs[4]);
  text.line("distinct   {} of {} games", report.distinct_games, games);
  if (report.totals[0].cpu_games + report.totals[1].cpu_games > 0)
    text.line("CPU        A {}; B {}", cpu_words(report.totals[0]), cpu_words(report.totals[1]));
}

void write_standings(Text& text, const Report& report) {
  text.line(" #  {}  games    won  drawn   lost   score  rating (95%)", fitted("player", 26));
  for (std::size_t place = 0; place < report.order.size(); ++place) {
    const auto player = static_cast<std::size_t>(report.order[place]);
    const PlayerTotal& total = report.totals[player];
    const auto all = total.all();
    std::string rating = "-";
    if (all.games() > 0 && !report.ratings.players.empty()) rating = stats::in_words(report.ratings.players[player]);
    // The words behind a bound stand below the table, once for all.
    rating = rating.substr(0, rating.find(':'));
    text.line("{:2}  {} {:6} {:6} {:6} {:6}  {:>6}  {}", place + 1, fitted(report.setup.players[player].name, 26),
              all.games(), all.wins, all.draws, all.losses,
              all.games() == 0 ? "-" : percent(total.points() / static_cast<double>(all.games())), cut(rating, 32));
  }
  if (report.ratings.players.empty() || report.games.empty()) return;
  text.line("");
  text.line("Ratings are in Elo, their mean is 0; moving first is worth {}.",
            stats::in_words(report.ratings.first_move_elo));
  if (std::ranges::any_of(report.ratings.players,
                          [](const stats::Rating& r) { return r.standing != stats::Standing::known; }))
    text.line("At least: the others never took a point from it. At most: it never took one from them.");
}

// The row's score against the column's player, with its interval; as many columns as fit, block after block.
void write_matrix(Text& text, const Report& report) {
  constexpr std::size_t columns = 5, width = 16, name_width = 14;
  const std::size_t n = report.order.size();
  std::vector<const stats::Pairing*> table(n * n, nullptr);
  for (const stats::Pairing& p : report.pairings)
    table[static_cast<std::size_t>(p.a) * n + static_cast<std::size_t>(p.b)] = &p;
  for (std::size_t from = 0; from < n; from += columns) {
    std::string head = "    " + fitted("row against", name_width);
    for (std::size_t c = from; c < std::min(n, from + columns); ++c) head += fmt::format("{:>{}}", c + 1, width);
    text.line("");
    text.line("{}", head);
    for (std::size_t r = 0; r < n; ++r) {
      const auto row = static_cast<std::size_t>(report.order[r]);
      std::string line = fmt::format("{:2}  {}", r + 1, fitted(report.setup.players[row].name, name_width));
      for (std::size_t c = from; c < std::min(n, from + columns); ++c) {
        const auto column = static_cast<std::size_t>(report.order[c]);
        std::string cell = "·";
        std::size_t padding = width - 1;
        if (const auto* pairing = table[row * n + column] ? table[row * n + column] : table[column * n + row]) {
          const auto counts = table[row * n + column] ? pairing->counts() : pairing->seen_from_b().counts();
          const auto interval = stats::score_interval(counts);
          cell = fmt::format("{:.1f}", 100 * *stats::score(counts));
          if (interval) cell += fmt::format(" [{:.0f},{:.0f}]", 100 * interval->low, 100 * interval->high);
          padding = width - cell.size();
        }
        line += std::string(padding, ' ') + cell;
      }
      text.line("{}", line);
    }
  }
  text.line("");
  text.line("Each cell: the row's share of the points in %, with its 95% interval.");
}

void write_bracket(Text& text, const Report& report) {
  for (std::size_t round = 0; round < report.bracket.size(); ++round) {
    const std::size_t left = report.bracket[round].size();
    text.line("\n{}", left == 1 ? "Final" : left == 2 ? "Semi-finals" : fmt::format("Round of {}", 2 * left));
    for (const KnockoutMatch& m : report.bracket[round]) {
      const auto name = [&](const std::optional<int>& p, const char* none) {
        return p ? report.setup.players[static_cast<std::size_t>(*p)].name : std::string(none);
      };
      const bool bye = round == 0 && (!m.players[0] || !m.players[1]);
      text.line("  {} {:>5} : {:<5} {}  {}", fitted(name(m.players[0], bye ? "bye" : "?"), 26),
                fmt::format("{}", m.half_points[0] / 2.0), fmt::format("{}", m.half_points[1] / 2.0),
                fitted(name(m.players[1], bye ? "bye" : "?"), 26),
                m.winner ? "→ " + fitted(name(m.winner, ""), 20) : "");
    }
  }
}

void write_endings(Text& text, const Report& report) {
  std::map<records::Termination, std::uint64_t> all;
  for (const GameSummary& game : report.games) ++all[game.termination];
  std::vector<std::string> endings;
  for (const auto& [termination, count] : all)
    endings.push_back(fmt::format("{} {}", count, records::name_of(termination)));
  text.line("ended by   {}", joined(endings));
  text.line("by play    {} of {} games{}", report.by_play, report.games.size(),
            report.by_play == report.games.size() ? "" : ": won, drawn or given up on the board");
  for (std::size_t p = 0; p < report.totals.size(); ++p)
    for (const auto& [termination, count] : report.totals[p].lost_by) {
      if (!records::is_failure(termination) && termination != records::Termination::time) continue;
      std::string why;
      for (const records::Record& failure : report.failures)
        if (loser_of(failure) == static_cast<int>(p) && failure.termination == termination) why = ", " + failure.detail;
      text.wrapped("failures   ",
                   fmt::format("{}: {} {}{}", report.setup.players[p].name, count, records::name_of(termination), why));
    }
  for (const Incident& incident : report.incidents)
    text.wrapped("incident   ",
                 fmt::format("{}: {}, {}", report.setup.players[static_cast<std::size_t>(incident.player)].name,
                             incident.kind, incident.detail));
}

}  // namespace

std::string to_text(const Report& report) {
  Text text;
  const bool is_match = report.setup.players.size() == 2;
  if (report.games.size() < report.planned && !(report.sprt && report.sprt->state != stats::SprtState::running))
    text.line("{} of {} games are played", report.games.size(), report.planned);
  if (is_match) {
    write_match(text, report);
  } else {
    write_standings(text, report);
    if (!report.games.empty() && report.bracket.empty()) write_matrix(text, report);
  }
  write_bracket(text, report);
  if (report.games.empty()) return text.take();
  if (!is_match) text.line("\ndistinct   {} of {} games", report.distinct_games, report.games.size());
  write_endings(text, report);
  if (report.sprt) text.line("test       {}", stats::in_words(*report.sprt, *report.setup.sprt));
  if (!report.setup.imported) text.line("seed       {}", report.setup.seed);
  for (const std::string& warning : report.warnings) text.line("\n{}", warning);
  return text.take();
}

}  // namespace tengen::arena
