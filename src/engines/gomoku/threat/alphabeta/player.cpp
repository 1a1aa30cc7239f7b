#include "engines/gomoku/threat/alphabeta/player.hpp"

#include <algorithm>

#include "engines/gomoku/take_centre.hpp"
#include "engines/gomoku/threat/alphabeta/search.hpp"
#include "search/root.hpp"

namespace tengen::engines::gomoku {

namespace {

template <class P>
class ThreatAlphaBetaEngine final : public search::Engine<P> {
 public:
  // The tables that all engines share are built here and not on the clock of the first move.
  ThreatAlphaBetaEngine(const AlphaBetaOptions& options, std::size_t table_bytes) : search_(options, table_bytes) {
    field_.set(P{});
  }

  void new_game(std::uint64_t) override { search_.new_game(); }

  search::SearchResult<P> search(const P& position, const Limits& limits, StopToken stop,
                                 const search::InfoSink<P>& info) override {
    field_.set(position);
    if (position.stone_count() == 0) return take_centre(position);
    games::MoveList<P> all;
    position.legal_moves(all);
    std::vector<int> legal;
    for (const auto move : all)
      if (field_.near().test(position.cell_of(move))) legal.push_back(position.cell_of(move));
    if (legal.empty())
      for (const auto move : all) legal.push_back(position.cell_of(move));
    const Side me = position.side_to_move();
    std::ranges::stable_sort(legal, std::greater{}, [&](int cell) { return field_.order(me, cell); });
    ThreatAlphaBeta::Report report;
    if (info) report = [&](const AlphaBetaResult& r) { info(translated(position, r)); };
    return translated(position, search_.think(field_, legal, limits, std::move(stop), report));
  }

 private:
  static search::SearchResult<P> translated(const P& position, const AlphaBetaResult& r) {
    search::SearchResult<P> result;
    result.best = position.move_at(r.best);
    result.score = r.value;
    result.end_in = search::end_in(r.value);
    result.depth = r.depth;
    result.nodes = r.nodes;
    for (const int cell : r.pv) result.pv.push_back(position.move_at(cell));
    for (const AlphaBetaRootMove& m : r.moves)
      result.candidates.push_back({position.move_at(m.cell), static_cast<double>(m.value), m.exact, 0});
    return result;
  }

  Field field_;
  ThreatAlphaBeta search_;
};

}  // namespace

PlayerInfo ThreatAlphaBetaPlayer::info() {
  PlayerInfo info{
      .name = "threat/alphabeta",
      .summary = "alpha-beta with everything: threats decide what is looked at (Guo and Zhang's course project)",
      .settings = {Setting::integer("hash", 16, 1, 4096, "size of the transposition table in megabytes")},
      // Nodes, not time: games without limits stay repeatable.
      .default_limits = [](const Values&) { return Limits{.nodes = 300'000}; },
      .score = {.unit = search::ScoreUnit::points, .scale = 200},  // fitted as that of othello/champion
      .strength = 2000,
      .levels = {{Level::advanced, {.nodes = 1'000}}, {Level::expert, {.nodes = 30'000}}}};
  for (const AlphaBetaPart& part : alphabeta_parts)
    info.settings.push_back(
        Setting::flag(std::string(part.name), AlphaBetaOptions{}.*part.flag, std::string(part.help)).off_at("off"));
  return info;
}

template <class P>
  requires is_gomoku<P>
std::unique_ptr<search::Engine<P>> ThreatAlphaBetaPlayer::make(const Values& v) {
  AlphaBetaOptions options;
  for (const AlphaBetaPart& part : alphabeta_parts) options.*part.flag = v.flag(part.name);
  return std::make_unique<ThreatAlphaBetaEngine<P>>(options, static_cast<std::size_t>(v.integer("hash")) << 20);
}

template std::unique_ptr<search::Engine<SmallPosition>> ThreatAlphaBetaPlayer::make(const Values&);
template std::unique_ptr<search::Engine<LargePosition>> ThreatAlphaBetaPlayer::make(const Values&);

}  // namespace tengen::engines::gomoku
