#include "arena/make_openings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <optional>
#include <thread>
#include <unordered_set>

#include "arena/openings.hpp"
#include "core/hash.hpp"
#include "core/text.hpp"

namespace tengen {

namespace {

// Says how even a position is. One for each thread.
class Judge {
 public:
  static Expected<Judge> make(const OpeningRecipe& recipe, const Registry& registry) {
    Judge judge(recipe);
    if (!recipe.solver.empty()) {
      const auto solver = registry.find_solver(recipe.solver, *recipe.start);
      if (!solver) return solver.error();
      judge.solver_ = *solver;
      return judge;
    }
    for (auto& player : judge.players_) {
      auto made = registry.make_player(recipe.player, *recipe.start);
      if (!made) return made.error();
      player = std::move(*made);
    }
    return judge;
  }

  // The opening and why it is even, or nothing where it is not or nobody knows.
  Expected<std::optional<MadeOpening>> judge(const Game& opening, std::uint64_t seed, const StopToken& stop) {
    MadeOpening made{opening.move_names()};
    bool even = true;
    if (solver_) {
      const auto solution =
          solver_->solve.at(opening.position_type())(opening, Values(solver_->info.settings), {}, stop);
      even = solution.verdict == Verdict::draw;
    } else {
      for (const std::uint64_t more : {1, 4}) {
        if (recipe_->score == 0 || !even) break;
        const auto score = look(opening, more * recipe_->nodes, seed, stop);
        if (!score) return score.error();
        made.score = opening.side_to_move() == Side::first ? *score : -*score;
        even = std::abs(*score) <= recipe_->score + 1e-9;
      }
      if (even && recipe_->games > 0) {
        const auto points = play(opening, seed, stop);
        if (!points) return points.error();
        even = points->has_value();
        made.points = points->value_or(0);
      }
    }
    if (!even || stop.stop_requested()) return std::nullopt;
    return made;
  }

 private:
  explicit Judge(const OpeningRecipe& recipe) : recipe_(&recipe) {}

  // The player's score, seen from the side to move.
  Expected<double> look(const Game& opening, std::uint64_t nodes, std::uint64_t seed, const StopToken& stop) {
    Player& player = *players_.front();
    Limits limits;
    limits.nodes = nodes;
    player.begin(opening, seed, stop);
    const auto choice = player.ask(opening, limits, stop);
    if (!choice) return Error{choice.error().message};
    return choice->score;
  }

  // The first side's share of the points, or nothing where it is not even.
  Expected<std::optional<double>> play(const Game& opening, std::uint64_t seed, const StopToken& stop) {
    const int most = 2 * recipe_->games;  // half points
    const double low = (0.5 - recipe_->margin) * most, high = (0.5 + recipe_->margin) * most;
    int points = 0;
    for (int game = 0; game < recipe_->games && !stop.stop_requested(); ++game) {
      const auto outcome = self_play(opening, game, hash_words(seed, game), stop);
      if (!outcome) return outcome.error();
      points += *outcome == Outcome::first_wins ? 2 : *outcome == Outcome::second_wins ? 0 : 1;
      // What cannot come back between the bounds needs no more games.
      if (points > high + 1e-9 || points + 2 * (recipe_->games - game - 1) < low - 1e-9) return std::nullopt;
    }
    return static_cast<double>(points) / most;
  }

  // Stopped, the game is still going on.
  Expected<Outcome> self_play(const Game& opening, int number, std::uint64_t seed, const StopToken& stop) {
    const double exponent = recipe_->games == 1 ? 0 : 2.0 * number / (recipe_->games - 1) - 1;
    Limits limits;
    limits.nodes = static_cast<std::uint64_t>(std::llround(static_cast<double>(recipe_->nodes) * std::exp2(exponent)));
    const auto game = opening.clone();
    for (std::size_t side = 0; side < 2; ++side) players_[side]->begin(*game, hash_words(seed, side), stop);
    while (game->outcome() == Outcome::ongoing && !stop.stop_requested()) {
      Player& player = *players_[static_cast<std::size_t>(index(game->side_to_move()))];
      const auto choice = player.ask(*game, limits, stop);
      if (!choice) return Error{choice.error().message};
      game->play(choice->move);
    }
    return game->outcome();
  }

