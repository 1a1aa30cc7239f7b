#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "arena/report.hpp"
#include "core/text.hpp"
#include "records/board_json.hpp"
#include "roster/frames.hpp"
#include "stats/effective.hpp"

namespace tengen::arena {

namespace {

using Json = nlohmann::ordered_json;

Json number(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }
Json triple(const stats::Estimate& e) {
  return {{"value", number(e.value)}, {"low", number(e.low)}, {"high", number(e.high)}};
}
Json counts(const stats::WinDrawLoss& c) { return Json::array({c.wins, c.draws, c.losses}); }

// Enough digits to look at, and no ".0".
Json short_form(double value, int digits) {
  const double rounded = to_number<double>(fmt::format("{:.{}g}", value, digits)).value();
  const bool whole = std::abs(rounded) < 1e15 && rounded == std::trunc(rounded);
  return whole ? Json(static_cast<std::int64_t>(rounded)) : Json(rounded);
}

// The board before the first move, and whose move it is.
Json start_board(const games::Diagram& diagram) {
  Json json = records::board_json(diagram);
  json["to_move"] = index(diagram.to_move);
  return json;
}

Json players(const Report& report) {
  Json rows = Json::array();
  for (std::size_t p = 0; p < report.setup.players.size(); ++p) {
    const Entrant& player = report.setup.players[p];
    const auto& gone = report.totals[p].withdrawn;
    rows.push_back({{"name", player.name},
                    {"spec", player.spec},
                    {"limits", limits_text(report.setup, player)},
                    {"withdrawn", gone ? Json(*gone) : Json(nullptr)}});
  }
  return rows;
}

Json standings(const Report& report) {
  Json rows = Json::array();
  for (const int player : report.order) {
    const PlayerTotal& total = report.totals[static_cast<std::size_t>(player)];
    const auto all = total.all();
    Json row = {{"player", player},
                {"games", all.games()},
                {"points", total.points()},
                {"wins", all.wins},
                {"draws", all.draws},
                {"losses", all.losses},
                {"first", counts(total.by_side[0])},
                {"second", counts(total.by_side[1])},
                {"cpu_seconds", number(total.cpu_seconds())},
                {"cpu_games", total.cpu_games}};
    if (!report.ratings.players.empty()) {
      const stats::Rating& rating = report.ratings.players[static_cast<std::size_t>(player)];
      const bool known = rating.standing == stats::Standing::known && all.games() > 0;
      row["rating"] = known ? Json(rating.elo) : Json(nullptr);
      row["low"] = number(rating.low);
      row["high"] = number(rating.high);
      row["words"] = all.games() > 0 ? stats::in_words(rating) : "no games";
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

// The paper's figures over all opponents: the share of points moving first, moving second, and their sum.
Json ladder(const Report& report) {
  Json rows = Json::array();
  for (const int player : report.order) {
    const PlayerTotal& total = report.totals[static_cast<std::size_t>(player)];
    Json row = {{"player", player}, {"pre", nullptr}, {"suf", nullptr}, {"com", nullptr}};
    double com = 0;
    bool both = true;
    for (std::size_t side = 0; side < 2; ++side) {
      const stats::WinDrawLoss& c = total.by_side[side];
      both = both && c.games() > 0;
      if (c.games() == 0) continue;
      const double rate =
          (static_cast<double>(c.wins) + static_cast<double>(c.draws) / 2) / static_cast<double>(c.games());
      row[side == 0 ? "pre" : "suf"] = rate;
      com += rate;
    }
    if (both) row["com"] = com;
    rows.push_back(std::move(row));
  }
  return rows;
}

Json cell(const stats::Pairing& pairing) {
  const auto match = pairing.counts();
  const auto first = pairing.games_of_a(Side::first), second = pairing.games_of_a(Side::second);
  const auto interval = stats::score_interval(match);
  const auto elo = stats::elo_estimate(match);
  const auto rates = stats::win_rates(pairing);
  Json cell;
  cell["games"] = first.games() + second.games();
  cell["wins"] = first.wins + second.wins;
  cell["draws"] = first.draws + second.draws;
  cell["losses"] = first.losses + second.losses;
  cell["first"] = counts(first);
  cell["second"] = counts(second);
  cell["score"] = number(stats::score(match));
  cell["low"] = interval ? Json(interval->low) : Json(nullptr);
  cell["high"] = interval ? Json(interval->high) : Json(nullptr);
  cell["elo"] = number(elo.value);
  cell["elo_low"] = number(elo.low);
  cell["elo_high"] = number(elo.high);
  cell["normalised_elo"] = triple(stats::normalised_elo_estimate(match));
  cell["likelihood_of_superiority"] = number(stats::likelihood_of_superiority(match));
  cell["pentanomial"] = match.pairs;
  cell["distinct_pairs"] = pairing.distinct_units;
  cell["pre"] = triple(rates.pre);
  cell["suf"] = triple(rates.suf);
  cell["com"] = triple(rates.com);
  return cell;
}

Json matrix(const Report& report) {
  const std::size_t n = report.totals.size();
  Json rows(n, Json(n, Json(nullptr)));
  for (const stats::Pairing& pairing : report.pairings) {
    rows[static_cast<std::size_t>(pairing.a)][static_cast<std::size_t>(pairing.b)] = cell(pairing);
    rows[static_cast<std::size_t>(pairing.b)][static_cast<std::size_t>(pairing.a)] = cell(pairing.seen_from_b());
  }
  return rows;
}

// How sure it is that the row's player is better than the column's.
Json superiority(const Report& report) {
  Json rows = Json::array();
  if (report.ratings.players.empty() || report.ratings.superiority.empty()) return rows;
  for (std::size_t a = 0; a < report.totals.size(); ++a) {
    Json row = Json::array();
    for (std::size_t b = 0; b < report.totals.size(); ++b)
      row.push_back(a == b ? Json(nullptr) : Json(report.ratings.is_better(static_cast<int>(a), static_cast<int>(b))));
    rows.push_back(std::move(row));
  }
  return rows;
}

Json terminations(const Report& report) {
  std::map<records::Termination, std::vector<std::uint64_t>> counts;
  const std::size_t n = report.totals.size();
  for (std::size_t p = 0; p < n; ++p) {
    for (const auto& [termination, count] : report.totals[p].lost_by)
      counts.try_emplace(termination, n).first->second[p] = count;
    if (report.totals[p].drawn > 0)
      counts.try_emplace(records::Termination::draw, n).first->second[p] = report.totals[p].drawn;
  }
  Json rows = Json::array();
  for (const auto& [termination, by_player] : counts)
    rows.push_back({{"kind", records::name_of(termination)},
                    {"failure", records::is_failure(termination)},
                    {"by_player", by_player}});
  return rows;
}

Json bracket(const Report& report) {
  if (report.bracket.empty()) return nullptr;
  const auto player = [](const std::optional<int>& p) { return p ? Json(*p) : Json(nullptr); };
  Json rounds = Json::array();
  for (const auto& round : report.bracket) {
    Json matches = Json::array();
    for (const KnockoutMatch& m : round)
      matches.push_back({{"a", player(m.players[0])},
                         {"b", player(m.players[1])},
                         {"points_a", m.half_points[0] / 2.0},
                         {"points_b", m.half_points[1] / 2.0},
                         {"games", m.games},
                         {"winner", player(m.winner)}});
    rounds.push_back(std::move(matches));
  }
  return rounds;
}

// Each player's share of its points as the games came in; some two hundred samples.
Json timeline(const Report& report) {
  std::vector<const GameSummary*> games;
  for (const GameSummary& game : report.games) games.push_back(&game);
  std::ranges::stable_sort(games, {}, [](const GameSummary* g) { return g->finished; });
  const std::size_t n = report.totals.size(), step = std::max<std::size_t>(1, games.size() / 200);
  std::vector<double> points(n), played(n);
  Json samples = Json::array();
  for (std::size_t i = 0; i < games.size(); ++i) {
    for (std::size_t side = 0; side < 2; ++side) {
      const auto player = static_cast<std::size_t>(games[i]->players[side]);
      points[player] += games[i]->half_points(side) / 2.0;
      ++played[player];
    }
    if ((i + 1) % step != 0 && i + 1 != games.size()) continue;
    Json scores = Json::array();
    for (std::size_t p = 0; p < n; ++p) scores.push_back(played[p] > 0 ? Json(points[p] / played[p]) : Json(nullptr));
    samples.push_back({{"games", i + 1}, {"scores", std::move(scores)}});
  }
  return samples;
}

Json sprt(const Report& report) {
  if (!report.sprt) return nullptr;
  const stats::SprtTest& test = *report.setup.sprt;
  constexpr std::array<const char*, 3> states = {"continue", "H0", "H1"};
  return {{"elo0", test.elo0},
          {"elo1", test.elo1},
          {"alpha", test.alpha},
          {"beta", test.beta},
          {"model", test.model == stats::EloModel::normalised ? "normalised" : "logistic"},
          {"llr", report.sprt->llr},
          {"lower", report.sprt->bounds.low},
          {"upper", report.sprt->bounds.high},
          {"state", states[static_cast<std::size_t>(report.sprt->state)]},
          {"words", stats::in_words(*report.sprt, test)}};
}

}  // namespace

Json game_for_report(const records::Record& record, const roster::Game& played, std::string_view start) {
  const roster::Frames frames = roster::frames_of(played);
  Json game = {{"number", record.number.value_or(0)},         {"players", record.ids},
               {"outcome", records::name_of(record.outcome)}, {"termination", records::termination_text(record)},
               {"moves", joined(record.moves, " ")},          {"changes", roster::changes_text(frames)}};
  if (record.opening > 0) game["opening"] = record.opening;
  if (!record.detail.empty()) game["detail"] = record.detail;
  if (record.start != start) game["start"] = start_board(frames.start);
  if (!frames.winning_line.empty()) game["line"] = frames.winning_line;
  for (const records::MoveNote& note : record.notes) {
    game["scores"].push_back(note.score ? short_form(*note.score, 5) : Json(nullptr));
    game["times"].push_back(short_form(static_cast<double>(note.micros) / 1000, 3));
    game["depths"].push_back(note.depth);
  }
  return game;
}

Json to_json(const Report& report) {
  Json json;
  json["title"] = report.setup.title;
  json["kind"] = kind_text(report.setup);
  json["game"] = report.game->name;
  json["game_title"] = report.game->title;
  json["sides"] = report.game->sides;
  json["look"] = games::name_of(report.game->look);
  json["start"] = report.setup.position;
  const auto start = report.game->start(report.setup.position);
  json["board"] = start ? start_board((*start)->diagram()) : Json(nullptr);
  json["openings"] = report.setup.openings_spec;
  json["seed"] = report.setup.imported ? Json(nullptr) : Json(report.setup.seed);
  json["repeatable"] = report.setup.repeatable;
  json["version"] = report.setup.version;
  json["players"] = players(report);
  json["games_planned"] = report.planned;
  json["games_played"] = report.games.size();
  json["distinct_games"] = report.distinct_games;
  json["standings"] = standings(report);
  json["matrix"] = matrix(report);
  json["superiority"] = superiority(report);
  if (!report.ratings.players.empty()) {
    const stats::Estimate& first = report.ratings.first_move_elo;
    json["first_advantage"] = {{"elo", number(first.value)}, {"low", number(first.low)}, {"high", number(first.high)}};
    json["draw_rate"] = number(report.ratings.draw_rate.value);
  } else {
    json["first_advantage"] = nullptr;
    json["draw_rate"] = nullptr;
  }
  json["ladder"] = ladder(report);
  json["terminations"] = terminations(report);
  json["by_play"] = report.by_play;
  json["incidents"] = Json::array();
  for (const Incident& i : report.incidents)
    json["incidents"].push_back({{"player", i.player}, {"kind", i.kind}, {"detail", i.detail}, {"at", i.at}});
  json["failures"] = Json::array();
  for (const records::Record& game : report.failures)
    json["failures"].push_back(
        {{"player", loser_of(game)}, {"kind", records::termination_text(game)}, {"detail", game.detail}});
  json["sprt"] = sprt(report);
  json["bracket"] = bracket(report);
  json["timeline"] = timeline(report);
  json["warnings"] = report.warnings;
  return json;
}

}  // namespace tengen::arena
