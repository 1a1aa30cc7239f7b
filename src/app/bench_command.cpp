// tengen bench: every search on fixed positions. The signature changes when one of them visits other nodes, chooses
// another move or values it differently.

#include <fmt/format.h>

#include <bit>
#include <nlohmann/json.hpp>

#include "app/command.hpp"
#include "core/hash.hpp"

namespace tengen::app {

namespace {

struct Task {
  std::string_view game;
  std::string_view player;
};

constexpr std::array tasks = {
    Task{"gomoku", "minimax:depth=2"},
    Task{"gomoku", "alphabeta:depth=3,tt=off"},
    Task{"gomoku", "alphabeta:depth=4"},
    Task{"gomoku", "uct:simulations=20000"},
    Task{"gomoku", "ladder/ai10"},
    Task{"gomoku", "ladder/ai12"},
    Task{"gomoku", "pattern/alphabeta:depth=3"},
    Task{"gomoku", "threat/dbsearch"},
    Task{"gomoku", "threat/alphabeta"},
    Task{"connect4", "minimax:depth=6"},
    Task{"connect4", "alphabeta:depth=8,tt=off"},
    Task{"connect4", "alphabeta:depth=10"},
    Task{"connect4", "uct:simulations=100000"},
    Task{"connect4", "connect4/uct:simulations=100000"},
    Task{"connect4", "connect4/champion:simulations=30000"},
    Task{"othello", "minimax:depth=4"},
    Task{"othello", "alphabeta:depth=6,tt=off"},
    Task{"othello", "alphabeta:depth=7"},
    Task{"othello", "uct:simulations=30000"},
};

// An opening, a middle game and, where boards differ in size, another board.
std::vector<std::string_view> positions(std::string_view game) {
  if (game == "gomoku") return {"h8", "h8i9h9h10i8g8j7", "size=19 rule=renju j10k11j11j12k10i10"};
  if (game == "connect4") return {"", "445536", "rows=9 columns=11 blocked=d3 fffeegdh"};
  return {"", "f5d6c4d3c2b3b4b5", "f5f4g3g6f3g4e3e2"};
}

struct Measured {
  std::uint64_t nodes = 0;
  double seconds = 0;
};

Expected<Measured> measure(const Task& task, const roster::Registry& registry, std::uint64_t& signature) {
  Measured total;
  const auto kind = registry.find_game(task.game);
  if (!kind) return kind.error();
  for (const std::string_view position : positions(task.game)) {
    const auto game = (*kind)->start(position);
    if (!game) return game.error();
    if ((*game)->outcome() != Outcome::ongoing) return fail("bench position {} is finished", position);
    const auto player = registry.make_player(task.player, **game);
    if (!player) return player.error();
    (*player)->begin(**game, 1);
    const auto choice = (*player)->ask(**game);
    if (!choice) return fail("{}", choice.error().message);
    total.seconds += std::chrono::duration<double>(choice->time).count();
    total.nodes += choice->nodes;
    signature = hash_words(signature, choice->nodes, choice->move.bits, std::bit_cast<std::uint64_t>(choice->score));
  }
  return total;
}

int run(const roster::Registry& registry, bool json) {
  std::uint64_t signature = 0;
  Measured all;
  auto rows = nlohmann::ordered_json::array();
  for (const Task& task : tasks) {
    const auto measured = measure(task, registry, signature);
    if (!measured) return complain(measured.error().message);
    all.nodes += measured->nodes;
    all.seconds += measured->seconds;
    const double rate = static_cast<double>(measured->nodes) / measured->seconds;
    if (json)
      rows.push_back(
          {{"game", task.game}, {"player", task.player}, {"nodes", measured->nodes}, {"nodes_per_second", rate}});
    else
      fmt::print("{:<10} {:<26} {:>10} nodes {:>12.0f} nodes/s\n", task.game, task.player, measured->nodes, rate);
  }
  const std::string short_signature = fmt::format("{:08x}", signature >> 32);
  if (json) {
    const nlohmann::ordered_json result = {{"searches", rows}, {"nodes", all.nodes}, {"signature", short_signature}};
    fmt::print("{}\n", result.dump(2));
  } else {
    fmt::print("{:<37} {:>10} nodes {:>12.0f} nodes/s\nsignature {}\n", "all", all.nodes,
               static_cast<double>(all.nodes) / all.seconds, short_signature);
  }
  return 0;
}

}  // namespace

void add_bench_command(Command app, const roster::Registry& registry) {
  Command command = app.add_command("bench", "Run every search on fixed positions and print a signature");
  auto json = std::make_shared<bool>(false);
  command.flag("--json", *json, "print JSON");
  command.runs([json, &registry] { return run(registry, *json); });
}

}  // namespace tengen::app
