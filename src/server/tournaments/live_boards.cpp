#include "server/tournaments/live_boards.hpp"

#include <algorithm>

#include "server/board_view.hpp"

namespace tengen {

namespace {

class WatchedPlayer final : public Player {
 public:
  WatchedPlayer(std::unique_ptr<Player> player, LiveBoards::Who who, LiveBoards& boards)
      : player_(std::move(player)), who_(std::move(who)), boards_(boards) {}

  void new_game(std::uint64_t seed) override { seed_ = seed; }
  std::optional<Failure> prepare(const Game& game, StopToken stop) override {
    return player_->begin(game, seed_, std::move(stop));
  }
  Chosen choose(const Game& game, const Limits& limits, StopToken stop, const ChoiceSink& info) override {
    boards_.note(who_, game);
    return player_->ask(game, limits, std::move(stop), info);
  }
  bool repeatable(const Limits& limits) const override { return player_->repeatable(limits); }
  std::optional<Failure> finish() override { return player_->finish(); }
  std::optional<std::chrono::nanoseconds> cpu_time() const override { return player_->cpu_time(); }

 private:
  std::unique_ptr<Player> player_;
  LiveBoards::Who who_;
  LiveBoards& boards_;
  std::uint64_t seed_ = 0;
};

}  // namespace

void LiveBoards::note(const Who& who, const Game& game) {
  const std::lock_guard lock(mutex_);
  Board& board = boards_[std::this_thread::get_id()];
  board.game = game.clone();
  if (game.moves().size() < 2) board.sides = {};
  board.sides[static_cast<std::size_t>(game.side_to_move())] = who;
}

void LiveBoards::clear() {
  const std::lock_guard lock(mutex_);
  boards_.clear();
}

Json LiveBoards::to_json(const std::vector<Who>& players) const {
  const auto place = [&](const Who& who) {
    const auto found = std::ranges::find(players, who);
    return found == players.end() ? Json(nullptr) : Json(found - players.begin());
  };
  auto list = Json::array();
  const std::lock_guard lock(mutex_);
  for (const auto& [thread, board] : boards_) {
    const Diagram diagram = board.game->diagram();
    Json last = nullptr;
    if (!board.game->moves().empty()) {
      const auto before = board.game->clone();
      before->undo();
      if (const auto cell = cell_of(*before, board.game->moves().back())) last = *cell;
    }
    Json item = {{"players", {place(board.sides[0]), place(board.sides[1])}},
                 {"last", last},
                 {"ply", board.game->moves().size()},
                 {"to_move", index(board.game->side_to_move())}};
    item.update(board_json(diagram));
    list.push_back(std::move(item));
  }
  return {{"boards", std::move(list)}};
}

Registry watched(const Registry& registry, LiveBoards& boards) {
  return registry.with_players([&boards](PlayerKind kind) {
    for (auto& [type, make] : kind.make)
      make = [make = std::move(make), name = kind.info.name,
              &boards](const Values& values) -> Expected<std::unique_ptr<Player>> {
        auto player = make(values);
        if (!player) return player;
        return std::make_unique<WatchedPlayer>(std::move(*player), LiveBoards::Who{name, values}, boards);
      };
    return kind;
  });
}

LiveBoards::Who who_is(const std::string& spec, const Registry& registry) {
  const auto parsed = parse_spec(spec);
  if (!parsed) return {};
  const auto& players = registry.players();
  const auto kind = std::ranges::find(players, parsed->name, [](const PlayerKind& k) { return k.info.name; });
  if (kind == players.end()) return {};
  return {parsed->name, values_of(*kind, *parsed).value_or(Values())};
}

}  // namespace tengen
