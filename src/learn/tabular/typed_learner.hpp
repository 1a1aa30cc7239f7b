#pragma once
// Q-learning and Sarsa over any game.
//
//      S ── action A ──▶ · ── the opponent's reply ──▶ S' ── action A' ──▶ …       reward R: what S' is worth
//
//      Q-learning   Q(S, A) += α (R + λ max Q(S', ·) − Q(S, A))     as if the best known action came next
//      Sarsa        Q(S, A) += α (R + λ Q(S', A')    − Q(S, A))     the action that does come next
//
// What is not in the table counts as nought, and so does what comes after the end. The best action is the best of those
// that the table knows.

#include "core/bytes.hpp"
#include "engines/generic/table_state.hpp"
#include "learn/tabular/learner.hpp"
#include "learn/tabular/reward.hpp"
#include "roster/typed_game.hpp"

namespace tengen::learn {

template <engines::TablePosition P>
class TypedLearner final : public TableLearner {
 public:
  TypedLearner(const P& start, const TabularSettings& settings)
      : start_(start), settings_(settings), reward_(settings) {}

  LearningTally learn(std::uint64_t first, std::uint64_t count) override {
    LearningTally tally;
    for (std::uint64_t number = first; number < first + count; ++number) learn_game(number, tally);
    return tally;
  }

  TableTrial against_random(std::uint64_t games, std::uint64_t seed) const override {
    TableTrial trial;
    for (std::uint64_t number = 0; number < games; ++number) {
      Rng rng(hash_words(seed, number, 0x7261));
      play_trial(side_of(number), rng, trial);
    }
    return trial;
  }

  engines::TableHeader header() const override {
    return {std::string(name_of(settings_.method)),
            "",
            engines::board_of(start_),
            start_.to_string(),
            engines::rules_fingerprint(start_),
            settings_.symmetry};
  }
  Expected<void> check(const engines::TableHeader& header) const override {
    return engines::check_board(header, start_);
  }

 private:
  using Opponent = TabularSettings::Opponent;

  // A position in which somebody has to decide, and what the table knows of it.
  struct State {
    P position;
    games::MoveList<P> moves;
    std::uint64_t key = 0;
    engines::BestKnown best;
  };

  Side side_of(std::uint64_t number) const noexcept {
    return settings_.colour ? *settings_.colour : number % 2 == 0 ? Side::first : Side::second;
  }

  // The position as the table has it; the game goes on from there, since symmetric positions have the same future. The
  // memory's answer is on its way when this returns.
  void enter(State& state, const P& position) const noexcept {
    state.position = position;
    if (settings_.symmetry)
      if (const int symmetry = engines::canonical_symmetry(position); symmetry != 0)
        state.position = position.transformed(symmetry);
    state.key = engines::state_key(state.position);
    table_.prefetch(state.key);
    state.position.legal_moves(state.moves);
  }
  void look_up(State& state) const noexcept { state.best = engines::best_known(table_, state.key); }

  static std::uint32_t any_of(const State& state, Rng& rng) noexcept {
    return rng.below(static_cast<std::uint32_t>(state.moves.size()));
  }
  std::uint32_t choose(const State& state, Rng& rng, LearningTally& tally) const noexcept {
    ++tally.decisions;
    if (rng.real() < settings_.epsilon || state.best.known == 0) return any_of(state, rng);
    ++tally.greedy;
    return state.best.action;
  }

  // The opponent's move; false when the game is over.
  bool reply_once(P& position, Opponent opponent, Rng& rng) const noexcept {
    if (opponent == Opponent::random) {
      const auto move = games::random_move(position, rng);
      if (move) position.play(*move);
      return move.has_value();
    }
    State state;
    enter(state, position);
    if (state.moves.empty()) return false;
    look_up(state);
    LearningTally ignored;
    position = state.position;
    position.play(state.moves[choose(state, rng, ignored)]);
    return true;
  }

  // Plays for the opponent until there is something for me to decide; false when the game is over, at `position`.
  bool my_turn(State& state, P& position, Side me, Opponent opponent, Rng& rng) const noexcept {
    for (;;) {
      if (position.side_to_move() != me) {
        if (!reply_once(position, opponent, rng)) return false;
        continue;
      }
      enter(state, position);
      if (state.moves.empty()) return false;
      if (!engines::must_pass<P>(state.moves)) return true;
      position.play(state.moves[0]);
    }
  }

  double next_value(const State& state, std::uint32_t action) const noexcept {
    if (settings_.method == LearningMethod::q || state.best.known == 0) return state.best.value;
    if (action == state.best.action) return state.best.value;
    double value = 0;
    table_.each_known(state.key, [&](std::uint32_t known, float v) {
      if (known == action) value = v;
    });
    return value;
  }

  void update(std::uint64_t key, std::uint32_t action, double target) {
    float& value = table_.at(key, action);
    value = static_cast<float>(value + settings_.alpha * (target - value));
  }

  // No position comes again within a game, so the next state is looked up before the last one is updated.
  void learn_game(std::uint64_t number, LearningTally& tally) {
    Rng rng(hash_words(settings_.seed, number));
    const Side me = side_of(number);
    P position = start_;
    State state;
    if (!my_turn(state, position, me, settings_.opponent, rng)) return;
    look_up(state);
    for (std::uint32_t action = choose(state, rng, tally);;) {
      const std::uint64_t key = state.key;
      position = state.position;
      position.play(state.moves[action]);
      if (!my_turn(state, position, me, settings_.opponent, rng)) {
        update(key, action, reward_.at_the_end(position, me));
        count(tally.results, position.outcome(), me);
        return;
      }
      const double reward = reward_.while_playing(position, me);
      look_up(state);
      const std::uint32_t next = choose(state, rng, tally);
      update(key, action, reward + settings_.lambda * next_value(state, next));
      action = next;
    }
  }

  void play_trial(Side me, Rng& rng, TableTrial& trial) const noexcept {
    State state;
    P position = start_;
    while (my_turn(state, position, me, Opponent::random, rng)) {
      look_up(state);
      ++trial.decisions;
      trial.known_decisions += state.best.known > 0;
      trial.pairs += state.moves.size();
      trial.known_pairs += state.best.known;
      position = state.position;
      position.play(state.moves[state.best.known > 0 ? state.best.action : any_of(state, rng)]);
    }
    count(trial.results[static_cast<std::size_t>(index(me))], position.outcome(), me);
  }

  static void count(stats::WinDrawLoss& results, Outcome outcome, Side me) noexcept {
    ++(outcome == Outcome::draw ? results.draws : outcome == win_for(me) ? results.wins : results.losses);
  }

  P start_;
  TabularSettings settings_;
  RewardOf<P> reward_;
};

}  // namespace tengen::learn
