#include "engines/gomoku/ladder/ai6.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "engines/gomoku/ladder/report.hpp"
#include "search/stoppers.hpp"

namespace tengen::gomoku {

PlayerInfo Ai6::info() {
  return {"ladder/ai6",
          "two plies over products of point weights, the centre worth more; no chance (Chen et al. 2021)",
          {Setting::choice("variant", {"paper", "program"}, "the paper's weights or the released program's")},
          false};
}

ProductRule::ProductRule(int size, Side me, bool program) : my_digit_(digit_of(me)) {
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

template <class P>
  requires is_gomoku<P>
void Ai6Engine<P>::follow(const P& position) {
  const Side me = position.side_to_move();
  if (!gains_ || me != me_ || gains_->board().windows().size() != position.size()) {
    me_ = me;
    seen_.clear();
    gains_ = std::make_unique<PointGains<ProductRule>>(position.size(), ProductRule(position.size(), me, program_));
  }
  seen_.follow(position, *gains_);
}

template <class P>
  requires is_gomoku<P>
double Ai6Engine<P>::board_value() const noexcept {
  double sum = 0;
  for (int window = 0; window < gains_->board().windows().count(); ++window)
    sum += gains_->rule().value(window, gains_->board().code(window));
  return sum;
}

template <class P>
  requires is_gomoku<P>
void Ai6Engine<P>::list_replies(const P& position) {
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

namespace {

// Whether two different points are in one window.
bool share_window(const Windows& windows, int a, int b) noexcept {
  const int stride = stride_of(windows.size());
  const int columns = b % stride - a % stride, rows = b / stride - a / stride;
  if (std::max(std::abs(columns), std::abs(rows)) > 4) return false;
  const int direction = rows == 0 ? 0 : columns == 0 ? 1 : columns == rows ? 2 : columns == -rows ? 3 : 4;
  return direction < 4 && windows.lines(a)[static_cast<std::size_t>(direction)].count > 0;
}

}  // namespace

template <class P>
  requires is_gomoku<P>
void Ai6Engine<P>::bound(Root& root) const noexcept {
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

template <class P>
  requires is_gomoku<P>
void Ai6Engine<P>::resolve(Root& root, const Root* best) noexcept {
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

template <class P>
  requires is_gomoku<P>
SearchResult<P> Ai6Engine<P>::search(const P& position, const Limits& limits, StopToken stop, const InfoSink<P>&) {
  // 1. What every point gains for me and costs me.
  follow(position);
  board_value_ = board_value();
  list_replies(position);
  nodes_ = 0;
  Stopper stopper(limits, std::move(stop));

  // 2. An upper bound for each of my moves: the worst reply elsewhere on the board.
  MoveList<P> moves;
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
  std::vector<Candidate<P>> candidates;
  candidates.reserve(roots.size());
  for (const Root& root : roots)
    if (root.value <= best->value) candidates.push_back({position.move_at(root.cell), root.value, root.exact, 0});
  SearchResult<P> result = report<P>(std::move(candidates), stopper.stopped() ? 1 : 2, nodes_);
  result.best = position.move_at(best->cell);
  result.pv = {result.best};
  if (best->reply != no_reply) result.pv.push_back(position.move_at(best->reply));
  return result;
}

template <class P>
  requires is_gomoku<P>
std::unique_ptr<Engine<P>> Ai6::make(const Values& v) {
  return std::make_unique<Ai6Engine<P>>(v.text("variant") == "program");
}

template std::unique_ptr<Engine<SmallPosition>> Ai6::make<SmallPosition>(const Values&);
template std::unique_ptr<Engine<LargePosition>> Ai6::make<LargePosition>(const Values&);

}  // namespace tengen::gomoku
