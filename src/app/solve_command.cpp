// tengen solve: what can be proven about a position.

#include <fmt/format.h>

#include <ctime>
#include <nlohmann/json.hpp>

#include "app/command.hpp"
#include "app/interrupt.hpp"
#include "app/solution_text.hpp"
#include "app/suite.hpp"
#include "core/file.hpp"
#include "core/text.hpp"

namespace tengen::app {

namespace {

struct Arguments {
  GameArguments game;
  LimitArguments limits;
  std::string method;
  std::string suite;
  std::map<std::string, std::string> settings;
  bool json = false;
};

// A method with its settings and limits, ready to be asked.
struct Question {
  const roster::SolverKind* kind = nullptr;
  Values settings;
  Limits limits;
};

struct Answer {
  std::string method, sentence;
  std::string attacker;  // where the method seeks one side's win
};

struct TimedSolution {
  roster::AnySolution solution;
  double seconds = 0, cpu_seconds = 0;
};

std::string_view name_of(search::Verdict verdict) {
  constexpr std::array<std::string_view, 5> names = {"win", "draw", "loss", "no_win", "unknown"};
  return names[static_cast<std::size_t>(verdict)];
}

void print_json(const roster::Game& game, const roster::AnySolution& solution, const Answer& answer,
                const Values& settings, double seconds) {
  nlohmann::ordered_json json;
  json["position"] = game.to_string();
  json["method"] = answer.method;
  json["settings"] = settings.all();
  json["answer"] = answer.sentence;
  if (!answer.attacker.empty()) json["attacker"] = answer.attacker;
  json["verdict"] = name_of(solution.verdict);
  json["proven"] = solution.verdict != search::Verdict::unknown;
  if (solution.within) json["within"] = *solution.within;
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
  for (const roster::AnyMove move : solution.line) line.push_back(game.format(move));
  json["line"] = std::move(line);
  json["nodes"] = solution.nodes;
  json["seconds"] = seconds;
  json["nodes_per_second"] = seconds > 0 ? static_cast<double>(solution.nodes) / seconds : 0;
  fmt::print("{}\n", json.dump(2));
}

void print(const roster::Game& game, const roster::AnySolution& solution, const Answer& answer, double seconds) {
  fmt::print("{}\n{}: {}\n", games::draw(game.diagram()), answer.method, answer.sentence);
  if (solution.score) fmt::print("score    {}\n", *solution.score);
  for (const auto& [move, score] : solution.moves) fmt::print("  {:<6} {:+}\n", game.format(move), score);
  if (!solution.line.empty() && answer.attacker.empty())
    fmt::print("line     {} ({} plies)\n", line_text(game, solution.line), solution.line.size());
  const double rate = seconds > 0 ? static_cast<double>(solution.nodes) / seconds / 1e6 : 0;
  fmt::print("search   {} nodes, {:.3f} s, {:.1f} M nodes/s\n", solution.nodes, seconds, rate);
}

Expected<Question> question_of(const Arguments& args, const roster::Registry& registry, const roster::Game& game) {
  const auto limits = args.limits.limits();
  if (!limits) return limits.error();
  const auto solver = registry.find_solver(args.method, game);
  if (!solver) return solver.error();
  const search::SolverInfo& info = (*solver)->info;
  if (limits->depth && !info.takes_depth)
    return fail("method {} knows no --depth; limit it with --time or --nodes", info.name);
  Values values(info.settings);
  for (const auto& [name, value] : args.settings)
    if (const auto set = values.set(info.settings, name, value, "method " + info.name); !set) return set.error();
  return Question{*solver, std::move(values), *limits};
}

TimedSolution ask(const Question& question, const roster::Game& game, const StopToken& stop) {
  const auto begin = Clock::now();
  const std::clock_t cpu_begin = std::clock();
  TimedSolution timed{question.kind->solve.at(game.position_type())(game, question.settings, question.limits, stop)};
  timed.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  timed.cpu_seconds = static_cast<double>(std::clock() - cpu_begin) / CLOCKS_PER_SEC;
  return timed;
}

int run_position(const Arguments& args, const roster::Registry& registry) {
  const auto game = args.game.start(registry);
  if (!game) return complain(game.error().message);
  if ((*game)->outcome() != Outcome::ongoing)
    return complain("the game is over in this position; there is nothing to solve");
  const auto question = question_of(args, registry, **game);
  if (!question) return complain(question.error().message);

  const Interrupt interrupt;
  const auto [solution, seconds, cpu_seconds] = ask(*question, **game, interrupt.token());
  const bool interrupted = solution.verdict == search::Verdict::unknown && interrupt.token().stop_requested();
  const auto& sides = (*registry.find_game(args.game.game))->sides;
  const search::SolverInfo& info = question->kind->info;
  const Answer answer{info.name, sentence(**game, info, solution, sides, interrupted),
                      solution.attacker ? sides[static_cast<std::size_t>(*solution.attacker)] : ""};
  if (args.json)
    print_json(**game, solution, answer, question->settings, seconds);
  else
    print(**game, solution, answer, seconds);
  return interrupted ? 130 : 0;
}

// --- Suites -----------------------------------------------------------------------------------------------------------

struct SuiteTotals {
  int positions = 0, solved = 0, known = 0, right = 0;
  std::uint64_t nodes = 0;
  double seconds = 0, cpu_seconds = 0;

