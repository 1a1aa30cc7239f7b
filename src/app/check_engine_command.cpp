// tengen check-engine: does a foreign engine speak its protocol?

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/command.hpp"
#include "core/duration.hpp"
#include "core/text.hpp"
#include "games/gomoku/position.hpp"
#include "protocol/command_line.hpp"
#include "protocol/conformance.hpp"
#include "protocol/gtp.hpp"

namespace tengen::app {

namespace {

struct Arguments {
  std::string command;
  std::string protocol;
  std::string game;
  std::string patience = "5s";
  std::string memory = "none";
  std::optional<int> size;
  bool json = false;
};

std::string_view name_of(protocol::CheckPoint::Verdict verdict) {
  switch (verdict) {
    case protocol::CheckPoint::Verdict::pass: return "pass";
    case protocol::CheckPoint::Verdict::fail: return "fail";
    case protocol::CheckPoint::Verdict::no_answer: return "no answer";
  }
  return {};
}

void print(const std::vector<protocol::CheckPoint>& points, bool json) {
  if (json) {
    auto list = nlohmann::ordered_json::array();
    for (const protocol::CheckPoint& p : points)
      list.push_back(
          {{"point", p.name}, {"mandatory", p.mandatory}, {"verdict", name_of(p.verdict)}, {"detail", p.detail}});
    fmt::print("{}\n", list.dump(2));
    return;
  }
  for (const protocol::CheckPoint& p : points)
    fmt::print("{:<9}  {}{}{}\n", name_of(p.verdict), p.name, p.mandatory ? "" : " (optional)",
               p.detail.empty() ? "" : ": " + p.detail);
}

int run(const Arguments& args, const roster::Registry& registry) {
  auto command = protocol::find_command(args.command);
  if (!command) return complain(command.error().message);
  const auto patience = parse_duration(args.patience);
  if (!patience) return complain("--patience: " + patience.error().message);
  const auto memory = protocol::parse_memory(args.memory);
  if (!memory) return complain("--memory: " + memory.error().message);
  // Two of the protocols are for one game each.
  const std::string only = args.protocol == "gomocup" ? "gomoku" : args.protocol == "nboard" ? "othello" : "";
  const std::string game = !args.game.empty() ? args.game : only.empty() ? "othello" : only;
  if (const auto kind = registry.find_game(game); !kind) return complain(kind.error().message);
  if (const auto spoken = protocol::gtp::games(); only.empty() && std::ranges::find(spoken, game) == spoken.end())
    return complain(fmt::format("the protocol gtp is for {}, not for {}", joined(spoken), game));
  if (!only.empty() && game != only)
    return complain(fmt::format("the protocol {} is for {} only, not for {}", args.protocol, only, game));
  if (args.size && game != "gomoku") return complain("--size is for Gomoku's board only");
  protocol::CheckPlan plan{{std::move(*command), "", *memory},
                           std::chrono::duration_cast<std::chrono::milliseconds>(*patience),
                           &registry,
                           game};
  plan.size = args.size.value_or(args.protocol == "gomocup" ? 20 : 15);
  const auto points = args.protocol == "gtp"      ? protocol::check_gtp(plan)
                      : args.protocol == "nboard" ? protocol::check_nboard(plan)
                                                  : protocol::check_gomocup(plan);
  print(points, args.json);
  const auto failed = std::ranges::count_if(points, [](const protocol::CheckPoint& p) {
    return p.mandatory && p.verdict != protocol::CheckPoint::Verdict::pass;
  });
  const auto mandatory = std::ranges::count_if(points, &protocol::CheckPoint::mandatory);
  if (!args.json) fmt::print("\n{} of {} mandatory points passed\n", mandatory - failed, mandatory);
  return failed > 0 ? 1 : 0;
}

}  // namespace

void add_check_engine_command(Command app, const roster::Registry& registry) {
  Command command = app.add_command("check-engine", "Check whether a foreign engine speaks its protocol");
  auto args = std::make_shared<Arguments>();
  command.option("COMMAND", args->command, "the engine and its arguments, in quotes").required();
  command.option("--protocol", args->protocol, "gomocup, gtp or nboard")
      .required()
      .one_of({"gomocup", "gtp", "nboard"});
  command.option("--game", args->game, "for gtp: gomoku, connect4 or othello (default)");
  command.option("--size", args->size, "of Gomoku's board (20, with gtp 15)")
      .whole_number(games::gomoku::smallest_size, games::gomoku::largest_size);
  command.option("--patience", args->patience, "time to wait for one answer").show_default();
  command.option("--memory", args->memory, "most address space of the engine: 350M").show_default();
  command.flag("--json", args->json, "print JSON");
  command.runs([args, &registry] { return run(*args, registry); });
}

}  // namespace tengen::app
