// tengen perft: counts move sequences, a line for each depth.

#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/command.hpp"

namespace tengen::app {

namespace {

struct Arguments {
  GameArguments game;
  int depth = 0;
  bool json = false;
};

int run(const Arguments& args, const roster::Registry& registry) {
  const auto game = args.game.start(registry);
  if (!game) return complain(game.error().message);
  auto counts = nlohmann::ordered_json::array();
  for (int depth = 1; depth <= args.depth; ++depth) {
    const auto begin = Clock::now();
    const std::uint64_t count = (*game)->perft(depth);
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    if (args.json) {
      counts.push_back({{"depth", depth}, {"count", count}, {"seconds", seconds}});
      continue;
    }
    fmt::print("{:>2} {:>20}", depth, count);
    if (seconds > 0.01)
      fmt::print("   {:.2f} s, {:.0f} million/s", seconds, static_cast<double>(count) / seconds / 1e6);
    fmt::print("\n");
    std::fflush(stdout);
  }
  if (args.json) fmt::print("{}\n", counts.dump());
  return 0;
}

}  // namespace

void add_perft_command(Command app, const roster::Registry& registry) {
  Command command = app.add_command("perft", "Count the ways to play on: a proof of the rules");
  auto args = std::make_shared<Arguments>();
  args->game.add_to(command, registry);
  command.option("--depth", args->depth, "plies to count").required().whole_number(1, 60);
  command.flag("--json", args->json, "print JSON");
  command.runs([args, &registry] { return run(*args, registry); });
}

}  // namespace tengen::app
