// Q-learning and Sarsa against a plain twin, against exact values, and step by step by hand.

#include <gtest/gtest.h>

#include <map>

#include "games/connect4/game.hpp"
#include "games/gomoku/game.hpp"
#include "games/mnk/game.hpp"
#include "games/othello/game.hpp"
#include "learn/tabular/typed_learner.hpp"
#include "support/allocations.hpp"
#include "support/property.hpp"

namespace tengen::learn {
namespace {

// --- The twin: a map from written positions and moves to values, and the formulas of the books ------------------------

template <games::Position P>
struct Twin {
  std::map<std::string, std::map<std::string, float>> q;  // position → move → value
  P start;
  TabularSettings settings;

  static std::vector<typename P::Move> moves_of(const P& position) {
    games::MoveList<P> list;
    position.legal_moves(list);
    return {list.begin(), list.end()};
  }
  static bool passes(const P& position) {
    const auto moves = moves_of(position);
    return moves.size() == 1 && position.format(moves[0]) == "pass";
  }

  // The moves come in the order of the rules, and the first of the best is taken.
  std::optional<std::size_t> best(const P& position) const {
    const auto state = q.find(position.to_string());
    if (state == q.end()) return std::nullopt;
    std::optional<std::size_t> best;
    const auto moves = moves_of(position);
    for (std::size_t i = 0; i < moves.size(); ++i)
      if (const auto value = state->second.find(position.format(moves[i])); value != state->second.end())
        if (!best || value->second > state->second.at(position.format(moves[*best]))) best = i;
    return best;
  }
  float value(const P& position, std::optional<std::size_t> move) const {
    if (!move || !q.contains(position.to_string())) return 0;
    const auto& known = q.at(position.to_string());
    const auto found = known.find(position.format(moves_of(position)[*move]));
    return found == known.end() ? 0 : found->second;
  }
  std::size_t choose(const P& position, Rng& rng) const {
    const bool explores = rng.real() < settings.epsilon;
    if (const auto known = best(position); known && !explores) return *known;
    return rng.below(static_cast<std::uint32_t>(moves_of(position).size()));
  }

  void play(std::uint64_t number) {
    Rng rng(hash_words(settings.seed, number));
    const Side me = settings.colour ? *settings.colour : number % 2 == 0 ? Side::first : Side::second;
    const RewardOf<P> reward(settings);
    std::optional<std::pair<P, std::size_t>> last;
    for (P position = start;;) {
      if (position.outcome() != Outcome::ongoing) {
        if (last) learn(*last, reward.at_the_end(position, me));
        return;
      }
      if (position.side_to_move() != me) {
        if (settings.opponent == TabularSettings::Opponent::random)
          position.play(*games::random_move(position, rng));
        else
          position.play(moves_of(position)[choose(position, rng)]);
      } else if (passes(position)) {
        position.play(moves_of(position)[0]);
      } else {
        const std::size_t move = choose(position, rng);
        if (last) {
          const bool sarsa = settings.method == LearningMethod::sarsa;
          const double next = value(position, sarsa ? std::optional(move) : best(position));
          learn(*last, reward.while_playing(position, me) + settings.lambda * next);
        }
        last = {position, move};
        position.play(moves_of(position)[move]);
      }
    }
  }