  const OpeningRecipe* recipe_;
  const SolverKind* solver_ = nullptr;
  std::array<std::unique_ptr<Player>, 2> players_;
};

struct Trial {
  std::uint64_t number = 0;
  std::unique_ptr<Game> game;
  std::optional<MadeOpening> made;
};

// All candidates, whoever gets to them. What a judge throws must not leave its thread, where it would end the program.
Expected<void> judge_all(std::vector<Trial>& candidates, std::vector<Judge>& judges, std::uint64_t seed,
                         const StopToken& stop) {
  std::atomic<std::size_t> next = 0;
  std::vector<std::optional<Error>> errors(judges.size());
  const auto failed = [&](std::size_t own, std::string_view why) {
    errors[own] = fail("the judge of the openings failed: {}", why);
    next = candidates.size();
  };
  {
    std::vector<std::jthread> threads;
    for (std::size_t own = 0; own < judges.size(); ++own)
      threads.emplace_back([&, own] {
        try {
          for (std::size_t i = next++; i < candidates.size() && !stop.stop_requested(); i = next++) {
            Trial& trial = candidates[i];
            auto made = judges[own].judge(*trial.game, hash_words(seed, trial.number), stop);
            if (!made) return failed(own, made.error().message);
            trial.made = *std::move(made);
          }
        } catch (const std::exception& e) {
          failed(own, e.what());
        }
      });
  }
  for (const auto& error : errors)
    if (error) return *error;
  return {};
}

}  // namespace

Expected<MadeOpenings> make_openings(const OpeningRecipe& recipe, const Registry& registry, const StopToken& stop,
                                     const MakeProgress& progress) {
  const auto source = Openings::make(recipe.source, recipe.game, *recipe.start);
  if (!source) return source.error();
  std::vector<Judge> judges;
  for (int i = 0; i < recipe.threads; ++i) {
    auto judge = Judge::make(recipe, registry);
    if (!judge) return judge.error();
    judges.push_back(std::move(*judge));
  }
  MadeOpenings made;
  std::unordered_set<std::string> seen;
  const std::uint64_t most =
      source->lines().empty() ? recipe.candidates : std::min<std::uint64_t>(recipe.candidates, source->lines().size());
  std::uint64_t number = 0;
  while (made.openings.size() < recipe.count && number < most && !stop.stop_requested()) {
    std::vector<Trial> round;
    for (; number < most && round.size() < 4 * judges.size(); ++number) {
      auto game = recipe.start->clone();
      source->play(*game, number, recipe.seed);
      if (seen.insert(canonical_position(*game)).second)
        round.push_back({number, std::move(game), {}});
      else
        ++made.copies;
    }
    if (const auto judged = judge_all(round, judges, recipe.seed, stop); !judged) return judged.error();
    if (stop.stop_requested()) break;
    for (Trial& candidate : round) {
      if (made.openings.size() == recipe.count) break;
      made.candidates = candidate.number + 1;
      if (candidate.made) made.openings.push_back(*std::move(candidate.made));
    }
    if (made.openings.size() < recipe.count) made.candidates = number;
    if (progress) progress(made);
  }
  return made;
}

std::string to_file(const MadeOpenings& made, const OpeningRecipe& recipe) {
  std::string text =
      fmt::format("# Balanced openings, made by tengen openings make --game {} --from {} --count {} --seed {}",
                  recipe.game, recipe.source, recipe.count, recipe.seed);
  const bool looks = recipe.solver.empty() && recipe.score > 0, plays = recipe.solver.empty() && recipe.games > 0;
  if (recipe.solver.empty())
    text += fmt::format(" --judge {} --nodes {}", recipe.player, recipe.nodes);
  else
    text += fmt::format(" --solver {}\n# Each is proven to be a draw.", recipe.solver);
  if (looks) text += fmt::format(" --score {}", recipe.score);
  if (recipe.solver.empty()) text += fmt::format(" --games {}", recipe.games);
  if (plays) text += fmt::format(" --margin {}", recipe.margin);
  if (looks) text += "\n# Behind each: what the judge says of it, as the first side sees it.";
  if (plays) text += "\n# Behind each: the first side's points when the judge played itself.";
  text += '\n';
  text += fmt::format("# {} kept of {} candidates.\nstart {}\n", made.openings.size(), made.candidates,
                      recipe.start->to_string());
  for (const MadeOpening& opening : made.openings) {
    text += joined(opening.moves, " ");
    if (looks) text += fmt::format("  # {:+.2f}", *opening.score);
    if (plays) text += fmt::format("  # {:.1f} of {}", opening.points * recipe.games, recipe.games);
    text += '\n';
  }
  return text;
}

}  // namespace tengen
