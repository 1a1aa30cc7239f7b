// AI6 of the ladder: two plies, every reply considered, and no chance anywhere.
//
// A point counts for more the nearer it is to the middle: w(i, j) = 50 + min(i, n−1−i) + min(j, n−1−j), i and j from 0.
// A window of one colour is worth the product Π w over its stones (paper):
//     mine   Π w          theirs   −20 · Π w          empty, mixed   0
// In the released program (variant=program) both colours count alike, and 20 times where they are four or five:
//     mine   Π w, k ≥ 4: 20 · Π w                     theirs   the same with a minus
// The move is the point p with the largest minimum, over all replies q, of the board's value with both stones on it.
// As in the paper the end of the game is not looked for: a five is only a window that is worth a lot.

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "engines/gomoku/ladder/ladder.hpp"
#include "engines/gomoku/ladder/point_gains.hpp"
#include "engines/gomoku/ladder/report.hpp"
#include "search/stoppers.hpp"

namespace tengen::engines::gomoku {

namespace {

// What one window, or all windows of a line or a point, gain by a stone of mine and by one of theirs.
struct TwoGains {
  double mine = 0;
  double theirs = 0;
  TwoGains& operator+=(const TwoGains& o) noexcept {
    mine += o.mine;
    theirs += o.theirs;
    return *this;
  }
  bool operator==(const TwoGains&) const = default;
};

// The rule of PointGains. All numbers are whole and far below 2^53, so nothing is ever rounded.
class ProductRule {
 public:
  using Sum = TwoGains;
  ProductRule(int size, Side me, bool program) : my_digit_(digit_of(me)) {
    products_.fill(1);
    for (int row = 0; row < size; ++row)
      for (int column = 0; column < size; ++column)
        weights_[at(row * stride_of(size) + column)] =
            50 + std::min(row, size - 1 - row) + std::min(column, size - 1 - column);
    for (std::size_t code = 0; code < window_codes; ++code) {
      const WindowContent& content = window_contents[code];
      if (content.empty() || content.mixed()) continue;
      const bool mine = content.only(me);
      const bool many = content.stones[0] + content.stones[1] >= 4;
      factors_[code] = program ? (mine ? 1 : -1) * (many ? 20 : 1) : mine ? 1 : -20;
    }
  }

  TwoGains gain(int window, int code, int place, int cell) const noexcept {
    const double product = products_[at(window)];
    const double before = factors_[at(code)] * product, after = product * weights_[at(cell)];
    const int digit = place_weight[at(place)];
    return {factors_[at(code + my_digit_ * digit)] * after - before,
            factors_[at(code + (3 - my_digit_) * digit)] * after - before};
  }
  double value(int window, int code) const noexcept { return factors_[at(code)] * products_[at(window)]; }

  void placed(const Windows& windows, int cell) noexcept {
    windows.for_each_through(cell, [&](int window, int) { products_[at(window)] *= weights_[at(cell)]; });
  }
  void removed(const Windows& windows, int cell) noexcept {
    windows.for_each_through(cell, [&](int window, int) { products_[at(window)] /= weights_[at(cell)]; });
  }

 private:
  static std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }

  std::array<double, window_codes> factors_{};         // by code: what the product counts for me
  std::array<double, Windows::max_cells> weights_{};   // w
  std::array<double, Windows::max_windows> products_;  // Π w over all stones of the window, whoever owns them
  int my_digit_;
};

// Whether two different points are in one window.
bool share_window(const Windows& windows, int a, int b) noexcept {
  const int stride = stride_of(windows.size());
  const int columns = b % stride - a % stride, rows = b / stride - a / stride;
  if (std::max(std::abs(columns), std::abs(rows)) > 4) return false;
  const int direction = rows == 0 ? 0 : columns == 0 ? 1 : columns == rows ? 2 : columns == -rows ? 3 : 4;
  return direction < 4 && windows.lines(a)[static_cast<std::size_t>(direction)].count > 0;
}

template <class P>
class Ai6Engine final : public search::Engine<P> {
 public:
  explicit Ai6Engine(bool program) : program_(program) {}
  void new_game(std::uint64_t) override {}

