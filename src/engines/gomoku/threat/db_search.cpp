#include "engines/gomoku/threat/db_search.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace tengen::engines::gomoku {

namespace {

constexpr int reach = 4;  // stones that share a five

bool is_threat(Shape shape) noexcept { return shape >= Shape::open_three; }

}  // namespace

void HashSet::clear() noexcept {
  std::ranges::fill(slots_, 0);
  count_ = 0;
}

bool HashSet::insert(std::uint64_t hash) {
  if (hash == 0) hash = 1;
  if (2 * count_ >= slots_.size()) grow();
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash & mask;
  for (; slots_[slot] != 0; slot = (slot + 1) & mask)
    if (slots_[slot] == hash) return false;
  slots_[slot] = hash;
  ++count_;
  return true;
}

void HashSet::grow() {
  const std::vector<std::uint64_t> old = std::exchange(slots_, {});
  slots_.resize(std::max<std::size_t>(64, 2 * old.size()));
  count_ = 0;
  for (const std::uint64_t hash : old)
    if (hash != 0) insert(hash);
}

bool DbSearch::done() noexcept {
  if (result_.verdict == search::Verdict::win) return true;
  return nodes_.size() >= limits_.threats || verifications_ >= limits_.verifications || stopper_.should_stop(progress_);
}

ThreatResult DbSearch::search() {
  grow(false);
  const bool complete = !done() && grow(true) && !unverified_;
  if (complete) result_.verdict = search::Verdict::no_win;
  result_.nodes = progress_.nodes;
  return std::move(result_);
}

// Builds the tree; true when it has grown to its end. Level 1 grows from the root, each later one from the pairs that
// the last one made possible.
bool DbSearch::grow(bool threes) {
  threes_ = threes;
  nodes_.clear();
  stones_.clear();
  seen_.clear();
  by_gain_.fill({});
  expand_root();
  std::size_t first_new = 0;
  for (int level = 1; !done() && first_new < nodes_.size() && level < limits_.levels; ++level) {
    pairs_.clear();
    find_pairs(first_new);
    first_new = nodes_.size();
    for (const Pair& pair : pairs_) {
      if (done()) break;
      expand_pair(pair);
    }
  }
  take_back(forced_stones_);
  forced_stones_ = 0;
  return !done() && first_new == nodes_.size();
}

void DbSearch::expand_root() {
  const Side attacker = space_.attacker();
  ThreatSpace::Attack attack;
  // Fours of the defender's that stand already are stopped first; those stones stay for the whole search.
  for (;;) {
    space_.attack(attack);
    if (attack.win_in > 0) return verify(-1, -1, attack.winner);
    if (!space_.has_five(other(attacker)) || (attack.fours.empty() && attack.threes.empty())) break;
    board_.push(attacker, attack.fours.empty() ? attack.threes[0] : attack.fours[0]);
    CellList answers;
    space_.answers(answers);
    for (const int cell : answers) board_.push(other(attacker), cell);
    forced_stones_ += 1 + static_cast<int>(answers.size());
  }
  for (const CellList* cells : {&attack.fours, &attack.threes})
    for (const int cell : *cells)
      for (int direction = 0; direction < LineBoard::direction_count; ++direction)
        if (is_threat(board_.shape(attacker, cell, direction))) add_threat(cell, direction, -1, -1);
}

// The board stands at the node's parent.
void DbSearch::expand(std::int32_t node) {
  const Threat threat = nodes_[static_cast<std::size_t>(node)].threat;
  put(threat);
  for (int direction = 0; direction < LineBoard::direction_count; ++direction)
    add_threats_on(threat.gain, direction, node, -1, [&](int cell) { return needs(cell, direction, threat.gain); });
  take_back(1 + threat.cost_count);
}

// Threats that need the last stones of both: those lie on one line with the new point between or beside them.
void DbSearch::expand_pair(const Pair& pair) {
  const int a = nodes_[static_cast<std::size_t>(pair.first)].threat.gain;
  const int b = nodes_[static_cast<std::size_t>(pair.second)].threat.gain;
  Stones both = stones_[static_cast<std::size_t>(pair.first)];
  both.gains |= stones_[static_cast<std::size_t>(pair.second)].gains;
  both.costs |= stones_[static_cast<std::size_t>(pair.second)].costs;
  put(both);
  for (int direction = 0; direction < LineBoard::direction_count; ++direction) {
    const int distance = std::abs(a - b), step = board_.step(direction);
    if (distance % step != 0 || distance / step > 2 * reach) continue;
    add_threats_on(a, direction, pair.first, pair.second,
                   [&](int cell) { return needs(cell, direction, a) && needs(cell, direction, b); });
  }
  take_back(bit_count(both.gains) + bit_count(both.costs));
}

