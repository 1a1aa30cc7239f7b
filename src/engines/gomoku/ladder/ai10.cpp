// AI10 and AI11 of the ladder: alpha-beta over the few moves that look best. AI10 looks five plies ahead; AI11 searches
// wider and deepens round by round.

#include "engines/gomoku/ladder/ai10.hpp"

#include "core/bits.hpp"
#include "engines/gomoku/ladder/ladder.hpp"

namespace tengen::engines::gomoku {

namespace {

// The stones in every window of a line that the other side has not touched, by side; −1 where it has.
struct LineWindows {
  static constexpr std::size_t most = largest_size - 4;
  std::array<std::array<std::int8_t, most>, 2> stones{};
  int count = 0;

  explicit LineWindows(const LineFace& face) noexcept : count(std::max(0, face.length - 4)) {
    for (std::size_t s = 0; s < 2; ++s)
      for (int w = 0; w < count; ++w)
        stones[s][static_cast<std::size_t>(w)] =
            static_cast<std::int8_t>((face.stones[1 - s] >> w & 31) != 0 ? -1 : bit_count(face.stones[s] >> w & 31));
  }

  void put(Side side, int i) noexcept {
    const auto s = static_cast<std::size_t>(side);
    for (int w = std::max(0, i - 4); w <= std::min(i, count - 1); ++w) {
      std::int8_t& own = stones[s][static_cast<std::size_t>(w)];
      own = static_cast<std::int8_t>(own < 0 ? -1 : own + 1);
      stones[1 - s][static_cast<std::size_t>(w)] = -1;
    }
  }

  Ai10Counts counts() const noexcept {
    Ai10Counts counts;
    for (std::size_t s = 0; s < 2; ++s) {
      int before = 0, chain = 0;  // stones one window back; windows with three or more in a row up to here
      for (int w = 0; w < count; ++w) {
        const int k = stones[s][static_cast<std::size_t>(w)];
        if (k > 0) ++counts.windows[s][static_cast<std::size_t>(k)];
        counts.open_fours[s] += k >= 4 && before >= 4;
        chain = k >= 3 ? chain + 1 : 0;
        counts.chains[s] += chain == 2;
        before = k;
      }
    }
    return counts;
  }
};

// The windows of a line as one side values them.
int window_sum(const Ai10Counts& counts, Side me, const Ai10Weights& weights) noexcept {
  const auto m = static_cast<std::size_t>(me), t = 1 - m;
  int sum = 0;
  for (std::size_t k = 1; k < weights.mine.size(); ++k) sum += weights.mine[k] * counts.windows[m][k];
  for (std::size_t k = 1; k < weights.theirs.size(); ++k) sum += weights.theirs[k] * counts.windows[t][k];
  return sum;
}

}  // namespace

Ai10Counts count_line(const LineFace& face, Rule rule) noexcept {
  Ai10Counts counts = LineWindows(face).counts();
  for (const Side side : {Side::first, Side::second})
    counts.fives[static_cast<std::size_t>(side)] = face.has_five(side, rule);
  return counts;
}

Ai10Change::Ai10Change(const Ai10Counts& before, const Ai10Counts& after, Side mover, int windows) noexcept {
  const auto m = static_cast<std::size_t>(mover), t = 1 - m;
  const std::array<int, 6> fields = {
      after.fives[m] - before.fives[m],           after.open_fours[m] - before.open_fours[m],
      before.open_fours[t] - after.open_fours[t], before.windows[t][4] - after.windows[t][4],
      after.chains[m] - before.chains[m] + 4,     after.chains[t] - before.chains[t] + 4};
  std::uint64_t high = 0;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    assert(fields[i] >= 0 && fields[i] < 8);  // so that four lines together stay within the field
    high |= static_cast<std::uint64_t>(fields[i]) << (5 * i);
  }
  word_ = (high << 32) + static_cast<std::uint64_t>(std::int64_t{windows});
}

void Ai10Lines::operator()(const LineFace& face, Info& out) const noexcept {
  const Ai10Counts here = count_line(face, rule);
  const LineWindows windows(face);
  for (const Side side : {Side::first, Side::second}) {
    const auto s = static_cast<std::size_t>(side);
    const int sum = window_sum(here, side, weights);
    out.total.windows[s] = sum;
    out.total.open_fours[s] = here.open_fours[s];
    out.total.chains[s] = here.chains[s];
    out.total.fours[s] = here.windows[s][4];
    out.total.fives[s] = here.fives[s];
    for (int i = 0; i < face.length; ++i) {
      if (!face.empty(i)) continue;
      LineWindows with_stone = windows;
      with_stone.put(side, i);
      Ai10Counts after = with_stone.counts();
      after.fives[s] = here.fives[s] | wins(rule, side == Side::first, face.run_through(side, i));
      out.changes[s][static_cast<std::size_t>(i)] =
          Ai10Change(here, after, side, window_sum(after, side, weights) - sum);
    }
  }
}

