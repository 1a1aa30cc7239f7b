#include "arena/schedule.hpp"

#include <algorithm>
#include <bit>

#include "core/enum_names.hpp"

namespace tengen::arena {

namespace {

constexpr std::array<std::string_view, 4> kind_names = {"match", "round-robin", "gauntlet", "knockout"};

// Places in the first round of a knockout, so that the best two can only meet in the final: 0 7 3 4 1 6 2 5 for eight.
std::vector<int> seeding(int size) {
  std::vector<int> places = {0};
  while (static_cast<int>(places.size()) < size) {
    const int next = static_cast<int>(places.size()) * 2;
    std::vector<int> doubled;
    for (const int place : places) {
      doubled.push_back(place);
      doubled.push_back(next - 1 - place);
    }
    places = std::move(doubled);
  }
  return places;
}

}  // namespace

std::string_view name_of(TournamentKind kind) { return kind_names[static_cast<std::size_t>(kind)]; }

std::optional<TournamentKind> kind_from(std::string_view name) { return enum_from<TournamentKind>(kind_names, name); }

Schedule::Schedule(TournamentKind kind, int players, std::uint64_t games_per_pair)
    : kind_(kind), games_per_pair_(games_per_pair), withdrawn_(static_cast<std::size_t>(players)) {
  const auto count = static_cast<std::uint64_t>(players);
  if (kind == TournamentKind::knockout) {
    const auto size = std::bit_ceil(static_cast<std::size_t>(players));
    matches_.resize(size - 1);
    scores_.resize(size - 1);
    handed_out_.resize(size - 1);
    const auto places = seeding(static_cast<int>(size));
    for (std::size_t i = 0; i < size; ++i)
      if (places[i] < players) matches_[i / 2].players[i % 2] = places[i];
    planned_ = (count - 1) * games_per_pair;
    end_ = number_of(games_per_pair / 2 + tie_break_pairs, 0, 0);
    settle();
    return;
  }
  const int rows = kind == TournamentKind::round_robin ? players : 1;
  for (int a = 0; a < rows; ++a)
    for (int b = a + 1; b < players; ++b) pairs_.emplace_back(a, b);
  planned_ = pairs_.size() * games_per_pair;
  end_ = number_of((games_per_pair + 1) / 2, 0, 0);
}

std::optional<Slot> Schedule::slot(std::uint64_t number) const {
  Slot slot;
  slot.number = number;
  slot.pairing = number / 2 % pairings();
  slot.round = number / 2 / pairings();
  const std::uint64_t turn = number % 2;
  if (kind_ == TournamentKind::knockout) {
    const auto& players = matches_[slot.pairing].players;
    if (!players[0] || !players[1]) return std::nullopt;
    slot.players = {*players[0], *players[1]};
  } else {
    if (2 * slot.round + turn >= games_per_pair_) return std::nullopt;  // an odd number of games
    slot.players = {pairs_[slot.pairing].first, pairs_[slot.pairing].second};
  }
  if (turn == 1) std::swap(slot.players[0], slot.players[1]);
  return slot;
}

std::optional<Slot> Schedule::next() {
  if (kind_ == TournamentKind::knockout) return next_in_knockout();
  while (cursor_ < end_) {
    const std::uint64_t number = cursor_++;
    if (number < done_.size() && done_[number]) continue;
    const auto found = slot(number);
    if (found && !is_withdrawn(found->players[0]) && !is_withdrawn(found->players[1])) return found;
  }
  return std::nullopt;
}

bool Schedule::over() const {
  return kind_ == TournamentKind::knockout ? matches_.back().winner.has_value() : cursor_ >= end_;
}

// The games of a match, and then pair after pair while it is drawn.
bool Schedule::may_begin(std::size_t match, std::uint64_t game) const {
  const KnockoutMatch& m = matches_[match];
  if (!m.players[0] || !m.players[1] || m.winner) return false;
  if (game < games_per_pair_) return true;
  if (game >= games_per_pair_ + 2 * tie_break_pairs) return false;
  const bool second_of_pair = game % 2 == 1;
  return second_of_pair || (m.games == game && m.half_points[0] == m.half_points[1]);
}

std::optional<Slot> Schedule::next_in_knockout() {
  for (std::size_t m = 0; m < matches_.size(); ++m) {
    while (may_begin(m, handed_out_[m])) {
      const std::uint64_t game = handed_out_[m]++;
      const std::uint64_t number = number_of(game / 2, m, game % 2);
      if (number < done_.size() && done_[number]) continue;
      return slot(number);
    }
  }
  return std::nullopt;
}

void Schedule::add(const GameSummary& game) {
  if (!holds(game.number)) return;  // a longer tournament went before this one
  if (game.number >= done_.size()) done_.resize(std::min(end_, std::max(game.number + 1, 2 * done_.size())));
  done_[game.number] = true;
  if (kind_ != TournamentKind::knockout) return;
  auto& scores = scores_[game.number / 2 % pairings()];
  for (std::size_t side = 0; side < 2; ++side) {
    const auto found = std::ranges::find(scores, game.players[side], &Score::player);
    Score& score = found == scores.end() ? scores.emplace_back(Score{game.players[side], 0}) : *found;
    score.half_points += game.half_points(side);
  }
  ++matches_[game.number / 2 % pairings()].games;
  settle();
}

void Schedule::withdraw(int player) {
  withdrawn_[static_cast<std::size_t>(player)] = true;
  if (kind_ == TournamentKind::knockout) settle();
}

std::optional<int> Schedule::winner_of(const KnockoutMatch& match) const {
  const auto& [a, b] = match.players;
  if (!a || !b) return a ? a : b;
  const bool finished = match.games >= games_per_pair_ && match.games % 2 == 0;
  if (finished && match.half_points[0] != match.half_points[1])
    return match.half_points[0] > match.half_points[1] ? a : b;
  if (finished && match.games >= games_per_pair_ + 2 * tie_break_pairs) return std::min(*a, *b);
  if (is_withdrawn(*a) && is_withdrawn(*b)) return std::min(*a, *b);
  if (is_withdrawn(*a)) return b;
  if (is_withdrawn(*b)) return a;
  return std::nullopt;
}

void Schedule::settle() {
  const std::size_t first_round = (matches_.size() + 1) / 2;
  for (std::size_t m = 0; m < matches_.size(); ++m) {
    KnockoutMatch& match = matches_[m];
    const bool complete = m < first_round || (match.players[0] && match.players[1]);
    for (std::size_t side = 0; side < 2; ++side)
      for (const Score& score : scores_[m])
        if (match.players[side] == score.player) match.half_points[side] = score.half_points;
    // A winner stays one, also when it withdraws later.
    if (complete && !match.winner) match.winner = winner_of(match);
    // The winners of matches 2i and 2i + 1 meet; each round's matches follow the last round's.
    const std::size_t next = first_round + m / 2;
    if (match.winner && next < matches_.size()) matches_[next].players[m % 2] = match.winner;
  }
}

std::vector<std::vector<KnockoutMatch>> Schedule::bracket() const {
  std::vector<std::vector<KnockoutMatch>> rounds;
  auto from = matches_.begin();
  for (std::size_t size = (matches_.size() + 1) / 2; from != matches_.end(); size /= 2) {
    rounds.emplace_back(from, from + static_cast<std::ptrdiff_t>(size));
    from += static_cast<std::ptrdiff_t>(size);
  }
  return rounds;
}

}  // namespace tengen::arena
