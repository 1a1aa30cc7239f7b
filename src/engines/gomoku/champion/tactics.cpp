#include "engines/gomoku/champion/tactics.hpp"

namespace tengen::engines::gomoku {

namespace {

constexpr int vct_depth = 8;   // attacks in one line at most
constexpr int vct_fours = 8;   // positions for the search for fours alone in each of its positions
constexpr int plane_vcf = 32;  // positions for the runs of fours that the network sees

}  // namespace

// Each step: play a four, the reply is forced; a defender's four that arises must be blocked by the next four. In renju a
// four wins when Black may not play the reply.
template <class Rows>
bool Tactics<Rows>::vcf(Rows stones, View view, int limit, FourLine<Rows>* line) const noexcept {
  constexpr int longest = FourLine<Rows>::longest;
  Rows untried[longest];
  int attack[longest], reply[longest], depth = 0;
  for (int visited = 0; visited < limit;) {
    const auto t = shapes_.threats(stones, view);
    ++visited;
    int last = t.five.first(mine);
    const bool five = last >= 0;
    Rows fours = t.four.masked(Rows::side_bits(mine));
    if (!five) {
      const int danger = t.five.first(theirs);
      if (danger >= 0) {
        const bool two = t.five.flipped(theirs, danger).any(theirs);
        fours = two ? Rows{} : fours & Rows::single(mine, danger);
      }
      last = (fours & t.win).first(mine);
    }
    if (last < 0) {
      untried[depth] = fours;
      int next = depth + 1 < longest ? fours.first(mine) : -1;
      while (next < 0) {  // nothing left to try here: take back the last four and its reply
        if (depth == 0) return false;
        --depth;
        stones = stones.flipped(mine, attack[depth]).flipped(theirs, reply[depth]);
        next = untried[depth].first(mine);
      }
      untried[depth] = untried[depth].flipped(mine, next);
      stones = stones.flipped(mine, next);
      attack[depth] = next;
      reply[depth] = shapes_.five_points(stones, view).first(mine);
      ++depth;
      if (!shapes_.is_forbidden(stones, view, theirs, reply[depth - 1])) {
        stones = stones.flipped(theirs, reply[depth - 1]);
        continue;
      }
    }
    if (line == nullptr) return true;
    *line = {};
    for (int k = 0; k < depth; ++k) {
      line->attack = line->attack.flipped(mine, attack[k]);
      line->reply = line->reply.flipped(mine, reply[k]);
    }
    line->first = depth > 0 ? attack[0] : last;
    line->plies = 2 * depth + (last < 0 ? 1 : five ? 1 : 3);
    if (last < 0) return true;
    line->attack = line->attack.flipped(mine, last);
    line->reply = line->reply | shapes_.five_points(stones.flipped(mine, last), view).masked(Rows::side_bits(mine));
    return true;
  }
  return false;
}

// The attacks that could win, as mine; `won` when nothing more is needed. The attacker is to move.
template <class Rows>
Rows Tactics<Rows>::vct_attacks(const Rows& stones, View view, Rows& forks, bool& won) const noexcept {
  const auto t = shapes_.threats(stones, view);
  forks = {};
  won = t.five.any(mine);
  if (won) return {};
  const int danger = t.five.first(theirs);
  if (danger >= 0)  // the one point that must be stopped, if it is one
    return t.five.flipped(theirs, danger).any(theirs) ? Rows{} : Rows::single(mine, danger);
  won = t.win.any(mine) || (t.four.any(mine) && vcf(stones, view, vct_fours, nullptr));
  if (won) return {};
  const auto s = shapes_.threes(stones, view, t.four);
  forks = s.fork.masked(Rows::side_bits(mine));
  return (s.three | t.four).masked(Rows::side_bits(mine));
}

// The replies that do not lose at once, as mine; `holds` when the attack was no threat. The defender is to move and
// `stones` are still seen from the attacker.
template <class Rows>
Rows Tactics<Rows>::vct_replies(const Rows& stones, View view, bool& holds) const noexcept {
  const auto t = shapes_.threats(stones, view);
  holds = t.five.any(theirs);
  if (holds) return {};
  const int five = t.five.first(mine);
  if (five >= 0) return t.five.flipped(mine, five).any(mine) ? Rows{} : Rows::single(mine, five);
  Rows points = t.win.masked(Rows::side_bits(mine));
  holds = !points.any(mine);
  Rows spoil = shapes_.frame().board().masked(Rows::side_bits(mine));
  for (int x = points.first(mine); x >= 0; x = points.first(mine)) {
    points = points.flipped(mine, x);
    const Rows stone = Rows::single(mine, x);
    const Rows ways = shapes_.five_points(stones | stone, view).masked(Rows::side_bits(mine));
    spoil = spoil & (ways.count(mine) == 2 ? ways | stone : stone);
  }
  return spoil | t.four.masked(Rows::side_bits(theirs)).swapped();
}

// Searches lines of at most `most` attacks, and `limit` positions.
template <class Rows>
bool Tactics<Rows>::vct_within(Rows stones, View view, int most, int limit, VctState& state) const noexcept {
  Rows attacks[vct_depth + 1], forks[vct_depth + 1], replies[vct_depth];  // not yet tried
  int attack[vct_depth], reply[vct_depth];
  for (int depth = 0;;) {
    bool won = false;
    ++state.visited;
    attacks[depth] = vct_attacks(stones, view, forks[depth], won);
    for (;;) {  // the attacker is to move; ends when the next reply to follow is played
      if (won) {
        if (depth == 0) return true;
        --depth;  // that reply loses
        stones = stones.flipped(theirs, reply[depth]);
      } else {
        if (state.visited >= limit) return false;
        const Rows better = attacks[depth] & forks[depth];
        state.cut = state.cut || (depth == most && attacks[depth].any(mine));
        const int move = depth < most ? (better.any(mine) ? better : attacks[depth]).first(mine) : -1;
        if (move < 0) {  // nothing left to try: the attack before fails against this reply
          if (depth == 0) return false;
          --depth;
          stones = stones.flipped(theirs, reply[depth]).flipped(mine, attack[depth]);
          continue;
        }
        attacks[depth] = attacks[depth].flipped(mine, move);
        ++state.visited;
        bool holds = false;
        replies[depth] = vct_replies(stones.flipped(mine, move), view, holds);
        if (holds) continue;
        stones = stones.flipped(mine, move);
        attack[depth] = move;
      }
      const int next = replies[depth].first(mine);
      if (next < 0) {  // the attack wins against every reply
        if (depth == 0) state.first = attack[0];
        stones = stones.flipped(mine, attack[depth]);
        won = true;
        continue;
      }
      replies[depth] = replies[depth].flipped(mine, next);
      reply[depth] = next;
      stones = stones.flipped(theirs, next);
      ++depth;
      break;
    }
  }
}

template <class Rows>
int Tactics<Rows>::vct(const Rows& stones, View view, int limit) const noexcept {
  VctState state;
  if (view.rule != Rule::renju || !view.black)
    for (int most = 2; most <= vct_depth && state.cut && state.visited < limit; most *= 2) {
      state.cut = false;
      if (vct_within(stones, view, most, limit, state)) return state.first;
    }
  return -1;
}

template <class Rows>
Verdict Tactics<Rows>::settle(Rows& stones, View& view, int& turns, Effort effort) const noexcept {
  for (turns = 0;; view = view.other(), ++turns) {
    const auto t = shapes_.threats(stones, view);
    if (t.five.any(mine)) return Verdict::win;
    const Rows empty = shapes_.empty(stones);
    if (!empty.any(mine)) return Verdict::draw;
    const int danger = t.five.first(theirs);
    if (danger < 0) {
      if (t.win.any(mine)) return Verdict::win;
      if (t.four.any(mine) && vcf(stones, view, effort.fours, nullptr)) return Verdict::win;
      if (vct(stones, view, effort.threats) >= 0) return Verdict::win;
      if (view.rule != Rule::renju || !view.black) return Verdict::quiet;
      return legal(stones, view).any(mine) ? Verdict::quiet : Verdict::draw;
    }
    if (t.five.flipped(theirs, danger).any(theirs) || shapes_.is_forbidden(stones, view, mine, danger))
      return Verdict::loss;
    stones = stones.flipped(mine, danger).swapped();
  }
}

template <class Rows>
auto Tactics<Rows>::forced_move(const Rows& stones, View view, Effort effort) const noexcept -> Forced {
  const auto t = shapes_.threats(stones, view);
  if (const int five = t.five.first(mine); five >= 0) return {five, Verdict::win, 1};
  if (const int danger = t.five.first(theirs); danger >= 0) {
    if (shapes_.is_forbidden(stones, view, mine, danger)) return {-1, Verdict::loss, 2};
    const bool two = t.five.flipped(theirs, danger).any(theirs);
    return {danger, two ? Verdict::loss : Verdict::quiet, two ? 2 : 0};
  }
  FourLine<Rows> line;
  if (t.four.any(mine) && vcf(stones, view, effort.fours, &line)) return {line.first, Verdict::win, line.plies};
  if (const int attack = vct(stones, view, effort.threats); attack >= 0) return {attack, Verdict::win, 0};
  return {};
}

template <class Rows>
void Tactics<Rows>::write_planes(const Rows& stones, View view, std::uint32_t* out) const noexcept {
  const auto t = shapes_.threats(stones, view);
  const auto s = shapes_.threes(stones, view, t.four);
  FourLine<Rows> line;
  if (t.four.any(theirs)) vcf(stones.swapped(), view.other(), plane_vcf, &line);
  const auto exact = exact_sides<Rows>(view);
  const std::uint32_t always = 1U << 7 | ((exact & Rows::side_bits(mine)) != 0 ? 1U << 8 : 0U) |
                               ((exact & Rows::side_bits(theirs)) != 0 ? 1U << 9 : 0U);
  struct Plane {
    const Rows& set;
    int side, bit;
  };
  const Plane planes[] = {{stones, mine, 0},     {stones, theirs, 1},     {t.four, mine, 2},
                          {t.four, theirs, 3},   {t.win, theirs, 4},      {line.attack, mine, 5},
                          {line.reply, mine, 6}, {s.forbidden, mine, 10}, {s.forbidden, theirs, 11},
                          {s.three, mine, 12},   {s.three, theirs, 13},   {s.fork, mine, 14},
                          {s.fork, theirs, 15}};
  const int size = shapes_.frame().size();
  for (int i = 0; i < size * size; ++i) out[i] = always;
  for (const Plane& plane : planes)
    for (int r = 0; r < size; ++r)
      for (auto word = plane.set.row[static_cast<std::size_t>(r)] >> plane.side & Rows::all; word != 0;
           word &= word - 1)
        out[r * size + std::countr_zero(word)] |= 1U << plane.bit;
}

template class Tactics<SmallRows>;
template class Tactics<LargeRows>;

}  // namespace tengen::engines::gomoku
