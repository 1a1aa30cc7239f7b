#include "stats/crosstable.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "core/hash.hpp"

namespace tengen::stats {

namespace {

// Half points of the side that moved first.
int half_points(Outcome outcome) { return outcome == Outcome::draw ? 1 : outcome == Outcome::first_wins ? 2 : 0; }

// A game from the side of its player with the lower index.
struct Seat {
  std::uint64_t pair = 0;
  std::uint64_t print = 0;
  int a = 0;
  int b = 0;
  Side moving = Side::first;
  int half_points = 0;  // of a

  auto order() const { return std::tuple(a, b, moving, print); }
  bool same_players(const Seat& other) const { return a == other.a && b == other.b; }
};

Seat seat_of(const GameResult& game) {
  const int points = half_points(game.outcome);
  if (game.first <= game.second) return {game.pair, game.print, game.first, game.second, Side::first, points};
  return {game.pair, game.print, game.second, game.first, Side::second, 2 - points};
}

std::size_t distinct(std::vector<std::uint64_t>& prints) {
  std::sort(prints.begin(), prints.end());
  return static_cast<std::size_t>(std::unique(prints.begin(), prints.end()) - prints.begin());
}

// A pairing under way, with the fingerprints that tell copies.
struct Growing {
  Pairing pairing;
  std::vector<std::uint64_t> units;
  std::array<std::vector<std::uint64_t>, 2> games;

  void add(const Seat* when_first, const Seat* when_second) {
    const auto cell = [](const Seat* seat) { return static_cast<std::size_t>(seat ? seat->half_points + 1 : 0); };
    ++pairing.units[4 * cell(when_first) + cell(when_second)];
    units.push_back(hash_words(when_first ? when_first->print : 0, when_second ? when_second->print : 0,
                               cell(when_first), cell(when_second)));
    if (when_first) games[0].push_back(when_first->print);
    if (when_second) games[1].push_back(when_second->print);
  }
  Pairing finished() {
    for (std::size_t i = 0; i < 2; ++i) pairing.distinct_games[i] = distinct(games[i]);
    // A game without its partner may still be a copy of one in a pair, and a pair may join two old games anew, so
    // there is no more news in the units than in their games.
    const std::uint64_t games_played = games[0].size() + games[1].size();
    const std::uint64_t news = (pairing.distinct_games[0] + pairing.distinct_games[1]) * units.size();
    pairing.distinct_units = std::min<std::uint64_t>(distinct(units), (2 * news + games_played) / (2 * games_played));
    return pairing;
  }
};

// One pair number of two players: `games` are ordered, those with a moving first come first.
void add_pair(Growing& growing, std::span<const Seat> games) {
  const auto middle = static_cast<std::size_t>(
      std::count_if(games.begin(), games.end(), [](const Seat& s) { return s.moving == Side::first; }));
  const auto firsts = games.first(middle), seconds = games.subspan(middle);
  for (std::size_t i = 0; i < std::max(firsts.size(), seconds.size()); ++i)
    growing.add(i < firsts.size() ? &firsts[i] : nullptr, i < seconds.size() ? &seconds[i] : nullptr);
}

}  // namespace

std::uint64_t Pairing::unit_count() const { return std::accumulate(units.begin(), units.end(), std::uint64_t{0}); }

WinDrawLoss Pairing::games_of_a(Side moving) const {
  std::array<std::uint64_t, 4> by_points{};
  for (std::size_t i = 0; i < units.size(); ++i) by_points[moving == Side::first ? i / 4 : i % 4] += units[i];
  return {by_points[3], by_points[2], by_points[1]};
}

MatchCounts Pairing::counts() const {
  MatchCounts counts;
  for (std::size_t first = 0; first < 4; ++first)
    for (std::size_t second = 0; second < 4; ++second) {
      const std::uint64_t n = units[4 * first + second];
      if (first > 0 && second > 0)
        counts.pairs[first + second - 2] += n;
      else if (first + second > 0)
        counts.singles[first + second - 1] += n;
    }
  counts.distinct_units = distinct_units;
  return counts;
}

Pairing Pairing::seen_from_b() const {
  Pairing other{b, a, {}, distinct_units, {distinct_games[1], distinct_games[0]}};
  // b moved first where a moved second, and made the points that a did not.
  const auto swapped = [](std::size_t cell) { return cell == 0 ? 0 : 4 - cell; };
  for (std::size_t first = 0; first < 4; ++first)
    for (std::size_t second = 0; second < 4; ++second)
      other.units[4 * swapped(second) + swapped(first)] = units[4 * first + second];
  return other;
}

std::vector<Pairing> make_pairings(std::span<const GameResult> games) {
  std::vector<Seat> seats;
  seats.reserve(games.size());
  for (const GameResult& game : games)
    if (game.outcome != Outcome::ongoing) seats.push_back(seat_of(game));
  const auto by_pair = [](const Seat& x, const Seat& y) { return x.pair < y.pair; };
  if (!std::is_sorted(seats.begin(), seats.end(), by_pair)) std::sort(seats.begin(), seats.end(), by_pair);

  std::map<std::pair<int, int>, Growing> table;
  for (std::size_t begin = 0, end = 0, pair_end = 0; begin < seats.size(); begin = end) {
    if (begin == pair_end) {
      // Seldom more than two games, so this costs little even for a million.
      while (pair_end < seats.size() && seats[pair_end].pair == seats[begin].pair) ++pair_end;
      std::sort(seats.begin() + static_cast<std::ptrdiff_t>(begin),
                seats.begin() + static_cast<std::ptrdiff_t>(pair_end),
                [](const Seat& x, const Seat& y) { return x.order() < y.order(); });
    }
    while (end < pair_end && seats[end].same_players(seats[begin])) ++end;
    Growing& growing = table[{seats[begin].a, seats[begin].b}];
    growing.pairing.a = seats[begin].a;
    growing.pairing.b = seats[begin].b;
    add_pair(growing, std::span(seats).subspan(begin, end - begin));
  }
  std::vector<Pairing> pairings;
  pairings.reserve(table.size());
  for (auto& [players, growing] : table) pairings.push_back(growing.finished());
  return pairings;
}

}  // namespace tengen::stats