template <class Depends>
void DbSearch::add_threats_on(int cell, int direction, std::int32_t above, std::int32_t partner, Depends depends) {
  const Side attacker = space_.attacker();
  for (const int sign : {1, -1})
    for (int k = 1; k <= reach && !done(); ++k) {
      const int c = cell + sign * k * board_.step(direction);
      if (!board_.is_inside(c) || board_.has_stone(other(attacker), c)) break;
      if (board_.is_empty(c) && is_threat(board_.shape(attacker, c, direction)) && depends(c))
        add_threat(c, direction, above, partner);
    }
}

// The board stands at the state in which the threat is made.
void DbSearch::add_threat(int cell, int direction, std::int32_t above, std::int32_t partner) {
  const Side attacker = space_.attacker();
  if (done() || board_.is_forbidden(attacker, cell)) return;
  if (board_.kind(attacker, cell) >= Kind::double_four) return verify(above, partner, cell);
  Threat threat;
  if (!describe(cell, direction, threat)) return;
  const std::uint64_t name = hash_words(board_.key(), cell, direction);
  if (!seen_.insert(name)) return;
  ++progress_.nodes;

  const auto node = static_cast<std::int32_t>(nodes_.size());
  nodes_.push_back({threat, above, partner});
  Chain& chain = by_gain_[static_cast<std::size_t>(cell)];
  (chain.first < 0 ? chain.first : nodes_[static_cast<std::size_t>(chain.last)].next) = node;
  chain.last = node;
  Stones stones{};
  for (const std::int32_t parent : {above, partner})
    if (parent >= 0) {
      stones.gains |= stones_[static_cast<std::size_t>(parent)].gains;
      stones.costs |= stones_[static_cast<std::size_t>(parent)].costs;
    }
  stones.gains.set(cell);
  for (int i = 0; i < threat.cost_count; ++i) stones.costs.set(threat.cost[static_cast<std::size_t>(i)]);
  stones_.push_back(stones);
  expand(node);
}

// Fills in the cost: what completes a four, or what spoils every open four that the three could become on this line.
bool DbSearch::describe(int cell, int direction, Threat& threat) noexcept {
  const Side attacker = space_.attacker();
  threat.gain = static_cast<std::int16_t>(cell);
  const auto add_cost = [&](int c) {
    threat.cost[static_cast<std::size_t>(threat.cost_count++)] = static_cast<std::int16_t>(c);
  };
  if (board_.shape(attacker, cell, direction) != Shape::open_three) {
    const auto ends = board_.completing_cells(attacker, cell, direction);
    add_cost(ends.behind >= 0 ? ends.behind : ends.ahead);
    return true;
  }
  if (!threes_) return false;
  board_.push(attacker, cell);
  if (leaves_a_winning_four()) {
    board_.pop();
    return false;
  }
  bool first = true;
  for (int k = -reach; k <= reach; ++k) {
    const int c = cell + k * board_.step(direction);
    int steps = 0;
    if (k == 0 || !reaches(cell, c, direction, steps) || !board_.is_empty(c) ||
        board_.shape(attacker, c, direction) != Shape::open_four)
      continue;
    const auto ends = board_.completing_cells(attacker, c, direction);
    if (first) {
      for (const int spoiling : {c, ends.behind, ends.ahead}) add_cost(spoiling);
      first = false;
      continue;
    }
    std::uint8_t kept = 0;
    for (std::uint8_t i = 0; i < threat.cost_count; ++i) {
      const std::int16_t cost = threat.cost[static_cast<std::size_t>(i)];
      if (cost == c || cost == ends.behind || cost == ends.ahead) threat.cost[static_cast<std::size_t>(kept++)] = cost;
    }
    threat.cost_count = kept;
  }
  board_.pop();
  return !first;
}

// Whether a four that the defender could make at the root, and that nobody could stop, is still there: no three matters
// then. Others that the replies played together have put there are left to the verification.
bool DbSearch::leaves_a_winning_four() const noexcept {
  const Side defender = other(space_.attacker());
  bool left = false;
  for (const Kind kind : {Kind::open_four, Kind::double_four})
    root_.points(defender, kind).for_each([&](int cell) {
      left = left || (board_.is_empty(cell) && board_.kind(defender, cell) >= Kind::double_four);
    });
  return left;
}