  void learn(const std::pair<P, std::size_t>& step, double target) {
    float& value = q[step.first.to_string()][step.first.format(moves_of(step.first)[step.second])];
    value = static_cast<float>(value + settings.alpha * (target - value));
  }
};

template <engines::TablePosition P>
void agrees_with_twin(const P& start, const TabularSettings& settings, std::uint64_t games) {
  TypedLearner<P> learner(start, settings);
  Twin<P> twin{{}, start, settings};
  learner.learn(0, games);
  for (std::uint64_t i = 0; i < games; ++i) twin.play(i);
  std::size_t entries = 0;
  for (const auto& [text, values] : twin.q) {
    const auto position = P::from_string(text);
    ASSERT_TRUE(position);
    std::map<std::string, float> known;
    learner.table().each_known(engines::state_key(*position), [&](std::uint32_t action, float value) {
      known[position->format(Twin<P>::moves_of(*position)[action])] = value;
    });
    ASSERT_EQ(known, values) << text;  // to the bit
    entries += values.size();
  }
  EXPECT_EQ(learner.table().size(), entries);
  EXPECT_GT(entries, games / 10);
}

TabularSettings settings_of(LearningMethod method, std::string_view text = "") {
  const auto values = parse_values(TabularSettings::declared(), text, "test");
  EXPECT_TRUE(values) << (values ? "" : values.error().message);
  return TabularSettings::from(method, *values);
}

class BothMethods : public testing::TestWithParam<LearningMethod> {};
INSTANTIATE_TEST_SUITE_P(Learner, BothMethods, testing::Values(LearningMethod::q, LearningMethod::sarsa),
                         [](const auto& it) { return std::string(name_of(it.param)); });

TEST_P(BothMethods, AgreeWithAPlainTwin) {
  const auto games = static_cast<std::uint64_t>(effort(1000));
  agrees_with_twin(games::mnk::Position(), settings_of(GetParam()), games);
  agrees_with_twin(games::mnk::Position(), settings_of(GetParam(), "opponent=self,epsilon=0.2,seed=5"), games);
  agrees_with_twin(games::mnk::Position(4, 3, 3), settings_of(GetParam(), "reward=result,win=1,lambda=0.9"), games);
  agrees_with_twin(*games::connect4::SmallPosition::from_string("rows=4 columns=4"),
                   settings_of(GetParam(), "colour=second,end=evaluation,alpha=0.3"), games);
  agrees_with_twin(games::gomoku::SmallPosition(5, games::gomoku::Rule::freestyle), settings_of(GetParam()),
                   games / 20);
  agrees_with_twin(games::othello::Position(), settings_of(GetParam()), games / 20);
  // Little room and many passes.
  agrees_with_twin(
      *games::othello::Position::from_string("xoxoxo2/oxoxox2/xxxxxo2/oooxxx2/xoxoxo2/ooxxoo2/xxooxx2/oxoxox2 x"),
      settings_of(GetParam()), games / 5);
}

// --- Exact values on tic-tac-toe --------------------------------------------------------------------------------------

// What a state is worth to the one who moves there, against random replies: the best action, or the mean of all.
struct Exact {
  bool best = true;
  double lambda = 1;
  std::map<std::string, double> known;

  double action(const games::mnk::Position& position, games::mnk::Move move) {
    const Side me = position.side_to_move();
    games::mnk::Position next = position;
    next.play(move);
    if (next.outcome() != Outcome::ongoing) return result(next, me);
    games::MoveList<games::mnk::Position> replies;
    next.legal_moves(replies);
    double sum = 0;
    for (const auto reply : replies) {
      games::mnk::Position after = next;
      after.play(reply);
      sum += after.outcome() != Outcome::ongoing ? result(after, me) : lambda * state(after);
    }
    return sum / static_cast<double>(replies.size());
  }
  double state(const games::mnk::Position& position) {
    const auto [at, is_new] = known.emplace(position.to_string(), 0.0);
    if (!is_new) return at->second;
    games::MoveList<games::mnk::Position> moves;
    position.legal_moves(moves);
    double highest = -2, sum = 0;
    for (const auto move : moves) {
      const double value = action(position, move);
      highest = std::max(highest, value);
      sum += value;
    }
    return known[position.to_string()] = best ? highest : sum / static_cast<double>(moves.size());
  }
  static double result(const games::mnk::Position& position, Side me) {
    return position.outcome() == Outcome::draw ? 0 : position.outcome() == win_for(me) ? 1 : -1;
  }
};

// Six cells are left, and the learner makes all its moves by lot, so it sees every line often. Both methods see the very
// same games: Q-learning finds what the best play is worth, Sarsa what its own play is worth, which is the mean.
class ExactValues : public testing::Test {
 protected:
  // The largest error over the first actions, which depend on all that comes after them.
  double error(LearningMethod method, Exact exact) const {
    TypedLearner<games::mnk::Position> learner(
        start_, settings_of(method, "reward=result,win=1,lambda=0.9,alpha=0.01,epsilon=1,colour=second"));
    learner.learn(0, slow_build ? 200'000 : 400'000);
    games::MoveList<games::mnk::Position> moves;
    start_.legal_moves(moves);
    double largest = 0;
    std::size_t known = 0;
    learner.table().each_known(engines::state_key(start_), [&](std::uint32_t action, float value) {
      largest = std::max(largest, std::abs(value - exact.action(start_, moves[action])));
      ++known;
    });
    EXPECT_EQ(known, moves.size());
    return largest;
  }