  double nodes_per_second() const { return cpu_seconds > 0 ? static_cast<double>(nodes) / cpu_seconds : 0; }
};

// Whether the answer is one of those that the suite calls best; nothing where it gives none.
std::optional<bool> is_right(const SuiteEntry& entry, const roster::Game& game, const roster::AnySolution& solution) {
  if (entry.moves.empty()) return std::nullopt;
  if (!solution.score || solution.line.empty()) return false;
  int best = entry.moves.front().second;
  for (const auto& [move, score] : entry.moves) best = std::max(best, score);
  return *solution.score == best && std::ranges::any_of(entry.moves, [&](const auto& known) {
    return known.second == best && known.first == game.format(solution.line.front());
  });
}

nlohmann::ordered_json to_json(const SuiteEntry& entry, const roster::Game& game, const TimedSolution& timed,
                               std::optional<bool> right) {
  const roster::AnySolution& solution = timed.solution;
  nlohmann::ordered_json json = {{"line", entry.line}, {"position", game.to_string()}};
  json["score"] = solution.score ? nlohmann::ordered_json(*solution.score) : nullptr;
  json["best"] = nullptr;
  if (!solution.line.empty()) json["best"] = game.format(solution.line.front());
  json["nodes"] = solution.nodes;
  json["seconds"] = timed.seconds;
  json["cpu_seconds"] = timed.cpu_seconds;
  json["right"] = right ? nlohmann::ordered_json(*right) : nullptr;
  return json;
}

void print_line(const SuiteEntry& entry, const roster::Game& game, const TimedSolution& timed,
                std::optional<bool> right) {
  const roster::AnySolution& solution = timed.solution;
  fmt::print("{:>4}  {:>4}  {:<5} {:>13} {:>9.2f} {:>9.2f}  {}\n", entry.line,
             solution.score ? fmt::format("{:+}", *solution.score) : "?",
             solution.line.empty() ? "?" : game.format(solution.line.front()), solution.nodes, timed.seconds,
             timed.cpu_seconds, right ? (*right ? "right" : "WRONG") : "");
  std::fflush(stdout);
}

void print_totals(const SuiteTotals& totals) {
  fmt::print(
      "{} of {} solved, {} of {} known answers right; {} nodes, {:.2f} s, {:.2f} s of CPU, {:.1f} M nodes/s of CPU\n",
      totals.solved, totals.positions, totals.right, totals.known, totals.nodes, totals.seconds, totals.cpu_seconds,
      totals.nodes_per_second() / 1e6);
}

nlohmann::ordered_json to_json(const SuiteTotals& totals) {
  return {{"positions", totals.positions},
          {"solved", totals.solved},
          {"known", totals.known},
          {"right", totals.right},
          {"nodes", totals.nodes},
          {"seconds", totals.seconds},
          {"cpu_seconds", totals.cpu_seconds},
          {"nodes_per_second", totals.nodes_per_second()}};
}

// All games are made before the first is solved: a mistake in the last line should not cost an hour.
Expected<std::vector<std::pair<SuiteEntry, std::unique_ptr<roster::Game>>>> read_suite(
    const Arguments& args, const roster::Registry& registry) {
  const auto text = read_file(args.suite);
  if (!text) return text.error();
  auto entries = parse_suite(*text);
  if (!entries) return fail("{}: {}", args.suite, entries.error().message);
  std::vector<std::pair<SuiteEntry, std::unique_ptr<roster::Game>>> suite;
  for (SuiteEntry& entry : *entries) {
    GameArguments start = args.game;
    start.position = entry.position;
    auto game = start.start(registry);
    if (!game) return fail("{}: line {}: {}", args.suite, entry.line, game.error().message);
    if ((*game)->outcome() != Outcome::ongoing)
      return fail("{}: line {}: the game is over in this position", args.suite, entry.line);
    for (auto& [move, score] : entry.moves) {
      const auto legal = (*game)->parse_move(move);
      if (!legal) return fail("{}: line {}: {}", args.suite, entry.line, legal.error().message);
      move = (*game)->format(*legal);
    }
    suite.emplace_back(std::move(entry), std::move(*game));
  }
  return suite;
}

int run_suite(const Arguments& args, const roster::Registry& registry) {
  if (!args.game.position.empty()) return complain("--suite brings its own positions; leave POSITION out");
  const auto suite = read_suite(args, registry);
  if (!suite) return complain(suite.error().message);
  const auto question = question_of(args, registry, *suite->front().second);
  if (!question) return complain(question.error().message);
  if (const search::SolverInfo& info = question->kind->info; !info.scores)
    return complain(fmt::format("--suite compares scores, and {} gives none", info.name));
  for (const auto& [entry, game] : *suite)  // a position may bring a board of its own
    if (const auto known = registry.find_solver(question->kind->info.name, *game); !known)
      return complain(fmt::format("{}: line {}: {}", args.suite, entry.line, known.error().message));

  const Interrupt interrupt;
  SuiteTotals totals;
  auto results = nlohmann::ordered_json::array();
  if (!args.json) fmt::print("line score  best          nodes   seconds       CPU\n");
  for (const auto& [entry, game] : *suite) {
    const TimedSolution timed = ask(*question, *game, interrupt.token());
    if (interrupt.token().stop_requested()) break;
    const auto right = is_right(entry, *game, timed.solution);
    if (args.json)
      results.push_back(to_json(entry, *game, timed, right));
    else
      print_line(entry, *game, timed, right);
    ++totals.positions;
    totals.solved += timed.solution.score.has_value();
    totals.known += right.has_value();
    totals.right += right.value_or(false);
    totals.nodes += timed.solution.nodes;
    totals.seconds += timed.seconds;
    totals.cpu_seconds += timed.cpu_seconds;
  }
  if (args.json) {
    const nlohmann::ordered_json json = {{"suite", args.suite},
                                         {"method", question->kind->info.name},
                                         {"settings", question->settings.all()},
                                         {"results", std::move(results)},
                                         {"totals", to_json(totals)}};
    // The file's name may hold bytes that are no UTF-8.
    fmt::print("{}\n", json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  } else {
    print_totals(totals);
  }
  if (interrupt.token().stop_requested()) return 130;
  return totals.right == totals.known ? 0 : 1;
}

int run(const Arguments& args, const roster::Registry& registry) {
  return args.suite.empty() ? run_position(args, registry) : run_suite(args, registry);
}

}  // namespace

void add_solve_command(Command app, const roster::Registry& registry) {
  Command command = app.add_command("solve", "Prove what can be proven about a position");
  auto args = std::make_shared<Arguments>();
  args->game.add_to(command, registry);
  args->game.add_position_to(command);
  std::vector<std::string> methods;
  // Setting → what it does → in which methods: said once where they agree.
  std::map<std::string, std::map<std::string, std::vector<std::string>>> help;
  for (const roster::SolverKind& kind : registry.solvers()) {
    methods.push_back(fmt::format("{} ({}: {})", kind.info.name, joined(kind.games), kind.info.summary));
    for (const Setting& s : kind.info.settings)
      help[s.name][fmt::format("{} ({}, default {})", s.help, s.range(), s.standard)].push_back(kind.info.name);
  }
  command.option("--method", args->method, "how: " + joined(methods, "; "));
  for (const auto& [name, texts] : help) {
    std::vector<std::string> parts;
    for (const auto& [text, names] : texts) parts.push_back(texts.size() == 1 ? text : joined(names) + ": " + text);
    command.option(
        "--" + name, [args = args.get(), key = name](const std::string& v) { args->settings[key] = v; },
        joined(parts, "; "));
  }
  command.option("--suite", args->suite, "solve every position of FILE (POSITION; MOVE:SCORE; …) instead of one");
  args->limits.add_to(command);
  command.flag("--json", args->json, "print JSON");
  command.runs([args, &registry] { return run(*args, registry); });
}

}  // namespace tengen::app