// Whether `to` is on the line of `from`, at most four steps away, with nothing of the defender's between.
bool DbSearch::reaches(int from, int to, int direction, int& steps) const noexcept {
  const int step = board_.step(direction);
  if ((to - from) % step != 0) return false;
  steps = (to - from) / step;
  if (std::abs(steps) > reach || steps == 0) return false;
  const int sign = steps > 0 ? 1 : -1;
  for (int c = from; c != to;) {
    c += sign * step;
    if (!board_.is_inside(c) || board_.has_stone(other(space_.attacker()), c)) return false;
  }
  return true;
}

// Whether the threat at the cell would not be one, or be a weaker one, without this stone of the attacker's.
bool DbSearch::needs(int cell, int direction, int stone) const noexcept {
  int steps = 0;
  if (!reaches(cell, stone, direction, steps)) return false;
  const Side attacker = space_.attacker();
  return board_.shape_without(attacker, cell, direction, steps) < board_.shape(attacker, cell, direction);
}

// All pairs of a node of the last level and any other, each once.
void DbSearch::find_pairs(std::size_t first_new) {
  for (std::size_t node = first_new; node < nodes_.size() && !done(); ++node)
    pair_up(static_cast<std::int32_t>(node), first_new);
}

void DbSearch::pair_up(std::int32_t node, std::size_t first_new) {
  const int gain = nodes_[static_cast<std::size_t>(node)].threat.gain;
  const Stones& mine = stones_[static_cast<std::size_t>(node)];
  for (int direction = 0; direction < LineBoard::direction_count; ++direction)
    for (const int sign : {1, -1})
      for (int k = 1; k <= 2 * reach; ++k) {
        const int cell = gain + sign * k * board_.step(direction);
        if (!board_.is_inside(cell) || board_.has_stone(other(space_.attacker()), cell)) break;
        for (std::int32_t partner = by_gain_[static_cast<std::size_t>(cell)].first; partner >= 0;
             partner = nodes_[static_cast<std::size_t>(partner)].next) {
          if (static_cast<std::size_t>(partner) >= first_new && partner >= node) continue;
          const Stones& theirs = stones_[static_cast<std::size_t>(partner)];
          const bool clash = (mine.gains & theirs.costs) || (mine.costs & theirs.gains);
          // One that stands on the other has been looked at in the dependency stage.
          const bool related = mine.gains.test(cell) || theirs.gains.test(gain);
          if (!clash && !related) pairs_.push_back({node, partner});
        }
      }
}

// The sequence's points in a full search against every defence.
void DbSearch::verify(std::int32_t above, std::int32_t partner, int last) {
  Stones stones{};
  for (const std::int32_t node : {above, partner})
    if (node >= 0) stones.gains |= stones_[static_cast<std::size_t>(node)].gains;
  stones.gains.set(last);
  std::uint64_t name = 0x243f6a8885a308d3ULL;
  PointSet points;
  stones.gains.for_each([&](int cell) {
    points.add(cell);
    name = hash_words(name, cell);
  });
  if (!verified_.insert(name)) return;
  ++verifications_;

  search::Stopper stopper({std::nullopt, limits_.verification, std::nullopt}, {});
  KillSearch search(root_, space_.attacker(), KillMode::threats, memory_, stopper);
  search.restrict_to(points, hash_words(name));
  ThreatResult found = search.search();
  progress_.nodes += found.nodes;
  if (found.verdict == search::Verdict::win) {
    result_.verdict = search::Verdict::win;
    result_.line = std::move(found.line);
  } else if (found.verdict == search::Verdict::unknown) {
    unverified_ = true;
  }
}

void DbSearch::put(const Threat& threat) noexcept {
  board_.push(space_.attacker(), threat.gain);
  for (int i = 0; i < threat.cost_count; ++i)
    board_.push(other(space_.attacker()), threat.cost[static_cast<std::size_t>(i)]);
}

void DbSearch::put(const Stones& stones) noexcept {
  stones.gains.for_each([&](int cell) { board_.push(space_.attacker(), cell); });
  stones.costs.for_each([&](int cell) { board_.push(other(space_.attacker()), cell); });
}

void DbSearch::take_back(int count) noexcept {
  for (int i = 0; i < count; ++i) board_.pop();
}

}  // namespace tengen::engines::gomoku
