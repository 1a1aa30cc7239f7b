#pragma once
// The search of the solver and the champion: negamax over null windows, with a principal variation search on top. Include
// this file inside a target region only (search_plain.cpp and its brothers), after everything that is not a template over
// the kernels.
//
// A search looks `depth` plies ahead and then trusts the evaluation. With as many plies as cells are empty it is exact.
//
//     depth 1 and 2                shallow: plain alpha-beta, no table
//     depth 3 on                   deep: table, refutations from the table, order by the evaluation, Multi-ProbCut
//     exact, up to 12 empty cells  endgame_small.hpp
//
// Multi-ProbCut: a search of a few plies mostly tells what one of many plies will say. Where it is so far outside of the
// window that the error model gives the other side a small chance only, the long search is not made. How small is the
// certainty of the search; a search that is `certain` makes no such cut.

#include "engines/othello/endgame_small.hpp"
#include "engines/othello/pattern_features.hpp"

namespace tengen::engines::othello {

template <class K>
class TreeSearch final : public SearchWorker {
  using Small = SmallEndgames<K>;
  using Moves = typename Small::Moves;
  static constexpr int none = Small::none;

 public:
  explicit TreeSearch(SearchShared& shared) : shared_(shared), weights_(*shared.weights), small_(shared) {}

  void clear() override { small_.forget(); }

  void begin(const Limits& limits, StopToken stop) override { small_.begin_limits(limits, std::move(stop)); }

  int search(const Board& board, int alpha, int beta, int depth, int certainty) override {
    certainty_ = certainty;
    probes_ = 0;
    small_.look_at_limits();  // a shallow search never would
    if (small_.aborted()) return alpha;
    return principal(Node(board.own, board.opponent), alpha, beta, depth);
  }

  int evaluate(const Board& board) override { return value(Node(board.own, board.opponent)); }

  void help(SplitPoint& point) override {
    SplitPoint* const before = std::exchange(small_.split, &point);
    const int probes = std::exchange(probes_, point.probes);
    certainty_ = point.certainty;
    work_on(point, Node(point.own, point.opponent));
    small_.split = before;
    probes_ = probes;
    tell_nodes();
    shared_.pool.leave(point);
  }

  void tell_nodes() override { small_.count_nodes(); }

 private:
  static constexpr int small_empties = 12;  // and fewer: no evaluation in exact searches
  static constexpr int shallow_depth = 2, etc_depth = 5, cut_depth = 3, split_depth = 8, split_empties = 15;

  struct Node {
    Node(std::uint64_t mine, std::uint64_t theirs)
        : own(mine), opponent(theirs), empties(K::count(~(mine | theirs))), features(mine, theirs) {}

    void play(std::uint64_t flipped, int cell) noexcept {
      const std::uint64_t mine = own ^ flipped ^ std::uint64_t{1} << cell;
      own = opponent ^ flipped;
      opponent = mine;
      --empties;
      features.play(flipped, cell);
    }
    void pass() noexcept {
      std::swap(own, opponent);
      features.pass();
    }
    Node after(const OrderedMove& move) const noexcept {
      Node next = *this;
      next.play(move.flipped, move.cell);
      return next;
    }
    Node passed() const noexcept {
      Node next = *this;
      next.pass();
      return next;
    }

    std::uint64_t own, opponent;
    int empties;
    PatternFeatures<K> features;
  };

  static int final_value(const Node& node) noexcept { return final_score(K::count(node.own), K::count(node.opponent)); }

  // --- Evaluation ---------------------------------------------------------------------------------------------------

  int fine_value(const Node& node) const noexcept { return fine_value(node, K::moves(node.own, node.opponent)); }
  int fine_value(const Node& node, std::uint64_t moves) const noexcept {
    return node.features.value(weights_, moves, K::moves(node.opponent, node.own), node.empties);
  }
  // In discs.
  int value(const Node& node) const noexcept {
    constexpr int unit = PatternWeights::unit, most = 62;
    const int fine = fine_value(node);
    return std::clamp((fine + (fine > 0 ? unit / 2 : -unit / 2)) / unit, -most, most);
  }

  // Plain alpha-beta, a few plies deep.
  int shallow(const Node& node, int alpha, int beta, int depth) {
    ++small_.nodes();
    if (depth == 0) return node.empties == 0 ? final_value(node) : value(node);
    std::uint64_t cells = K::moves(node.own, node.opponent);
    if (cells == 0) {
      if (K::moves(node.opponent, node.own) == 0) return final_value(node);
      --small_.nodes();
      return -shallow(node.passed(), -beta, -alpha, depth);
    }
    int best = none;
    const auto try_move = [&](const OrderedMove& move) {
      best = std::max(best, -shallow(node.after(move), -beta, -std::max(alpha, best), depth - 1));
      return best >= beta;
    };
    if (depth == 1) {
      while (cells != 0) {
        const int cell = LastCells<K>::take(cells);
        if (try_move({K::flips(node.own, node.opponent, cell), cell, 0})) break;
      }
      return best;
    }
    Moves moves;
    const std::size_t count = small_.list_moves(node.own, node.opponent, cells, moves);
    order_by_freedom(node, moves, count);
    for (std::size_t i = 0; i < count; ++i) {
      Small::pick_best(moves, i, count);
      if (try_move(moves[i])) break;
    }
    return best;
  }

