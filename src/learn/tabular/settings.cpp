#include "learn/tabular/settings.hpp"

#include "core/text.hpp"

namespace tengen::learn {

std::string_view name_of(LearningMethod method) noexcept { return method == LearningMethod::q ? "q" : "sarsa"; }

std::optional<LearningMethod> learning_method(std::string_view name) noexcept {
  for (const LearningMethod method : {LearningMethod::q, LearningMethod::sarsa})
    if (name_of(method) == name) return method;
  return std::nullopt;
}

std::uint64_t paper_games(LearningMethod method) noexcept { return method == LearningMethod::q ? 500'000 : 1'000'000; }

std::vector<Setting> TabularSettings::declared() {
  const TabularSettings standard;
  return {
      Setting::real("epsilon", standard.epsilon, 0, 1, "share of moves that are drawn by lot"),
      Setting::real("alpha", standard.alpha, 0, 1, "how far a value moves towards what was just seen"),
      Setting::real("lambda", standard.lambda, 0, 1, "discount: what the next state counts"),
      Setting::choice("reward", {"evaluation", "result"},
                      "evaluation: of the state after the opponent's reply; result: nothing before the end"),
      Setting::choice("end", {"usual", "evaluation", "result"},
                      "what the end of a game is worth; usual: evaluated in Othello, as in the paper, else the result"),
      Setting::real("win", standard.win, 0, 1e9, "the result of a won game, where results count"),
      Setting::choice("colour", {"both", "first", "second"}, "the side that learns; both: in turn"),
      Setting::choice("opponent", {"random", "self"},
                      "random: uniformly random moves; self: moves like the learner's, who alone learns"),
      Setting::flag("symmetry", standard.symmetry, "keep symmetric states as one"),
      Setting::integer("seed", static_cast<long>(standard.seed), 0, 1'000'000'000, "other games for another number"),
  };
}

TabularSettings TabularSettings::from(LearningMethod method, const Values& v) {
  TabularSettings s;
  s.method = method;
  s.epsilon = v.real("epsilon");
  s.alpha = v.real("alpha");
  s.lambda = v.real("lambda");
  s.reward = v.text("reward") == "result" ? Reward::result : Reward::evaluation;
  s.end = v.text("end") == "usual" ? End::usual : v.text("end") == "result" ? End::result : End::evaluation;
  s.win = v.real("win");
  if (v.text("colour") != "both") s.colour = v.text("colour") == "first" ? Side::first : Side::second;
  s.opponent = v.text("opponent") == "self" ? Opponent::self : Opponent::random;
  s.symmetry = v.flag("symmetry");
  s.seed = static_cast<std::uint64_t>(v.integer("seed"));
  return s;
}

Values spelled_alike(const std::vector<Setting>& settings, const Values& values) {
  Values alike = values;
  for (const Setting& s : settings)
    if (s.kind == Setting::Kind::real || s.kind == Setting::Kind::integer)
      // A checked number stays one, so setting it again cannot fail.
      (void)alike.set(settings, s.name, fmt::format("{}", *to_number<double>(values.text(s.name))), "");
  return alike;
}

}  // namespace tengen::learn
