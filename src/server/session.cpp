#include "server/session.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "records/replay.hpp"
#include "server/board_view.hpp"

namespace tengen {

std::int64_t now_in_milliseconds() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

std::int64_t SessionClock::left_now(Side side, Clock::time_point now) const {
  const std::int64_t kept = left[static_cast<std::size_t>(side)];
  if (running != side) return kept;
  return kept - std::chrono::duration_cast<std::chrono::milliseconds>(now - since).count();
}

void SessionClock::stop(Clock::time_point now) {
  if (!running) return;
  left[static_cast<std::size_t>(*running)] = std::max<std::int64_t>(0, left_now(*running, now));
  running.reset();
}

Session::Session(const GameKind& kind, const Game& start) : kind_(&kind), start_(start.clone()), game_(start.clone()) {
  start_->restart();
  game_->restart();
  created = updated = now_in_milliseconds();
}

SessionResult Session::result() const {
  if (early_ && early_->node == at_) return {early_->outcome, early_->reason};
  const Outcome outcome = game_->outcome();
  if (outcome == Outcome::ongoing) return {outcome, {}};
  return {outcome, outcome == Outcome::draw ? "draw" : "win"};
}

Answer<void> Session::play(const std::string& text, const std::string& by, std::int64_t time,
                           std::optional<MoveThought> thought, std::size_t most_nodes) {
  if (over()) return api::conflict("the game is over here; take moves back to play on");
  const auto move = game_->parse_move(text);
  if (!move) return api::error(409, "illegal_move", move.error().message, "move");
  const std::string name = game_->format(*move);
  auto node = tree_.child(at_, name);
  if (!node) {
    if (tree_.size() + 1 >= most_nodes)
      return api::too_large(fmt::format("the tree holds {} moves already; begin a new game", tree_.size() - 1), "move");
    node = tree_.add({at_, name, cell_of(*game_, *move), game_->side_to_move(), by, time, std::move(thought)});
  }
  game_->play(*move);
  at_ = *node;
  tree_.look_at(at_);
  pass_where_forced(most_nodes);
  return {};
}

void Session::pass_where_forced(std::size_t most_nodes) {
  const auto pass = forced_pass(*game_);
  if (!pass || tree_.size() >= most_nodes) return;
  const std::string name = game_->format(*pass);
  auto node = tree_.child(at_, name);
  if (!node) node = tree_.add({at_, name, std::nullopt, game_->side_to_move(), "rule"});
  game_->play(*pass);
  at_ = *node;
  tree_.look_at(at_);
}

void Session::go_to(int node) {
  game_->restart();
  for (const int each : tree_.path(node))
    if (each != MoveTree::root) game_->play(*game_->parse_move(tree_.node(each).move));
  at_ = node;
  tree_.look_at(node);
}

// Whether a person has something to decide at this node. The end of a game counts: people look at it.
bool Session::is_persons(int node) const {
  const auto game = start_->clone();
  for (const int each : tree_.path(node))
    if (each != MoveTree::root) game->play(*game->parse_move(tree_.node(each).move));
  if (forced_pass(*game)) return false;
  return game->outcome() != Outcome::ongoing || seats[static_cast<std::size_t>(game->side_to_move())].is_person();
}

Answer<void> Session::undo(std::optional<std::int64_t> plies) {
  const auto path = tree_.path(at_);
  if (path.size() == 1) return api::conflict("this is the start; there is nothing to take back");
  std::size_t place = path.size() - 1;
  if (plies) {
    place -= std::min(place, static_cast<std::size_t>(*plies));
  } else {
    // A person's last own decision; where no person plays, one move.
    const std::size_t one_back = place - 1;
    do --place;
    while (place > 0 && !is_persons(path[place]));
    if (!is_persons(path[place])) place = one_back;
  }
  go_to(path[place]);
  return {};
}

Answer<void> Session::redo(std::optional<std::int64_t> plies) {
  const auto line = tree_.line(at_);
  std::size_t place = static_cast<std::size_t>(std::ranges::find(line, at_) - line.begin());
  if (place + 1 == line.size()) return api::conflict("this is the end of the line; there is nothing to put back");
  if (plies) {
    place = std::min(line.size() - 1, place + static_cast<std::size_t>(*plies));
  } else {
    do ++place;
    while (place + 1 < line.size() && !is_persons(line[place]));
  }
  go_to(line[place]);
  return {};
}

Answer<void> Session::resign(std::optional<std::int64_t> side) {
  if (over()) return api::conflict("the game is over here");
  Side loser = to_move();
  if (side)
    loser = *side == 0 ? Side::first : Side::second;
  else if (seats[0].is_person() != seats[1].is_person())
    loser = seats[0].is_person() ? Side::first : Side::second;
  early_ = EarlyEnd{at_, win_for(other(loser)), "resign"};
  return {};
}

void Session::flag(Side side) { early_ = EarlyEnd{at_, win_for(other(side)), "time"}; }

Answer<void> Session::prune(int node) {
  if (!tree_.contains(node)) return api::not_found(fmt::format("there is no node {}", node));
  if (node == MoveTree::root) return api::conflict("the start cannot be deleted");
  const auto path = tree_.path(at_);
  const int parent = tree_.node(node).parent;
  tree_.prune(node);
  if (early_ && !tree_.contains(early_->node)) early_.reset();
  if (std::ranges::find(path, node) != path.end()) go_to(parent);
  return {};
}

void Session::restart() {
  go_to(MoveTree::root);
  if (clock) {
    clock->running.reset();
    clock->left = {clock->main, clock->main};
  }
}

void Session::press_clock(Clock::time_point now) {
  if (!clock) return;
  // Who pressed is the side of the move just made, which after a forced pass is not the other one.
  auto path = tree_.path(at_);
  while (path.size() > 1 && tree_.node(path.back()).by == "rule") path.pop_back();
  const Side mover = path.size() > 1 ? tree_.node(path.back()).side : other(to_move());
  if (clock->running == mover) {
    clock->stop(now);
    clock->left[static_cast<std::size_t>(mover)] += clock->increment;
  }
  clock->stop(now);
  if (over()) return;
  clock->running = to_move();
  clock->since = now;
}

void Session::stop_clock(Clock::time_point now) {
  if (clock) clock->stop(now);
}

Record Session::record() const {
  Record record;
  record.game = kind_->name;
  record.start = start_->to_string();
  const auto line = tree_.line(at_);
  for (const int each : line)
    if (each != MoveTree::root) record.moves.push_back(tree_.node(each).move);
  for (std::size_t i = 0; i < 2; ++i)
    record.players[i] = seats[i].is_person() ? std::string(kind_->sides[i]) : seats[i].player;
  const auto end = start_->clone();
  for (const std::string& move : record.moves) end->play(*end->parse_move(move));
  record.outcome = end->outcome();
  if (early_ && early_->node == line.back()) {
    record.outcome = early_->outcome;
    record.termination = termination_from(early_->reason);
  }
  record.event = title;
  return record;
}

Json Session::to_json(Clock::time_point now) const {
  Json json = {{"id", id}, {"revision", revision}, {"created", created}, {"updated", updated}, {"title", title}};
  json["game"] = kind_->name;
  json["start"] = start_->to_string();
  json["seats"] = {tengen::to_json(seats[0]), tengen::to_json(seats[1])};
  json["nodes"] = tree_.to_json();
  json["at"] = at_;
  json["line"] = tree_.line(at_);
  json["position"] = position_json(*kind_, *game_);
  json["paused"] = paused;
  json["message"] = message;
  json["thinking"] = nullptr;
  json["clock"] = nullptr;
  if (clock)
    json["clock"] = {{"main", clock->main},
                     {"increment", clock->increment},
                     {"left", {clock->left_now(Side::first, now), clock->left_now(Side::second, now)}},
                     {"running", clock->running ? Json(index(*clock->running)) : Json(nullptr)},
                     {"now", now_in_milliseconds()}};
  json["pace"] = pace;
  const SessionResult end = result();
  json["result"] = {{"outcome", name_of(end.outcome)},
                    {"reason", end.reason.empty() ? Json(nullptr) : Json(end.reason)}};
  return json;
}

Json Session::summary_json() const {
  const SessionResult end = result();
  return {{"id", id},
          {"game", kind_->name},
          {"title", title},
          {"created", created},
          {"updated", updated},
          {"plies", tree_.line(at_).size() - 1},
          {"names", {seats[0].name(), seats[1].name()}},
          {"result",
           {{"outcome", name_of(end.outcome)}, {"reason", end.reason.empty() ? Json(nullptr) : Json(end.reason)}}}};
}

Json Session::stored(Clock::time_point now) const {
  Json json = to_json(now);
  json.erase("position");
  if (early_)
    json["early"] = {{"node", early_->node}, {"outcome", name_of(early_->outcome)}, {"reason", early_->reason}};
  return json;
}

Expected<Session> Session::restored(const Json& json, const ServerContext& context) {
  try {
    const auto kind = context.registry.find_game(json.at("game").get<std::string>());
    if (!kind) return tl::unexpected(kind.error());
    const auto start = (*kind)->start(json.at("start").get<std::string>());
    if (!start) return tl::unexpected(start.error());
    Session session(**kind, **start);
    session.id = json.at("id").get<std::string>();
    session.revision = json.at("revision").get<std::uint64_t>();
    session.created = json.at("created").get<std::int64_t>();
    session.updated = json.at("updated").get<std::int64_t>();
    session.title = json.at("title").get<std::string>();
    session.paused = json.at("paused").get<bool>();
    session.message = json.at("message").get<std::string>();
    session.pace = json.at("pace").get<std::int64_t>();
    auto seats = read_seats(json.at("seats"), (*kind)->name, **start, context);
    if (!seats) {  // a player that is no longer there, say: the game is still worth looking at
      session.message = seats.error().message;
      session.paused = true;
    } else {
      session.seats = std::move(*seats);
    }
    auto tree = MoveTree::from_json(json.at("nodes"));
    if (!tree) return tl::unexpected(tree.error());
    session.tree_ = std::move(*tree);
    session.go_to(json.at("at").get<int>());
    for (const Json& id : json.at("line")) session.tree_.look_at(id.get<int>());
    if (const Json& clock = json.at("clock"); !clock.is_null())
      session.clock = SessionClock{clock.at("main").get<std::int64_t>(),
                                   clock.at("increment").get<std::int64_t>(),
                                   {clock.at("left")[0].get<std::int64_t>(), clock.at("left")[1].get<std::int64_t>()}};
    if (json.contains("early"))
      session.early_ =
          EarlyEnd{json["early"].at("node").get<int>(), *outcome_from(json["early"].at("outcome").get<std::string>()),
                   json["early"].at("reason").get<std::string>()};
    return session;
  } catch (const std::exception& e) {
    return fail("a stored session cannot be read: {}", e.what());
  }
}

}  // namespace tengen
