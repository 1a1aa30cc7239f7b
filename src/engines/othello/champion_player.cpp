#include "engines/othello/champion_player.hpp"

#include <algorithm>

#include "core/rng.hpp"
#include "engines/othello/champion.hpp"
#include "engines/othello/opening_book.hpp"
#include "engines/othello/pattern_weights.hpp"

namespace tengen::engines::othello {

namespace {

struct PlayerOptions {
  ChampionOptions champion;
  bool ponder = false;
  bool book = true;
};

PlayerOptions options_from(const Values& v) {
  PlayerOptions options;
  options.champion.table_bytes = static_cast<std::size_t>(v.integer("hash")) << 20;
  options.champion.threads = v.integer("threads");
  options.champion.best_moves = v.integer("best");
  options.champion.certainty = v.integer("certainty");
  options.champion.level = v.integer("level");
  options.ponder = v.flag("ponder");
  options.book = v.flag("book");
  return options;
}

// The weights in the file, or those that come with the program.
Expected<std::shared_ptr<const PatternWeights>> weights_from(const std::string& path) {
  if (path.empty()) return std::shared_ptr<const PatternWeights>(&PatternWeights::built_in(), [](const auto*) {});
  auto weights = PatternWeights::from_file(path);
  if (!weights) return weights.error();
  return std::make_shared<const PatternWeights>(*std::move(weights));
}

search::SearchResult<Position> to_result(const RootReport& report) {
  search::SearchResult<Position> result;
  result.best = report.moves.front().move;
  result.score = report.moves.front().value;
  result.depth = report.depth;
  result.nodes = report.nodes;
  result.pv = report.line;
  for (const RootMove& move : report.moves)
    result.candidates.push_back({move.move, static_cast<double>(move.value), !move.is_bound, 0});
  return result;
}

// One of the book's best moves; which, if there are several, is up to chance.
std::optional<search::SearchResult<Position>> look_up(const Position& position, Rng& rng) {
  auto moves = OpeningBook::built_in().find(position);
  if (moves.empty()) return std::nullopt;
  std::uint32_t equal = 1;
  while (equal < moves.size() && moves[equal].value == moves.front().value) ++equal;
  std::swap(moves.front(), moves[rng.below(equal)]);
  search::SearchResult<Position> result;
  result.best = moves.front().move;
  result.score = moves.front().value;
  result.pv = {result.best};
  for (const BookMove& move : moves) result.candidates.push_back({move.move, static_cast<double>(move.value), true, 0});
  return result;
}

class ChampionEngine final : public search::Engine<Position> {
 public:
  ChampionEngine(const PlayerOptions& options, std::shared_ptr<const PatternWeights> weights)
      : options_(options), weights_(std::move(weights)) {}

  void new_game(std::uint64_t seed) override {
    pondering_ = {};
    rng_ = Rng(seed);
    if (champion_) champion_->new_game();
  }
  void prepare(const Position&) override {
    if (!champion_) champion_ = std::make_unique<Champion>(options_.champion, *weights_);
  }
  bool repeatable(const Limits& limits) const override {
    return !limits.timed() && options_.champion.threads == 1 && !options_.ponder;
  }

  search::SearchResult<Position> search(const Position& position, const Limits& limits, StopToken stop,
                                        const search::InfoSink<Position>& info) override {
    pondering_ = {};  // stops it; what it found stays in the table
    prepare(position);
    if (options_.book)
      if (auto known = look_up(position, rng_)) return *std::move(known);
    RootSink sink;
    if (info) sink = [&](const RootReport& report) { info(to_result(report)); };
    const RootReport report = champion_->think(position, limits, stop, sink);
    if (options_.ponder) ponder(position, report.line);
    return to_result(report);
  }

 private:
  // Thinks about the answer to the answer that it expects.
  void ponder(Position position, const std::vector<Move>& line) {
    for (std::size_t i = 0; i < std::min<std::size_t>(2, line.size()); ++i) position.play(line[i]);
    if (position.outcome() != Outcome::ongoing) return;
    pondering_ = std::jthread([this, position](const StopToken& stop) { champion_->think(position, {}, stop, {}); });
  }

  PlayerOptions options_;
  std::shared_ptr<const PatternWeights> weights_;
  std::unique_ptr<Champion> champion_;
  Rng rng_{0};
  std::jthread pondering_;  // after what it uses, so that it ends first
};

}  // namespace

PlayerInfo ChampionPlayer::info() {
  return {
      .name = "othello/champion",
      .summary = "learned patterns, deep selective search, perfect play at the end",
      .settings = {Setting::integer("hash", 64, 1, 65536, "megabytes for the table of positions"),
                   Setting::integer("threads", 1, 1, 256, "threads that search together"),
                   Setting::integer("level", 0, 0, 60,
                                    "plies to look ahead, and further near the end; 0: until a limit stops it"),
                   Setting::integer("best", 1, 1, 60,
                                    "how many of the best moves get a value of their own, not a bound"),
                   Setting::integer(
                       "certainty", 0, 0, certain,
                       "how bold cuts are before the end: 0 right in 73 of 100 cases, 1 87, 2 95, 3 98, 4 99, 5 none"),
                   Setting::flag("book", true, "play openings from the book"),
                   Setting::real("time", 1.0, 0.001, 3600, "seconds a move where no limit says otherwise"),
                   Setting::flag("ponder", false, "go on thinking while the opponent does"),
                   Setting::file("weights", "file of pattern weights, from `tengen train`; default: our own")},
      .default_limits =
          [](const Values& v) { return v.integer("level") > 0 ? Limits{} : Limits{.time = v.seconds("time")}; },
      // Fitted to self-play, as that of threat/alphabeta: the score of every move against the game's result, 60 games at
      // 3000 nodes a move from balanced openings (tengen match --db, tengen export).
      .score = {.unit = search::ScoreUnit::discs, .scale = 10},
      .strength = 2500,
      .levels = {{Level::expert, {.nodes = 20'000}}, {Level::champion, {.time = std::chrono::seconds(2)}}}};
}

Expected<std::unique_ptr<search::Engine<Position>>> ChampionPlayer::make_engine(const Values& settings) {
  const auto weights = weights_from(settings.text("weights"));
  if (!weights) return weights.error();
  return std::make_unique<ChampionEngine>(options_from(settings), *weights);
}

}  // namespace tengen::engines::othello