  // --- Order --------------------------------------------------------------------------------------------------------

  void order_by_freedom(const Node& node, Moves& moves, std::size_t count) const noexcept {
    const unsigned odd = odd_quadrants(~(node.own | node.opponent));
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t bit = std::uint64_t{1} << moves[i].cell;
      const std::uint64_t mine = node.own ^ moves[i].flipped ^ bit, theirs = node.opponent ^ moves[i].flipped;
      moves[i].score = small_.freedom_score(mine, theirs, K::moves(theirs, mine), bit, odd);
    }
  }

  // How many plies the order of moves is worth.
  static int order_depth(int depth, bool exact) noexcept {
    return exact ? (depth < 17 ? 0 : depth < 21 ? 1 : 2) : depth < 14 ? 0 : 1;
  }

  // By what the evaluation says after the move, and by the freedom that it leaves: that makes for small trees.
  void order(const Node& node, int depth, int table_move, Moves& moves, std::size_t count) {
    if (count == 1) return;
    const bool exact = depth >= node.empties;
    const int look = order_depth(depth, exact);
    const unsigned odd = odd_quadrants(~(node.own | node.opponent));
    for (std::size_t i = 0; i < count; ++i) {
      OrderedMove& move = moves[i];
      if (move.cell == table_move) {
        move.score = 1 << 24;
        continue;
      }
      const Node next = node.after(move);
      const std::uint64_t answers = K::moves(next.own, next.opponent);
      const int its = look == 0 ? fine_value(next, answers) : PatternWeights::unit * shallow(next, -64, 64, look);
      move.score = small_.freedom_score(next.opponent, next.own, answers, std::uint64_t{1} << move.cell, odd) -
                   (exact ? its / exact_share : its);
    }
  }
  static constexpr int exact_share = 8;

  // --- Multi-ProbCut ------------------------------------------------------------------------------------------------

  // Whether a shorter search says clearly enough that the value is above alpha or not; `result` is then a bound.
  bool probably(const Node& node, int alpha, int depth, int& result) {
    constexpr int most_probes = 2;  // inside of each other
    if (certainty_ >= certain || depth < cut_depth || probes_ >= most_probes) return false;
    const int shorter = CutMargins::probe_depth(depth), beta = alpha + 1;
    const auto [margin, first_margin] = shared_.margins.of(certainty_, node.empties, depth);
    const int first = value(node);
    const auto probe = [&](int window) {
      ++probes_;
      const int found =
          shorter <= shallow_depth ? shallow(node, window, window + 1, shorter) : deep(node, window, shorter);
      --probes_;
      return found;
    };
    if (beta + margin <= 64 && first >= beta + margin - first_margin / 2 && probe(beta + margin - 1) >= beta + margin) {
      result = beta;
      return !small_.aborted();
    }
    if (alpha - margin >= -64 && first <= alpha - margin + first_margin / 2 &&
        probe(alpha - margin) <= alpha - margin) {
      result = alpha;
      return !small_.aborted();
    }
    return false;
  }

  // --- Null windows: is the score above alpha? ----------------------------------------------------------------------