  search::SearchResult<P> search(const P& position, const Limits& limits, StopToken stop,
                                 const search::InfoSink<P>&) override {
    // 1. What every point gains for me and costs me.
    follow(position);
    board_value_ = board_value();
    list_replies(position);
    nodes_ = 0;
    search::Stopper stopper(limits, std::move(stop));

    // 2. An upper bound for each of my moves: the worst reply elsewhere on the board.
    games::MoveList<P> moves;
    position.legal_moves(moves);
    std::vector<Root> roots;
    roots.reserve(moves.size());
    for (const Move move : moves) {
      ++nodes_;
      roots.push_back({position.cell_of(move)});
      bound(roots.back());
    }

    // 3. The most promising first, so that the first move whose bound is below the best value ends the search.
    std::ranges::sort(
        roots, [](const Root& a, const Root& b) { return a.value != b.value ? a.value > b.value : a.cell < b.cell; });
    const Root* best = nullptr;
    for (Root& root : roots) {
      if (best && (root.value < best->value || (root.value == best->value && root.cell > best->cell))) break;
      if (best && stopper.should_stop({nodes_})) break;
      resolve(root, best);
      if (root.exact) best = &root;
    }

    // 4. Moves that were not looked into keep their bounds; where a limit ended the search, these may lie above the best.
    std::vector<search::Candidate<P>> candidates;
    candidates.reserve(roots.size());
    for (const Root& root : roots)
      if (root.value <= best->value) candidates.push_back({position.move_at(root.cell), root.value, root.exact, 0});
    search::SearchResult<P> result = report<P>(std::move(candidates), stopper.stopped() ? 1 : 2, nodes_);
    result.best = position.move_at(best->cell);
    result.pv = {result.best};
    if (best->reply != no_reply) result.pv.push_back(position.move_at(best->reply));
    return result;
  }

 private:
  static constexpr int no_reply = -1;
  struct Root {
    int cell = 0;
    double value = 0;  // an upper bound unless exact
    int reply = no_reply;
    bool exact = false;
  };

  void follow(const P& position) {
    const Side me = position.side_to_move();
    if (!gains_ || me != me_ || gains_->board().windows().size() != position.size()) {
      me_ = me;
      seen_.clear();
      gains_ = std::make_unique<PointGains<ProductRule>>(position.size(), ProductRule(position.size(), me, program_));
    }
    seen_.follow(position, *gains_);
  }

  double board_value() const noexcept {
    double sum = 0;
    for (int window = 0; window < gains_->board().windows().count(); ++window)
      sum += gains_->rule().value(window, gains_->board().code(window));
    return sum;
  }

  void list_replies(const P& position) {
    replies_.clear();
    position.empty().for_each([this](int cell) { replies_.push_back(cell); });
    // A root shares windows with at most 32 points and is one itself, so the 34th is the last anyone looks at, except on
    // a board with fewer points.
    const auto needed = std::min<std::ptrdiff_t>(34, std::ssize(replies_));
    std::partial_sort(replies_.begin(), replies_.begin() + needed, replies_.end(), [this](int a, int b) {
      const double left = (*gains_)[a].theirs, right = (*gains_)[b].theirs;
      return left != right ? left < right : a < b;
    });
  }

  // Counts the worst reply among those that share no window with the root's point.
  void bound(Root& root) const noexcept {
    root.value = board_value_ + (*gains_)[root.cell].mine;
    for (const int reply : replies_)
      if (reply != root.cell && !share_window(gains_->board().windows(), root.cell, reply)) {
        root.reply = reply;
        root.value += (*gains_)[reply].theirs;
        return;
      }
    // Every reply is near the root: nothing is known yet. A root without any reply fills the board.
    if (replies_.size() > 1) root.value = std::numeric_limits<double>::infinity();
  }

  // Counts the other replies too, until the root cannot beat the best one any more.
  void resolve(Root& root, const Root* best) noexcept {
    const auto is_beaten = [&] {
      return best && (root.value < best->value || (root.value == best->value && root.cell > best->cell));
    };
    bool beaten = is_beaten();
    const double mine = board_value_ + (*gains_)[root.cell].mine;
    gains_->place_quietly(root.cell, me_);
    gains_->for_each_neighbour(root.cell, [&](int reply, int direction) {
      if (beaten) return;
      ++nodes_;
      // The reply's gain as it was, with the line to my new stone added up again.
      const double theirs =
          (*gains_)[reply].theirs - gains_->along(reply, direction).theirs + gains_->line_sum(reply, direction).theirs;
      if (mine + theirs >= root.value) return;
      root.value = mine + theirs;
      root.reply = reply;
      beaten = is_beaten();
    });
    gains_->remove_quietly(root.cell, me_);
    root.exact = !beaten;
  }

  bool program_;
  Side me_ = Side::first;
  SeenStones<P> seen_;
  std::unique_ptr<PointGains<ProductRule>> gains_;
  double board_value_ = 0;    // before either stone
  std::vector<int> replies_;  // empty points, the one that costs me most first
  std::uint64_t nodes_ = 0;
};

}  // namespace

PlayerInfo Ai6::info() {
  return {
      .name = "ladder/ai6",
      .summary = "two plies over products of point weights, the centre worth more; no chance (Chen et al. 2021)",
      .settings = {Setting::choice("variant", {"paper", "program"}, "the paper's weights or the released program's")},
      .takes_depth = false,
      .strength = 750};
}

template <class P>
  requires is_gomoku<P>
std::unique_ptr<search::Engine<P>> Ai6::make(const Values& v) {
  return std::make_unique<Ai6Engine<P>>(v.text("variant") == "program");
}

template std::unique_ptr<search::Engine<SmallPosition>> Ai6::make<SmallPosition>(const Values&);
template std::unique_ptr<search::Engine<LargePosition>> Ai6::make<LargePosition>(const Values&);

}  // namespace tengen::engines::gomoku
