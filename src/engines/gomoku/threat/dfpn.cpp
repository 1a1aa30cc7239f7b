#include "engines/gomoku/threat/dfpn.hpp"

#include <algorithm>
#include <bit>

namespace tengen::engines::gomoku {

Dfpn::Dfpn(LineBoard& board, Side attacker, std::size_t table_bytes, search::Stopper& stopper)
    : board_(board),
      space_(board, attacker, true),
      stopper_(stopper),
      table_(std::bit_floor(std::max(bucket_size, table_bytes / sizeof(Entry)))) {}

ThreatResult Dfpn::search() {
  ThreatResult result;
  const Numbers root = solve(true);
  if (root.pn == 0) {
    result.verdict = search::Verdict::win;
    result.line = line();
  } else if (root.dn == 0) {
    result.verdict = search::Verdict::no_win;
  }
  result.nodes = progress_.nodes;
  return result;
}

Dfpn::Numbers Dfpn::solve(bool attacking) {
  const Numbers known = first_look(attacking);
  return known.solved() ? known : search_node(attacking, infinite, infinite);
}

// What the table knows, or what the board shows at a glance.
Dfpn::Numbers Dfpn::first_look(bool attacking) {
  if (const Numbers* known = find(key(attacking))) return *known;
  if (attacking) {
    space_.attack(attack_);
    if (attack_.win_in > 0)
      return {0, infinite, static_cast<std::int16_t>(attack_.winner), static_cast<std::uint16_t>(attack_.win_in)};
    const auto threats = static_cast<std::uint32_t>(attack_.fours.size() + attack_.threes.size());
    return threats == 0 ? Numbers{infinite, 0, -1, 0} : Numbers{1, threats, -1, 0};
  }
  if (!space_.answers(answers_)) return {infinite, 0, -1, 0};
  const std::uint16_t base = space_.has_five(space_.attacker()) ? 2 : 4;
  if (answers_.empty()) return {0, infinite, -1, base};
  return {static_cast<std::uint32_t>(answers_.size()), 1, -1, 0};
}

void Dfpn::list_children(Node& node) {
  node.first = children_.size();
  const auto add = [this](const CellList& cells) {
    for (const std::int16_t cell : cells) children_.push_back({cell, {}});
  };
  if (node.attacking) {
    space_.attack(attack_);
    add(attack_.fours);
    add(attack_.threes);
  } else {
    space_.answers(answers_);
    node.base = space_.has_five(space_.attacker()) ? 2 : 4;
    add(answers_);
  }
  node.count = children_.size() - node.first;
  for (std::size_t i = node.first; i < children_.size(); ++i) {
    push(node.attacking, children_[i].cell);
    children_[i].numbers = first_look(!node.attacking);
    board_.pop();
  }
}

// The node's numbers from its children's, the child to search next, and the runner-up's number.
Dfpn::Numbers Dfpn::combine(const Node& node, std::size_t& best, std::uint32_t& second) const noexcept {
  // Seen from the side to move: `mine` is what it wants to bring to nought (pn for the attacker), `theirs` the other.
  std::uint32_t least = infinite, largest = 0, open = 0;
  int win_in = node.attacking ? 0 : node.base;
  second = infinite;
  best = node.first;
  for (std::size_t i = node.first; i < node.first + node.count; ++i) {
    const Numbers& child = children_[i].numbers;
    const std::uint32_t mine = node.attacking ? child.pn : child.dn, theirs = node.attacking ? child.dn : child.pn;
    if (mine < least) {
      second = least;
      least = mine;
      best = i;
    } else {
      second = std::min(second, mine);
    }
    if (theirs > 0) {
      largest = std::max(largest, theirs);
      ++open;
    }
    if (child.pn == 0 && !node.attacking) win_in = std::max(win_in, child.win_in + 1);
  }
  const std::uint32_t rest = open == 0 ? 0 : std::min(infinite, largest + open - 1);
  Numbers numbers = node.attacking ? Numbers{least, rest, -1, 0} : Numbers{rest, least, -1, 0};
  if (numbers.pn == 0) {
    numbers.dn = infinite;
    numbers.move = node.attacking ? children_[best].cell : std::int16_t{-1};
    numbers.win_in = static_cast<std::uint16_t>(node.attacking ? children_[best].numbers.win_in + 1 : win_in);
  } else if (numbers.dn == 0) {
    numbers.pn = infinite;
  }
  return numbers;
}

// Searches until a number reaches its limit or the position is solved. The children's numbers are kept here while the
// node is open, so that progress does not depend on what the table still holds.
Dfpn::Numbers Dfpn::search_node(bool attacking, std::uint32_t pn_limit, std::uint32_t dn_limit) {
  const std::uint64_t nodes_before = progress_.nodes;
  Node node{attacking, 0, 0, 0};
  list_children(node);
  Numbers numbers;
  for (;;) {
    std::size_t best = 0;
    std::uint32_t second = 0;
    numbers = combine(node, best, second);
    if (numbers.solved() || numbers.pn >= pn_limit || numbers.dn >= dn_limit || should_stop()) break;

    // The child may go on until a sibling is cheaper, or until this node's other number meets its limit.
    const std::uint32_t mine_limit = attacking ? pn_limit : dn_limit, theirs_limit = attacking ? dn_limit : pn_limit;
    std::uint32_t open = 0;
    for (std::size_t i = node.first; i < node.first + node.count; ++i)
      open += (attacking ? children_[i].numbers.dn : children_[i].numbers.pn) > 0;
    const std::uint32_t cheaper = std::min(mine_limit, second + 1);
    const std::uint32_t other_limit = theirs_limit >= infinite ? infinite : theirs_limit - (open - 1);
    push(attacking, children_[best].cell);
    const Numbers child =
        attacking ? search_node(false, cheaper, other_limit) : search_node(true, other_limit, cheaper);
    board_.pop();
    children_[best].numbers = child;
  }
  children_.resize(node.first);
  if (proven_ || !stopper_.stopped()) store(key(attacking), numbers, progress_.nodes - nodes_before);
  return numbers;
}

// Down the proof: the winning move, then the answer that holds out longest. Lost entries are searched again.
std::vector<int> Dfpn::line() {
  proven_ = true;
  std::vector<int> moves;
  for (;;) {
    const Numbers here = solve(true);
    push(true, here.move);
    moves.push_back(here.move);
    if (here.win_in == 1) break;
    space_.answers(answers_);
    const CellList answers = answers_;
    int answer = answers.empty() ? space_.hopeless_answer() : answers[0], longest = 0;
    for (const int cell : answers) {
      push(false, cell);
      const Numbers after = solve(true);
      board_.pop();
      if (after.pn != 0 || after.win_in <= longest) continue;
      longest = after.win_in;
      answer = cell;
    }
    push(false, answer);
    moves.push_back(answer);
  }
  for (std::size_t i = 0; i < moves.size(); ++i) board_.pop();
  return moves;
}

std::uint64_t Dfpn::key(bool attacking) const noexcept {
  return board_.key() ^ (attacking ? 0x6a09e667f3bcc909ULL : 0xbb67ae8584caa73bULL);
}

const Dfpn::Numbers* Dfpn::find(std::uint64_t key) const noexcept {
  const std::size_t bucket = key & (table_.size() - 1) & ~(bucket_size - 1);
  for (std::size_t i = bucket; i < bucket + bucket_size; ++i)
    if (table_[i].key == key) return &table_[i].numbers;
  return nullptr;
}

void Dfpn::store(std::uint64_t key, const Numbers& numbers, std::uint64_t work) noexcept {
  const std::size_t bucket = key & (table_.size() - 1) & ~(bucket_size - 1);
  std::size_t slot = bucket;
  for (std::size_t i = bucket; i < bucket + bucket_size; ++i) {
    if (table_[i].key == key) {
      work += table_[i].work;
      slot = i;
      break;
    }
    if (table_[i].work < table_[slot].work) slot = i;
  }
  table_[slot] = {key, numbers, static_cast<std::uint32_t>(std::min<std::uint64_t>(work, ~0U))};
}

}  // namespace tengen::engines::gomoku