  const games::mnk::Position start_ = *games::mnk::Position::from_string("a1 b2 c3");
};

TEST_F(ExactValues, QLearningFindsWhatTheBestPlayIsWorth) {
  EXPECT_LT(error(LearningMethod::q, Exact{true, 0.9, {}}), 0.1);
  EXPECT_GT(error(LearningMethod::q, Exact{false, 0.9, {}}), 0.2) << "its own play is worth less";
}

TEST_F(ExactValues, SarsaFindsWhatItsOwnPlayIsWorth) {
  EXPECT_LT(error(LearningMethod::sarsa, Exact{false, 0.9, {}}), 0.1);
  EXPECT_GT(error(LearningMethod::sarsa, Exact{true, 0.9, {}}), 0.2) << "the best play is worth more";
}

// --- By hand ----------------------------------------------------------------------------------------------------------

// One column of four cells is left, so all moves are forced: mine, theirs, mine, theirs, and a draw. The state after the
// first reply is worth r, the end nought.
TEST(Learner, StepsAreThoseOfTheFormula) {
  const auto start = games::connect4::SmallPosition::from_string("oxo1/xox1/xox1/oxo1 x");
  ASSERT_TRUE(start) << start.error().message;
  games::connect4::SmallPosition second = *start;
  second.play({3});
  second.play({3});
  const double r = search::StaticEvaluator<games::connect4::SmallPosition>{}(second);
  for (const LearningMethod method : {LearningMethod::q, LearningMethod::sarsa}) {
    TypedLearner<games::connect4::SmallPosition> learner(
        *start, settings_of(method, "alpha=0.5,lambda=0.5,end=result,win=64,colour=first"));
    const auto value = [&](const games::connect4::SmallPosition& state) {
      return engines::best_known(learner.table(), engines::state_key(state));
    };
    learner.learn(0, 1);  // the second state was not known when the first one was valued
    EXPECT_EQ(learner.table().size(), 2u);
    EXPECT_EQ(value(*start).value, static_cast<float>(0.5 * r));
    const Outcome end = [&] {
      games::connect4::SmallPosition p = second;
      p.play({3});
      p.play({3});
      return p.outcome();
    }();
    const double result = end == Outcome::draw ? 0 : end == Outcome::first_wins ? 64 : -64;
    const double once = 0.5 * result, twice = 0.5 * once + 0.5 * result;
    EXPECT_EQ(value(second).value, static_cast<float>(once));
    learner.learn(1, 1);
    EXPECT_EQ(value(*start).value, static_cast<float>(0.25 * r + 0.5 * (r + 0.5 * once)));
    EXPECT_EQ(value(second).value, static_cast<float>(twice));
  }
}

TEST(Learner, EndsAreWorthWhatTheSettingsSay) {
  const auto lost = *games::othello::Position::from_string("xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/8/8/8/8 o");
  ASSERT_EQ(lost.outcome(), Outcome::first_wins);
  const int evaluation = engines::othello::SixFactors{}(lost);  // for White
  EXPECT_EQ(RewardOf<games::othello::Position>(settings_of(LearningMethod::q)).at_the_end(lost, Side::first),
            -evaluation);
  EXPECT_EQ(RewardOf<games::othello::Position>(settings_of(LearningMethod::q)).at_the_end(lost, Side::second),
            evaluation);
  const RewardOf<games::othello::Position> results(settings_of(LearningMethod::q, "end=result,win=7"));
  EXPECT_EQ(results.at_the_end(lost, Side::first), 7);
  EXPECT_EQ(results.at_the_end(lost, Side::second), -7);
  const RewardOf<games::othello::Position> only(settings_of(LearningMethod::q, "reward=result,win=7"));
  EXPECT_EQ(only.while_playing(games::othello::Position(), Side::first), 0);
  EXPECT_EQ(only.at_the_end(lost, Side::first), 7);
  // A game whose evaluation knows nothing of ends counts results.
  const auto won = *games::mnk::Position::from_string("xxx/oo1/3 o");
  EXPECT_EQ(RewardOf<games::mnk::Position>(settings_of(LearningMethod::q, "win=5")).at_the_end(won, Side::first), 5);
}

// --- Symmetry ---------------------------------------------------------------------------------------------------------

template <games::Position P>
void symmetric_positions_are_one(P position) {
  Rng rng(*rc::gen::arbitrary<std::uint64_t>());
  for (int plies = *rc::gen::inRange(0, 20); plies > 0; --plies)
    if (const auto move = games::random_move(position, rng)) position.play(*move);
  const P canonical = position.transformed(engines::canonical_symmetry(position));
  for (int symmetry = 0; symmetry < P::symmetries; ++symmetry) {
    const P image = position.transformed(symmetry);
    RC_ASSERT(image.transformed(engines::canonical_symmetry(image)) == canonical);
  }
}

TEST(Symmetry, AllImagesOfAPositionAreOneState) {
  check_property(200, [] { symmetric_positions_are_one(games::othello::Position()); });
  check_property(200, [] { symmetric_positions_are_one(games::mnk::Position(4, 3, 3)); });
  check_property(200, [] { symmetric_positions_are_one(*games::connect4::SmallPosition::from_string("blocked=c2")); });
  check_property(100,
                 [] { symmetric_positions_are_one(games::gomoku::SmallPosition(7, games::gomoku::Rule::standard)); });
}

TEST(Symmetry, MakesTicTacToeSmallAndLosesNothing) {
  const auto plain = settings_of(LearningMethod::q, "reward=result,win=1,alpha=0.05,epsilon=0.9");
  auto folded = plain;
  folded.symmetry = true;
  TypedLearner<games::mnk::Position> large(games::mnk::Position(), plain), small(games::mnk::Position(), folded);
  const auto games = static_cast<std::uint64_t>(slow_build ? 20'000 : 100'000);
  large.learn(0, games);
  small.learn(0, games);
  EXPECT_LT(small.table().size(), large.table().size() / 5);
  EXPECT_GT(small.against_random(2000, 1).score(), 0.95);
  EXPECT_EQ(small.against_random(2000, 1).known_pairs, small.against_random(2000, 1).pairs) << "all were seen";
}

// --- Trials -----------------------------------------------------------------------------------------------------------

TEST(Trial, CountsWhatTheTableKnew) {
  const auto start =
      *games::connect4::SmallPosition::from_string("oxo1/xox1/xox1/oxo1 x");  // forced moves, two of each side
  TypedLearner<games::connect4::SmallPosition> learner(start, settings_of(LearningMethod::q, "colour=first"));
  TableTrial trial = learner.against_random(10, 1);
  EXPECT_EQ(trial.total().games(), 10u);
  EXPECT_EQ(trial.results[1].games(), 0u);
  EXPECT_EQ(trial.decisions, 20u);
  EXPECT_EQ(trial.known_decisions, 0u);
  EXPECT_EQ(trial.pairs, 20u);
  engines::ValueTable table;
  table.at(engines::state_key(start), 0) = 1;
  learner.set_table(std::move(table));
  trial = learner.against_random(10, 1);
  EXPECT_EQ(trial.known_decisions, 10u);
  EXPECT_EQ(trial.known_pairs, 10u);
  EXPECT_EQ(trial.hit_rate(), 0.5);

  // At the start of tic-tac-toe, one of nine actions is known; every later state is not.
  TypedLearner<games::mnk::Position> crosses(games::mnk::Position(), settings_of(LearningMethod::q, "colour=first"));
  engines::ValueTable one;
  one.at(engines::state_key(games::mnk::Position()), 4) = -3;  // played even though it looks bad: nothing else is known
  crosses.set_table(std::move(one));
  const TableTrial first = crosses.against_random(100, 1);
  EXPECT_EQ(first.known_decisions, 100u);
  EXPECT_EQ(first.known_pairs, 100u);
  EXPECT_GT(first.pairs, 900u);
  EXPECT_GT(first.decisions, 200u);
}

TEST(Trial, ChangesNothingAndDependsOnItsSeedAlone) {
  TypedLearner<games::othello::Position> learner(games::othello::Position(), settings_of(LearningMethod::sarsa));
  learner.learn(0, 500);
  const std::size_t entries = learner.table().size();
  const TableTrial once = learner.against_random(200, 7), again = learner.against_random(200, 7);
  EXPECT_EQ(learner.table().size(), entries);
  EXPECT_EQ(once.total().wins, again.total().wins);
  EXPECT_EQ(once.decisions, again.decisions);
  EXPECT_NE(once.decisions, learner.against_random(200, 8).decisions);
  EXPECT_EQ(once.results[0].games(), 100u);
  EXPECT_EQ(once.results[1].games(), 100u);
}

TEST(Learner, DoesNotAllocateOnceTheTableIsThere) {
  if (!counts_allocations()) GTEST_SKIP();
  TypedLearner<games::othello::Position> learner(games::othello::Position(), settings_of(LearningMethod::q));
  learner.learn(0, 300);
  const std::size_t before = allocations();
  learner.learn(0, 20);  // games with the same chances, of which the table knows a part
  learner.against_random(50, 1);
  // New states may make a segment grow: one allocation for hundreds of moves, never one for each.
  EXPECT_LE(allocations() - before, 200u);
  TypedLearner<games::mnk::Position> small(games::mnk::Position(), settings_of(LearningMethod::q, "epsilon=1"));
  small.learn(0, 50'000);
  const std::size_t then = allocations();
  small.learn(0, 1000);  // the same games, since all moves are drawn by lot
  EXPECT_EQ(allocations(), then);
}

}  // namespace
}  // namespace tengen::learn
