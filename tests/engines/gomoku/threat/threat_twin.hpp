#pragma once
// Threat search once more, slow and plain: a grid of characters, threats read off their definitions, and every move of
// the defender tried. It shares nothing with src/engines/gomoku/threat, so that the two can be held against each other;
// what is forbidden under renju it asks the rules. Only what is plain on its face is cut short: whoever can complete
// five does, and a five that is not stopped is made.
//
// A four: the next stone could complete five. A three, where there is no four: the next stone could make an open four,
// which is two points on one line that complete five. It must be a straight four, the row of four with an open end at
// either side, unless a five of the defender's had to be stopped. Under renju Black must be allowed to make it.

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "games/gomoku/position.hpp"

namespace tengen::engines::gomoku {

class ThreatTwin {
 public:
  static constexpr int any_number = 100;

  // The attacker may make so many threes on its way, and fours as it likes. Gives up (returns nothing) after so many
  // positions.
  template <int words>
  ThreatTwin(const Position<words>& position, Side attacker, int threes, long limit)
      : size_(position.size()),
        rule_(position.rule()),
        threes_(threes),
        limit_(limit),
        attacker_(attacker == Side::first ? 'x' : 'o'),
        defender_(attacker == Side::first ? 'o' : 'x'),
        grid_(static_cast<std::size_t>(size_ * size_), '.') {
    for (int row = 0; row < size_; ++row)
      for (int column = 0; column < size_; ++column) {
        const int cell = position.cell_of({static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)});
        if (position.stones(Side::first).test(cell)) at(row * size_ + column) = 'x';
        if (position.stones(Side::second).test(cell)) at(row * size_ + column) = 'o';
      }
  }

  // Whether the attacker, to move, wins by threats alone.
  std::optional<bool> attacker_wins() {
    for (int depth = 1;; ++depth) {
      cut_short_ = false;
      const bool wins = attack(depth, threes_);
      if (gave_up_) return std::nullopt;
      if (wins || !cut_short_) return wins;
    }
  }
  long positions() const { return positions_; }

  // The same for somebody else's check of one move: does it win whatever the defender does at once? (Two completing
  // points, or one that the defender may not take, and no five for the defender.)
  bool wins_with_a_four() {
    if (!five_points(defender_).empty()) return false;
    for (int p = 0; p < size_ * size_; ++p)
      if (at(p) == '.' && near_own_stones(p) && is_winning_four(p)) return true;
    return false;
  }
  // Whether some stone that the attacker may put would give two completing points on one line.
  bool threatens_open_four(bool obeys_bans = true) {
    for (int p = 0; p < size_ * size_; ++p) {
      if (at(p) != '.' || !near_own_stones(p) || (obeys_bans && !allowed(p, attacker_))) continue;
      for (int way = 0; way < 4; ++way) {
        at(p) = attacker_;
        int n = 0;
        for (int i = -4; i <= 4; ++i) n += look(p, way, i) == '.' && completes_on(along(p, way, i), way, attacker_);
        at(p) = '.';
        if (n >= 2) return true;
      }
    }
    return false;
  }
  bool can_complete_five() { return !five_points(attacker_).empty(); }
  bool defender_can_complete_five() { return !five_points(defender_).empty(); }

