// What report_page.py needs of the program's inside:
//
//   report_pages play GAME COUNT SEED FIRST SECOND   games as a report has them, one a line, on boards of every kind;
//                                                    "after" holds the cells before and after every move
//   report_pages render REPORT.json GAMES.jsonl      the report, on standard output; 77 where the program has no page

#include <chrono>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/builtins.hpp"
#include "arena/html_report.hpp"
#include "core/rng.hpp"
#include "core/text.hpp"
#include "server/http/page.hpp"

namespace {

using namespace tengen;
using Json = nlohmann::ordered_json;

// Boards of every size and rule, the blocked cell in the corner, at the edge, inside and on top.
std::vector<std::string> starts(std::string_view game) {
  std::vector<std::string> found;
  if (game == "gomoku")
    for (const int size : {15, 6, 19, 9, 22, 5, 11})
      for (const char* rule : {"freestyle", "standard", "renju"})
        found.push_back(fmt::format("size={} rule={}", size, rule));
  if (game == "connect4")
    for (const char* board : {"rows=6 columns=7", "rows=6 columns=7 blocked=d1", "rows=9 columns=11 blocked=d3",
                              "rows=12 columns=12", "rows=4 columns=4 blocked=a4", "rows=10 columns=9 blocked=i10"})
      found.emplace_back(board);
  if (game == "mnk") found = {"", "columns=5 rows=4 k=4", "columns=8 rows=3"};
  if (game == "breakthrough") found = {""};
  if (game == "othello") found = {"", "f5d6c3", "f5f6e6f4e3c5c4e7c6"};
  return found;
}

std::string cells_of(const roster::Game& game) {
  std::string cells;
  for (const games::Cell cell : game.diagram().cells) cells += static_cast<char>(cell);
  return cells;
}

Json play(roster::Game& game, const roster::GameKind& kind, const roster::Registry& registry,
          const std::array<std::string, 2>& specs, std::uint64_t seed) {
  records::Record record{kind.name, game.to_string(), {}, {"A", "B"}};
  record.ids = {0, 1};
  record.opening = 2;
  std::unique_ptr<roster::Player> players[2] = {*registry.make_player(specs[0], game),
                                                *registry.make_player(specs[1], game)};
  for (std::size_t i = 0; i < 2; ++i) players[i]->begin(game, seed + i);
  Rng rng(seed);
  Json after = {cells_of(game)};
  const auto choose = [&] {
    const auto begin = Clock::now();
    const auto chosen = players[index(game.side_to_move())]->ask(game, Limits{{}, 300, {}});
    const auto micros = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begin).count();
    record.notes.push_back({micros, chosen->score, chosen->depth});
    return chosen->move;
  };
  for (int ply = 0; game.outcome() == Outcome::ongoing; ++ply) {
    const auto moves = game.legal_moves();
    game.play(ply < record.opening ? moves[rng.below(static_cast<std::uint32_t>(moves.size()))] : choose());
    after.push_back(cells_of(game));
  }
  record.outcome = game.outcome();
  record.termination = game.outcome() == Outcome::draw ? records::Termination::draw : records::Termination::win;
  record.moves = game.move_names();
  Json json = arena::game_for_report(record, game, "");
  json["look"] = games::name_of(kind.look);
  json["after"] = std::move(after);
  return json;
}

int play_games(const std::string& name, int count, std::uint64_t seed, const std::array<std::string, 2>& specs) {
  const roster::Registry& registry = app::builtins();
  const roster::GameKind* kind = *registry.find_game(name);
  const auto boards = starts(name);
  for (int i = 0; i < count; ++i) {
    const auto game = *kind->start(boards[static_cast<std::size_t>(i) % boards.size()]);
    Json json = play(*game, *kind, registry, specs, seed + static_cast<std::uint64_t>(2 * i));
    json["number"] = i;
    std::printf("%s\n", json.dump().c_str());
  }
  return 0;
}

int render(const std::string& report, const std::string& games) {
  const auto file = server::text_of(server::built_in_page(), "report.html");
  if (!file) return 77;
  std::ifstream report_file(report), games_file(games);
  Json content = {{"report", Json::parse(report_file)}, {"games", Json::array()}};
  for (std::string line; std::getline(games_file, line);) content["games"].push_back(Json::parse(line));
  const std::string page = arena::html_report(*file, content);
  std::fwrite(page.data(), 1, page.size(), stdout);
  return 0;
}

}  // namespace

int main(int count, char** words) {
  const std::vector<std::string> args(words + 1, words + count);
  if (args.size() == 6 && args[0] == "play")
    return play_games(args[1], std::stoi(args[2]), std::stoull(args[3]), {args[4], args[5]});
  if (args.size() == 3 && args[0] == "render") return render(args[1], args[2]);
  std::fprintf(stderr, "usage: see the head of %s\n", __FILE__);
  return 2;
}
