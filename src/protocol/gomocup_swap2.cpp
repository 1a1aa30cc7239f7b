#include "protocol/gomocup_swap2.hpp"

#include <algorithm>
#include <cmath>

#include "games/gomoku/position.hpp"
#include "roster/guide.hpp"

namespace tengen::protocol::gomocup {

namespace {

// An edge below this is a guess, and better left to the opponent: 52.5% for one side.
constexpr double even = 0.05;

// A part of what a move may take, in everything that is limited.
Limits part_of(const Limits& limits, double share) {
  Limits part = limits;
  if (limits.clock) part = tighter(part, {.time = share_of(*limits.clock)});
  part.clock.reset();
  if (part.time)
    *part.time =
        std::max(std::chrono::nanoseconds(std::chrono::duration_cast<std::chrono::nanoseconds>(*part.time * share)),
                 std::chrono::nanoseconds(1'000));
  if (part.nodes)
    *part.nodes = std::max<std::uint64_t>(static_cast<std::uint64_t>(static_cast<double>(*part.nodes) * share), 1);
  return part;
}

}  // namespace

// What the side to move is ahead, from -1 to 1.
double Swap2::edge(const roster::Choice& choice) const {
  const auto meaning = score_meaning(session_.setup().registry, session_.player());
  if (const auto win = win_chance(meaning, choice.score, choice.end_in)) return 2 * *win - 1;
  return choice.score / (1 + std::abs(choice.score));
}

// The first stone anywhere but at the edge, the others near one that lies there.
bool Swap2::add_stones(roster::Game& game, int stones, std::vector<roster::AnyMove>& moves) {
  constexpr int reach = 4;
  const auto below = [this](int n) { return static_cast<int>(rng_.below(static_cast<std::uint32_t>(n))); };
  const int size = game.diagram().columns;
  for (int tries = 0; tries < 200 && static_cast<int>(moves.size()) < stones; ++tries) {
    games::gomoku::Move at;
    if (game.moves().empty()) {
      const int margin = size > 8 ? 2 : 0;
      at = {static_cast<std::uint8_t>(margin + below(size - 2 * margin)),
            static_cast<std::uint8_t>(margin + below(size - 2 * margin))};
    } else {
      const auto beside =
          game.moves()[rng_.below(static_cast<std::uint32_t>(game.moves().size()))].to<games::gomoku::Move>();
      const int column = beside.column + below(2 * reach + 1) - reach, row = beside.row + below(2 * reach + 1) - reach;
      if (column < 0 || row < 0 || column >= size || row >= size) continue;
      at = {static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)};
    }
    const auto move = roster::AnyMove::from(at);
    if (game.outcome() != Outcome::ongoing || !game.is_legal(move)) continue;
    game.play(move);
    moves.push_back(move);
  }
  return static_cast<int>(moves.size()) == stones && game.outcome() == Outcome::ongoing;
}

// Many at random, judged shortly; then fewer and fewer, each judged longer.
Swap2::Stones Swap2::balance(const roster::Game& game, int stones, const Limits& limits) {
  constexpr int rounds = 3;
  constexpr std::size_t first = 48, fewer = 4;
  const auto begin = Clock::now();
  const Limits whole = part_of(limits, 1);
  std::vector<Stones> attempts;
  for (std::size_t i = 0; i < first; ++i) {
    const auto after = game.clone();
    Stones attempt{{}, 1};
    if (add_stones(*after, stones, attempt.moves)) attempts.push_back(std::move(attempt));
  }
  for (int round = 0; round < rounds && !attempts.empty(); ++round) {
    const Limits each = part_of(whole, 1.0 / rounds / static_cast<double>(attempts.size()));
    std::size_t judged = 0;
    for (Stones& attempt : attempts) {
      // Short searches take longer than they should.
      if (judged > 0 && whole.time && Clock::now() - begin > *whole.time * (round + 1) / rounds) break;
      const auto after = game.clone();
      for (const roster::AnyMove move : attempt.moves) after->play(move);
      const auto chosen = session_.think(*after, each);
      if (chosen) attempt.edge = edge(*chosen);
      ++judged;
    }
    attempts.resize(judged);
    std::ranges::stable_sort(attempts, {}, [](const Stones& a) { return std::abs(a.edge); });
    attempts.resize(std::max<std::size_t>(attempts.size() / fewer, 1));
  }
  return attempts.empty() ? Stones{} : attempts.front();
}

tl::expected<Swap2::Decision, roster::Failure> Swap2::decide(const roster::Game& game, const Limits& limits) {
  const bool may_put_two = game.moves().size() == 3;
  const auto chosen = session_.think(game, part_of(limits, may_put_two ? 0.5 : 1));
  if (!chosen) return tl::unexpected(chosen.error());
  const double ahead = edge(*chosen);
  if (may_put_two && std::abs(ahead) < even)
    if (auto two = balance(game, 2, part_of(limits, 0.5)); !two.moves.empty())
      return Decision{Decision::Kind::put_two, {std::move(two.moves), ahead}};
  if (ahead < 0) return Decision{Decision::Kind::swap, {{}, ahead}};
  return Decision{Decision::Kind::play, {{chosen->move}, ahead}};
}

}  // namespace tengen::protocol::gomocup