  int deep(const Node& node, int alpha, int depth) {
    const bool exact = depth >= node.empties;
    if (exact && node.empties <= small_empties)
      return small_.node(node.own, node.opponent, alpha, odd_quadrants(~(node.own | node.opponent)), node.empties);
    if (depth <= shallow_depth) return shallow(node, alpha, alpha + 1, depth);

    // 1. Bounds that cost little.
    ++small_.nodes();
    small_.look_at_limits();
    if (small_.aborted()) return alpha;
    int bound = 0;
    if (small_.stability_cuts(node.own, node.opponent, alpha, node.empties, bound)) return bound;
    const std::uint64_t key = SearchTable::key(node.own, node.opponent);
    SearchTable::Entry known{-64, 64, SearchTable::no_move};
    if (shared_.table.find(key, known) && known.answers(depth, certainty_)) {
      if (known.lower > alpha) return known.lower;
      if (known.upper <= alpha) return known.upper;
    }
    const std::uint64_t cells = K::moves(node.own, node.opponent);
    if (cells == 0) {
      if (K::moves(node.opponent, node.own) == 0) return final_value(node);
      --small_.nodes();
      return -deep(node.passed(), -alpha - 1, depth);
    }

    // 2. The moves.
    Moves moves;
    const std::size_t count = small_.list_moves(node.own, node.opponent, cells, moves);
    for (std::size_t i = 0; i < count; ++i)
      if (moves[i].flipped == node.opponent) return 64;
    if (depth >= etc_depth) {
      typename Small::Keys keys;
      small_.prefetch(node.own, node.opponent, moves, count, keys);
      const int refuted = small_.refuted_by_table(keys, count, alpha, depth, certainty_);
      if (refuted > alpha) return refuted;
    }
    if (probably(node, alpha, depth, bound)) return bound;
    order(node, depth, known.move, moves, count);

    // 3. Search them.
    const std::uint64_t nodes_before = small_.nodes();
    int best = none, best_cell = SearchTable::no_move;
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0 && (exact ? node.empties >= split_empties : depth >= split_depth) && count - i > 1 &&
          shared_.pool.somebody_waits()) {
        split(node, alpha, depth, moves, i, count, best, best_cell);
        if (small_.aborted()) return alpha;
        break;
      }
      Small::pick_best(moves, i, count);
      const int score = -deep(node.after(moves[i]), -alpha - 1, depth - 1);
      if (small_.aborted()) return alpha;
      if (score > best) {
        best = score;
        best_cell = moves[i].cell;
        if (score > alpha) break;
      }
    }

    // 4. Remember.
    shared_.table.store(key, {best > alpha ? best : -64, best > alpha ? 64 : best, best_cell, depth, certainty_},
                        Small::work_of(small_.nodes() - nodes_before));
    return best;
  }

  // --- Together -----------------------------------------------------------------------------------------------------

  // Lets other threads take part in the moves from `first` on; best and best_cell are brought up to date.
  void split(const Node& node, int alpha, int depth, Moves& moves, std::size_t first, std::size_t count, int& best,
             int& best_cell) {
    for (std::size_t i = first; i < count; ++i) Small::pick_best(moves, i, count);
    SplitPoint point{node.own,     node.opponent, alpha, depth, certainty_, probes_,  small_.split,
                     moves.data(), count,         first, false, best,       best_cell};
    small_.split = &point;
    shared_.pool.open(point);
    work_on(point, node);
    while (SplitPoint* const other = shared_.pool.wait_for_helpers(point)) help(*other);
    small_.split = point.parent;
    best = point.best;
    best_cell = point.best_cell;
  }

  void work_on(SplitPoint& point, const Node& node) {
    for (;;) {
      const std::size_t i = point.next.fetch_add(1, std::memory_order_relaxed);
      if (i >= point.count) return;
      const int score = -deep(node.after(point.moves[i]), -point.alpha - 1, point.depth - 1);
      if (small_.aborted()) return;
      shared_.pool.report(point, score, point.moves[i].cell);
      if (score > point.alpha) return;
    }
  }

  // --- Wide windows -------------------------------------------------------------------------------------------------

  // Principal variation search: the first move with the whole window, the others only asked whether they are better.
  int principal(const Node& node, int alpha, int beta, int depth) {
    const bool exact = depth >= node.empties;
    if (exact && node.empties <= Small::parity_only) return small_.few(node.own, node.opponent, alpha, beta);
    if (beta - alpha <= 1) return deep(node, alpha, exact ? node.empties : depth);
    if (!exact && depth <= shallow_depth) return shallow(node, alpha, beta, depth);
    if (exact) depth = node.empties;
    ++small_.nodes();
    small_.look_at_limits();
    const std::uint64_t key = SearchTable::key(node.own, node.opponent);
    SearchTable::Entry known{-64, 64, SearchTable::no_move};
    if (shared_.table.find(key, known) && known.answers(depth, certainty_)) {
      if (known.lower >= beta || known.lower == known.upper) return known.lower;
      if (known.upper <= alpha) return known.upper;
      alpha = std::max(alpha, known.lower - 1);
      beta = std::min(beta, known.upper + 1);
    }
    const std::uint64_t cells = K::moves(node.own, node.opponent);
    if (cells == 0) {
      if (K::moves(node.opponent, node.own) == 0) return final_value(node);
      --small_.nodes();
      return -principal(node.passed(), -beta, -alpha, depth);
    }
    Moves moves;
    const std::size_t count = small_.list_moves(node.own, node.opponent, cells, moves);
    order(node, depth, known.move, moves, count);

    const std::uint64_t nodes_before = small_.nodes();
    int best = none, best_cell = SearchTable::no_move, low = alpha;
    for (std::size_t i = 0; i < count && best < beta; ++i) {
      Small::pick_best(moves, i, count);
      const Node next = node.after(moves[i]);
      int score = none;
      if (i > 0) score = -deep(next, -low - 1, depth - 1);
      if (small_.aborted()) return alpha;
      if (i == 0 || (score > low && score < beta))
        score = -principal(next, -beta, i == 0 ? -low : -score + 1, depth - 1);
      if (small_.aborted()) return alpha;
      if (score > best) {
        best = score;
        best_cell = moves[i].cell;
        low = std::max(low, best);
      }
    }
    shared_.table.store(key, {best > alpha ? best : -64, best < beta ? best : 64, best_cell, depth, certainty_},
                        Small::work_of(small_.nodes() - nodes_before));
    return best;
  }

  SearchShared& shared_;
  const PatternWeights& weights_;
  Small small_;
  int certainty_ = certain;
  int probes_ = 0;  // of Multi-ProbCut that this thread is in
};

}  // namespace tengen::engines::othello