namespace {

template <class P>
class Ai10Engine final : public search::Engine<P> {
 public:
  using Model = Ai10Model<P>;
  static constexpr int depth = 5;

  void new_game(std::uint64_t) override {}

  search::SearchResult<P> search(const P& position, const Limits& limits, StopToken stop,
                                 const search::InfoSink<P>& info) override {
    if (position.stone_count() == 0) return take_centre(position);
    if (const Ai10Lines lines{ai10_weights, position.rule()}; memory_.rule() != lines) memory_.set_rule(lines);
    model_.set(position);
    return search_to_depth<true>(position, model_, depth, limits, std::move(stop), info);
  }

 private:
  FaceMemory<Ai10Lines> memory_{Ai10Lines{ai10_weights, Rule::freestyle}};
  Model model_{memory_, {{5, 4, 3, 2, 1}, 1}, nullptr};
};

template <class P>
class Ai11Engine final : public search::Engine<P> {
 public:
  using Model = Ai10Model<P>;
  static constexpr int first_round = 5, last_round = 13;

  explicit Ai11Engine(double seconds)
      : own_{.time = std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(seconds))} {}

  void new_game(std::uint64_t seed) override { noise_ = Rng(seed); }

  search::SearchResult<P> search(const P& position, const Limits& limits, StopToken stop,
                                 const search::InfoSink<P>& info) override {
    if (position.stone_count() == 0) return take_centre(position);
    search::Stopper stopper(tighter(limits, own_), std::move(stop), 64);
    if (const Ai10Lines lines{ai11_weights, position.rule()}; memory_.rule() != lines) memory_.set_rule(lines);
    model_.set(position);
    typename Model::List list;
    model_.expand(0, largest_size * largest_size, list);
    std::vector<ValuedMove<double>> moves;
    for (const auto& candidate : list) moves.push_back({candidate.cell, candidate.order, false});

    CandidateSearch<Model, true> search(model_, stopper);
    const int deepest = std::clamp(limits.depth.value_or(last_round), 1, last_round);
    search::SearchResult<P> result;
    for (int depth = std::min(first_round, deepest); depth <= deepest; depth += 2) {
      const std::size_t staying = depth + 2 <= deepest ? (7 * moves.size() + 9) / 10 : 1;
      std::size_t done = search.values(moves, depth, staying);
      if (stopper.stopped() && depth > first_round) break;
      std::vector<int> line = search.line();
      if (done == 0) line = {moves[0].cell}, done = 1;  // stopped at once: the move that looked best
      const int finished = stopper.stopped() ? 0 : depth;
      result = to_result<P, Model>(position, std::span(moves).first(done), line, finished, search.nodes());
      if (info) info(result);
      if (stopper.stopped() || result.score >= ai10_infinity) break;
      std::ranges::stable_sort(moves, std::greater{}, &ValuedMove<double>::value);
      moves.resize(staying);
    }
    result.nodes = search.nodes();
    return result;
  }

 private:
  Limits own_;
  Rng noise_{0};
  FaceMemory<Ai10Lines> memory_{Ai10Lines{ai11_weights, Rule::freestyle}};
  Model model_{memory_, {{15, 7, 5, 5, 4, 4, 4, 4, 3, 3, 3, 3, 3, 3}, 2}, &noise_};
};

}  // namespace

PlayerInfo Ai10::info() {
  return {
      .name = "ladder/ai10",
      .summary = "alpha-beta of 5 plies over the best 5, 4, 3, 2, 1 moves by windows and open fours (Chen et al. 2021)",
      .strength = 1300,
      .levels = {{Level::intermediate, {.nodes = 100}}}};
}

template <class P>
  requires is_gomoku<P>
std::unique_ptr<search::Engine<P>> Ai10::make(const Values&) {
  return std::make_unique<Ai10Engine<P>>();
}

PlayerInfo Ai11::info() {
  return {
      .name = "ladder/ai11",
      .summary = "AI10 deepened to 5, 7, 9, 11, 13 plies, keeping the best 70% of the root moves (Chen et al. 2021)",
      .settings = {Setting::real("seconds", 10, 0.001, 3600, "most seconds a move; the last finished round decides")},
      .strength = 1500};
}

template <class P>
  requires is_gomoku<P>
std::unique_ptr<search::Engine<P>> Ai11::make(const Values& v) {
  return std::make_unique<Ai11Engine<P>>(v.real("seconds"));
}

template std::unique_ptr<search::Engine<SmallPosition>> Ai10::make<SmallPosition>(const Values&);
template std::unique_ptr<search::Engine<LargePosition>> Ai10::make<LargePosition>(const Values&);
template std::unique_ptr<search::Engine<SmallPosition>> Ai11::make<SmallPosition>(const Values&);
template std::unique_ptr<search::Engine<LargePosition>> Ai11::make<LargePosition>(const Values&);

}  // namespace tengen::engines::gomoku