 private:
  static constexpr int ways[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

  char& at(int p) { return grid_[static_cast<std::size_t>(p)]; }
  int along(int p, int way, int n) const {  // −1 outside
    const int column = p % size_ + n * ways[way][0], row = p / size_ + n * ways[way][1];
    return column < 0 || row < 0 || column >= size_ || row >= size_ ? -1 : row * size_ + column;
  }
  char look(int p, int way, int n) {
    const int q = along(p, way, n);
    return q < 0 ? '|' : at(q);
  }
  int run(int p, int way) {
    int n = 1;
    for (int i = 1; look(p, way, i) == at(p); ++i) ++n;
    for (int i = -1; look(p, way, i) == at(p); --i) ++n;
    return n;
  }
  bool is_five(int p, int way) {
    const bool exactly = rule_ == Rule::standard || (rule_ == Rule::renju && at(p) == 'x');
    return exactly ? run(p, way) == 5 : run(p, way) >= 5;
  }
  bool completes_on(int p, int way, char colour) {
    at(p) = colour;
    const bool five = is_five(p, way);
    at(p) = '.';
    return five;
  }
  bool completes(int p, char colour) {
    for (int way = 0; way < 4; ++way)
      if (completes_on(p, way, colour)) return true;
    return false;
  }
  std::vector<int> five_points(char colour) {
    std::vector<int> points;
    for (int p = 0; p < size_ * size_; ++p)
      if (at(p) == '.' && completes(p, colour)) points.push_back(p);
    return points;
  }
  bool allowed(int p, char colour) {
    if (rule_ != Rule::renju || colour != 'x') return true;
    LargePosition::Bits stones[2];
    for (int q = 0; q < size_ * size_; ++q)
      if (at(q) != '.') stones[at(q) == 'x' ? 0 : 1].set(q / size_ * stride_of(size_) + q % size_);
    return !is_forbidden(stones[0], stones[1], size_, p / size_ * stride_of(size_) + p % size_);
  }
  bool can_move(char colour) {
    for (int p = 0; p < size_ * size_; ++p)
      if (at(p) == '.' && allowed(p, colour)) return true;
    return false;
  }
  // A threat needs at least two more stones on one of its lines.
  bool near_own_stones(int p) {
    for (int way = 0; way < 4; ++way) {
      int n = 0;
      for (int i = -4; i <= 4; ++i) n += i != 0 && look(p, way, i) == attacker_;
      if (n >= 2) return true;
    }
    return false;
  }

  // A straight four: four in a row, and either end completes five.
  bool is_straight_four(int p, int way) {
    if (run(p, way) != 4) return false;
    for (const int sign : {1, -1}) {
      int n = sign;
      while (look(p, way, n) == attacker_) n += sign;
      if (look(p, way, n) != '.' || !completes_on(along(p, way, n), way, attacker_)) return false;
    }
    return true;
  }
  // With the attacker's stone on p: whether one more, close on the same line, makes a straight four with it.
  bool makes_three(int p) {
    for (int way = 0; way < 4; ++way)
      for (int i = -3; i <= 3; ++i) {
        if (look(p, way, i) != '.') continue;
        const int q = along(p, way, i);
        at(q) = attacker_;
        bool joined = true;
        for (int n = 0; n != i; n += i > 0 ? 1 : -1) joined = joined && look(p, way, n) == attacker_;
        const bool three = joined && is_straight_four(q, way);
        at(q) = '.';
        if (three) return true;
      }
    return false;
  }
  // Before the stone is put: whether no answer to its four (or fours) exists.
  bool is_winning_four(int p) {
    if (!allowed(p, attacker_)) return false;
    at(p) = attacker_;
    std::vector<int> fives;
    for (int way = 0; way < 4; ++way)
      for (int i = -4; i <= 4; ++i)
        if (look(p, way, i) == '.' && completes(along(p, way, i), attacker_)) fives.push_back(along(p, way, i));
    const bool wins =
        (fives.size() >= 2 || (fives.size() == 1 && !allowed(fives[0], defender_))) && can_move(defender_);
    at(p) = '.';
    return wins;
  }

  // Deepening by the attacker's moves, so that short wins are found before long ways are walked to their end.
  bool attack(int depth, int threes) {
    if (gave_up_ || ++positions_ > limit_) {
      gave_up_ = true;
      return false;
    }
    if (!five_points(attacker_).empty()) return true;
    const std::vector<int> danger = five_points(defender_);
    if (danger.size() > 1) return false;
    Known& known = known_[{grid_, threes}];
    if (known.wins) return true;
    if (known.fails_for_good) return false;
    if (known.fails_within >= depth) {
      cut_short_ = true;
      return false;
    }
    const bool cut_short_before = std::exchange(cut_short_, false);
    bool wins = danger.empty() && wins_with_a_four();
    // Far from its other stones, too, Black may allow itself an open four that was forbidden.
    const bool has_bans = rule_ == games::gomoku::Rule::renju && attacker_ == 'x';
    const bool banned = has_bans && threatens_open_four(false);
    for (int p = 0; p < size_ * size_ && !wins && !gave_up_; ++p) {
      if (at(p) != '.' || (!danger.empty() && p != danger[0])) continue;
      if ((danger.empty() && !banned && !near_own_stones(p)) || !allowed(p, attacker_)) continue;
      at(p) = attacker_;
      const bool four = !five_points(attacker_).empty();
      bool threat = four;
      if (!four && threes > 0) threat = danger.empty() && !has_bans ? makes_three(p) : threatens_open_four();
      if (threat && depth == 1) cut_short_ = true;
      if (threat && depth > 1) wins = every_answer_loses(depth - 1, threes - !four);
      at(p) = '.';
    }
    known.wins = wins;
    known.fails_within = depth;
    known.fails_for_good = !wins && !cut_short_ && !gave_up_;
    cut_short_ = cut_short_ || cut_short_before;
    return wins;
  }

  // Completing points that a stone just put on p has made: they share a line with it.
  int new_five_points(int p) {
    int n = 0;
    for (int way = 0; way < 4; ++way)
      for (int i = -4; i <= 4; ++i) n += look(p, way, i) == '.' && completes(along(p, way, i), at(p));
    return n;
  }

  bool every_answer_loses(int depth, int threes) {
    if (!five_points(defender_).empty() || !can_move(defender_)) return false;
    const std::vector<int> fives = five_points(attacker_);
    // The attacker's fours that would win if nothing were done about them.
    std::vector<int> standing;
    for (int p = 0; p < size_ * size_ && fives.empty(); ++p)
      if (at(p) == '.' && near_own_stones(p) && is_winning_four(p)) standing.push_back(p);
    // The defender's fours first: they end most attacks that can be ended.
    std::vector<int> answers[3];
    for (int p = 0; p < size_ * size_; ++p) {
      if (at(p) != '.' || !allowed(p, defender_)) continue;
      if (!fives.empty() && (fives.size() > 1 || p != fives[0])) continue;  // the attacker completes five
      at(p) = defender_;
      const int made = new_five_points(p);
      const bool loses_at_once =
          made == 0 && std::ranges::any_of(standing, [&](int w) { return at(w) == '.' && is_winning_four(w); });
      at(p) = '.';
      if (!loses_at_once) answers[std::max(0, 2 - made)].push_back(p);
    }
    for (const std::vector<int>& group : answers)
      for (const int p : group) {
        at(p) = defender_;
        const bool loses = attack(depth, threes);
        at(p) = '.';
        if (!loses || gave_up_) return false;
      }
    return true;
  }

  struct Known {
    bool wins = false, fails_for_good = false;
    int fails_within = 0;
  };

  int size_;
  Rule rule_;
  int threes_;
  long limit_;
  char attacker_, defender_;
  std::string grid_;
  long positions_ = 0;
  bool gave_up_ = false;
  bool cut_short_ = false;
  std::map<std::pair<std::string, int>, Known> known_;
};

}  // namespace tengen::engines::gomoku
