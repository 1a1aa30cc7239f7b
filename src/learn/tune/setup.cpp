#include "learn/tune/setup.hpp"

#include <nlohmann/json.hpp>

#include "core/limits_text.hpp"

namespace tengen::learn::tune {

namespace {

template <class... Fs>
struct Overloaded : Fs... {
  using Fs::operator()...;
};
template <class... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;  // which Clang 16 does not find by itself

}  // namespace

std::string_view name_of(const MethodOptions& method) {
  return std::visit(Overloaded{[](const GeneticOptions&) -> std::string_view { return "genetic"; },
                               [](const SpsaOptions&) -> std::string_view { return "spsa"; },
                               [](const PagmoOptions& o) -> std::string_view {
                                 constexpr std::string_view names[] = {"cmaes", "de", "sade", "pso"};
                                 return names[static_cast<std::size_t>(o.kind)];
                               }},
                    method);
}

std::string_view name_of(Colour colour) {
  constexpr std::string_view names[] = {"first", "second", "both"};
  return names[static_cast<std::size_t>(colour)];
}

std::string_view name_of(Fitness fitness) { return fitness == Fitness::score ? "score" : "empties"; }

nlohmann::ordered_json identity(const TuneSetup& s) {
  nlohmann::ordered_json json = {{"game", s.game},
                                 {"start", s.start->to_string()},
                                 {"player", s.player},
                                 {"parameters", s.names},
                                 {"opponents", s.opponents},
                                 {"colour", name_of(s.colour)},
                                 {"fitness", name_of(s.fitness)},
                                 {"openings", s.openings.identity()},
                                 {"limits", to_text(s.limits)},
                                 {"method", name_of(s.method)},
                                 {"games_per_candidate", s.games_per_trial},
                                 {"seed", s.seed}};
  json["steps"] = nlohmann::ordered_json::object();
  for (const StepChange& change : s.steps) json["steps"][change.name] = {change.step, change.share};
  std::visit(Overloaded{[&](const GeneticOptions& o) {
                          json["options"] = {{"population", o.population}, {"survivors", o.survivors}};
                        },
                        [&](const PagmoOptions& o) {
                          json["options"] = {{"population", o.population}, {"spread", o.spread}, {"reach", o.reach}};
                        },
                        [&](const SpsaOptions& o) {
                          json["options"] = {{"pairs", o.pairs}, {"duel", o.duel},     {"c_end", o.c_end},
                                             {"r_end", o.r_end}, {"c_ends", o.c_ends}, {"r_ends", o.r_ends},
                                             {"alpha", o.alpha}, {"gamma", o.gamma},   {"stability", o.stability}};
                          json["games"] = s.games;  // the schedule depends on it
                        }},
             s.method);
  return json;
}

Expected<TuneSetup> ladder_evolution(const LadderEvolution& wanted, const roster::Registry& registry) {
  TuneSetup s;
  s.title = "The evolution of AI8";
  s.game = "gomoku";
  const auto kind = registry.find_game(s.game);
  if (!kind) return kind.error();
  auto start = (*kind)->start("");
  if (!start) return start.error();
  s.start = std::move(*start);
  s.player = wanted.player;
  s.names = wanted.names;
  if (s.names.empty()) s.names = {wanted.colour == Side::first ? "black*" : "white*"};
  s.opponents = {wanted.opponent};
  s.colour = wanted.colour == Side::first ? Colour::first : Colour::second;
  s.fitness = Fitness::empties;
  const GeneticOptions genetic;
  s.method = genetic;
  s.games = wanted.rounds * genetic.population * s.games_per_trial;
  s.seed = wanted.seed;
  s.threads = wanted.threads;
  s.validation_games = 0;
  return s;
}

}  // namespace tengen::learn::tune
