// tengen solve: what can be proven about a position.

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/command.hpp"
#include "app/interrupt.hpp"
#include "core/text.hpp"

namespace tengen {

namespace {

struct Arguments {
  GameArguments game;
  LimitArguments limits;
  std::string method;
  std::map<std::string, std::string> settings;
  bool json = false;
};

std::string_view name_of(Verdict verdict) {
  constexpr std::array<std::string_view, 5> names = {"win", "draw", "loss", "no_win", "unknown"};
  return names[static_cast<std::size_t>(verdict)];
}

std::string sentence(Verdict verdict, const std::string& method, bool interrupted) {
  switch (verdict) {
    case Verdict::win: return "win, proven";
    case Verdict::draw: return "draw, proven";
    case Verdict::loss: return "loss, proven";
    case Verdict::no_win: return "no win found: proven that " + method + " has none";
    case Verdict::unknown:
      if (interrupted) return "interrupted; nothing proven";
      return "no win found, and nothing proven: a limit ended the search, or the method cannot tell";
  }
  return {};
}

void print_json(const Game& game, const AnySolution& solution, const std::string& method, const Values& settings,
                double seconds) {
  nlohmann::ordered_json json;
  json["position"] = game.to_string();
  json["method"] = method;
  json["settings"] = settings.all();
  json["verdict"] = name_of(solution.verdict);
  json["proven"] = solution.verdict != Verdict::unknown;
  if (solution.score) json["score"] = *solution.score;
  if (!solution.moves.empty()) {
    auto moves = nlohmann::ordered_json::object();
    for (const auto& [move, score] : solution.moves) moves[game.format(move)] = score;
    json["moves"] = std::move(moves);
  }
  if (!solution.columns.empty()) {
    auto columns = nlohmann::ordered_json::array();
    for (const auto& score : solution.columns)
      columns.push_back(score ? nlohmann::ordered_json(*score) : nlohmann::ordered_json(nullptr));
    json["columns"] = std::move(columns);
  }
  auto line = nlohmann::ordered_json::array();
  for (const AnyMove move : solution.line) line.push_back(game.format(move));
  json["line"] = std::move(line);
  json["nodes"] = solution.nodes;
  json["seconds"] = seconds;
  fmt::print("{}\n", json.dump(2));
}

void print(const Game& game, const AnySolution& solution, const std::string& method, double seconds, bool interrupted) {
  fmt::print("{}\n{}: {}\n", game.picture(), method, sentence(solution.verdict, method, interrupted));
  if (solution.score) fmt::print("score    {}\n", *solution.score);
  for (const auto& [move, score] : solution.moves) fmt::print("  {:<6} {:+}\n", game.format(move), score);
  if (!solution.line.empty()) {
    std::vector<std::string> names;
    for (const AnyMove move : solution.line) names.push_back(game.format(move));
    fmt::print("line     {} ({} plies)\n", joined(names, " "), names.size());
  }
  fmt::print("search   {} nodes, {:.3f} s\n", solution.nodes, seconds);
}

int run(const Arguments& args, const Registry& registry) {
  const auto game = args.game.start(registry);
  if (!game) return complain(game.error().message);
  if ((*game)->outcome() != Outcome::ongoing)
    return complain("the game is over in this position; there is nothing to solve");
  const auto limits = args.limits.limits();
  if (!limits) return complain(limits.error().message);
  const auto solver = registry.find_solver(args.method, **game);
  if (!solver) return complain(solver.error().message);
  const SolverInfo& info = (*solver)->info;
  if (limits->depth && !info.takes_depth)
    return complain(fmt::format("method {} knows no --depth; limit it with --time or --nodes", info.name));
  Values values(info.settings);
  for (const auto& [name, value] : args.settings)
    if (const auto set = values.set(info.settings, name, value, "method " + info.name); !set)
      return complain(set.error().message);

  const Interrupt interrupt;
  const auto begin = Clock::now();
  const AnySolution solution =
      (*solver)->solve.at((*game)->position_type())(**game, values, *limits, interrupt.token());
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  const bool interrupted = solution.verdict == Verdict::unknown && interrupt.token().stop_requested();
  if (args.json)
    print_json(**game, solution, info.name, values, seconds);
  else
    print(**game, solution, info.name, seconds, interrupted);
  return interrupted ? 130 : 0;
}

}  // namespace

void add_solve_command(CLI::App& app, const CommandContext& context) {
  auto* command = app.add_subcommand("solve", "Prove what can be proven about a position");
  auto args = std::make_shared<Arguments>();
  args->game.add_to(*command, context.registry);
  args->game.add_position_to(*command);
  std::vector<std::string> methods;
  std::map<std::string, std::string> help;  // setting → what it does; said once where methods share it
  for (const SolverKind& kind : context.registry.solvers()) {
    methods.push_back(fmt::format("{} ({}: {})", kind.info.name, joined(kind.games), kind.info.summary));
    for (const Setting& s : kind.info.settings) {
      const std::string text = fmt::format("{} ({}, default {})", s.help, s.range(), s.standard);
      std::string& all = help[s.name];
      if (all.find(text) == std::string::npos) all += (all.empty() ? "" : "; ") + text;
    }
  }
  command->add_option("--method", args->method, "how: " + joined(methods, "; "));
  for (const auto& [name, text] : help)
    command->add_option_function<std::string>(
        "--" + name, [args = args.get(), key = name](const std::string& v) { args->settings[key] = v; }, text);
  args->limits.add_to(*command);
  command->add_flag("--json", args->json, "print JSON");
  command->callback([args, context = context] { context.exit_code = run(*args, context.registry); });
}

}  // namespace tengen
