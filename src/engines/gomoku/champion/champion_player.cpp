#include "engines/gomoku/champion/champion_player.hpp"

#include <cmath>
#include <optional>

#include "core/embedded.hpp"
#include "engines/gomoku/champion/tree.hpp"
#include "engines/gomoku/take_centre.hpp"

namespace tengen::engines::gomoku {

namespace {

// Built into the program and read once, when first needed; a test reads them again and says what is wrong with them.
const network::ResidualNet& residual_net() {
  static const network::ResidualNet net = [] {
    const auto file = network::WeightsFile::from_bytes(embedded::gomoku_network().front().bytes);
    return network::ResidualNet::make(file.value()).value();
  }();
  return net;
}

const network::LineNet& line_net() {
  static const network::LineNet net = [] {
    const auto file = network::WeightsFile::from_bytes(embedded::gomoku_line_net().front().bytes);
    return network::LineNet::make(file.value()).value();
  }();
  return net;
}

// A line net's tables are worked out here, before a game, and not when its first move is asked for.
Net net_for(bool lines, Rule rule) {
  if (!lines) return &residual_net();
  for (const bool black : {true, false}) line_net().table(line_view({rule, black}));
  return &line_net();
}

template <class P>
using RowsFor = std::conditional_t<std::same_as<P, games::gomoku::SmallPosition>, SmallRows, LargeRows>;

// The stones as the side to move sees them.
template <class P>
RowsFor<P> rows_of(const P& position) {
  using Rows = RowsFor<P>;
  Rows rows;
  const Side me = position.side_to_move();
  for (const auto& [side, bits] : {std::pair(me, Rows::mine), std::pair(other(me), Rows::theirs)})
    for_each_bit(position.stones(side), [&](int cell) {
      const Move move = position.move_at(cell);
      rows = rows.flipped(bits, point_at(move.row, move.column));
    });
  return rows;
}

template <class P>
class ChampionEngine final : public search::Engine<P> {
 public:
  using Rows = RowsFor<P>;

  ChampionEngine(bool lines, bool keeps, const TreeOptions& options)
      : lines_(lines), keeps_(keeps), options_(options) {}

  void new_game(std::uint64_t) override {
    if (tree_) tree_->forget();
  }

  void prepare(const P& position) override { settle_in(position); }

  // Threads meet in another order each time.
  bool repeatable(const Limits& limits) const override { return !limits.timed() && options_.threads == 1; }

  search::SearchResult<P> search(const P& position, const Limits& limits, StopToken stop,
                                 const search::InfoSink<P>& info) override {
    if (position.stone_count() == 0) return take_centre(position);
    settle_in(position);
    if (!keeps_) tree_->forget();
    const View view{position.rule(), position.side_to_move() == Side::first};
    typename Tree<Rows>::Sink sink;
    if (info) sink = [&](const TreeReport& report) { info(to_result(report)); };
    return to_result(tree_->think(rows_of(position), view, limits, std::move(stop), sink));
  }

  // The tree is kept, so what is found here is there when the answer comes. A reply that is forced is taken for granted.
  void ponder(const P& position, StopToken stop) override {
    P here = position;
    while (here.outcome() == Outcome::ongoing && !stop.stop_requested()) {
      const search::SearchResult<P> found = search(here, {}, stop, {});
      const bool forced = found.nodes <= 1 && std::abs(found.score) < 1;
      if (!forced) return;
      here.play(found.best);
    }
  }

 private:
  // One tree for one kind of board; another board is another game.
  void settle_in(const P& position) {
    if (tree_ && size_ == position.size() && rule_ == position.rule()) return;
    tree_.reset();
    tree_ = std::make_unique<Tree<Rows>>(net_for(lines_, position.rule()), position.size(), options_);
    size_ = position.size(), rule_ = position.rule();
  }

  static Move move_at(int point) {
    return {static_cast<std::uint8_t>(column_of(point)), static_cast<std::uint8_t>(row_of(point))};
  }

  static search::SearchResult<P> to_result(const TreeReport& report) {
    search::SearchResult<P> result;
    result.best = move_at(report.best);
    result.score = report.value;
    if (report.plies > 0) result.end_in = report.verdict == Verdict::win ? report.plies : -report.plies;
    result.nodes = report.simulations;
    result.helpers_cpu = report.helpers_cpu;
    result.depth = static_cast<int>(report.pv.size());
    for (const int point : report.pv) result.pv.push_back(move_at(point));
    for (const RootMove& move : report.moves) {
      result.candidates.push_back({move_at(move.point), move.value, true, move.visits});
      for (const int point : move.pv) result.candidates.back().pv.push_back(move_at(point));
    }
    return result;
  }

  bool lines_, keeps_;
  TreeOptions options_;
  std::unique_ptr<Tree<Rows>> tree_;
  int size_ = 0;
  Rule rule_ = Rule::freestyle;
};

bool is_line(const Values& settings) { return settings.text("net") == "line"; }

}  // namespace

PlayerInfo ChampionPlayer::info() {
  return {
      .name = "gomoku/champion",
      .summary = "tree search led by a trained network, with exact search for runs of threats at every leaf",
      .settings = {Setting::choice("net", {"line", "residual"},
                                   "the network that is asked: line is fast, residual knows more of each position"),
                   Setting::integer("memory", 256, 1, 65'536,
                                    "megabytes for the tree; when it is full, what was seldom visited is forgotten"),
                   Setting::integer("threads", 1, 1, 256, "threads that search together"),
                   Setting::real("c", 1.2, 0, 100, "exploration: how much to favour moves that were tried less often")
                       .tuned_by(0.1),
                   Setting::integer("fours", TreeOptions{}.leaf.fours, 0, 100'000,
                                    "positions that the search for runs of fours may look at, at every leaf")
                       .off_at("0"),
                   Setting::integer("threes", TreeOptions{}.leaf.threats, 0, 100'000,
                                    "positions that the search for runs of threes may look at, at every leaf")
                       .off_at("0"),
                   Setting::flag("keep", true, "keep the tree from move to move").off_at("off")},
      // Not time: games without limits stay repeatable.
      .default_limits = [](const Values& settings) { return Limits{.nodes = is_line(settings) ? 10'000U : 400U}; },
      .counts = "simulations",
      // Fitted to self-play; docs/algorithms/gomoku-champion.md says how, and how reliable it is.
      .score = {.unit = search::ScoreUnit::result, .sharpness = 1.3},
      .strength = 2500,
      .levels = {{Level::champion, {.time = std::chrono::seconds(2)}}},
      .review_nodes = 5'000};
}

template <class P>
  requires is_gomoku<P>
std::unique_ptr<search::Engine<P>> ChampionPlayer::make(const Values& settings) {
  TreeOptions options;
  options.exploration = settings.real("c");
  options.threads = settings.integer("threads");
  options.leaf = {settings.integer("fours"), settings.integer("threes")};
  options.bytes = static_cast<std::size_t>(settings.integer("memory")) << 20;
  return std::make_unique<ChampionEngine<P>>(is_line(settings), settings.flag("keep"), options);
}

template std::unique_ptr<search::Engine<SmallPosition>> ChampionPlayer::make(const Values&);
template std::unique_ptr<search::Engine<LargePosition>> ChampionPlayer::make(const Values&);

}  // namespace tengen::engines::gomoku
