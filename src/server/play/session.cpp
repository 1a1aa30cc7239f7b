#include "server/play/session.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "records/replay.hpp"
#include "server/views.hpp"

namespace tengen::server {

std::int64_t now_in_milliseconds() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

std::int64_t SessionClock::left_now(Side side, Clock::time_point now) const {
  const std::int64_t kept = left[static_cast<std::size_t>(side)];
  if (running != side || standing) return kept;
  return kept - std::chrono::duration_cast<std::chrono::milliseconds>(now - since).count();
}

void SessionClock::stop(Clock::time_point now) {
  if (!running) return;
  left[static_cast<std::size_t>(*running)] = std::max<std::int64_t>(0, left_now(*running, now));
  running.reset();
  standing = false;
}

Session::Session(const roster::GameKind& kind, const roster::Game& start)
    : kind_(&kind), start_(start.clone()), game_(start.clone()) {
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

Answer<void> Session::play(roster::AnyMove move, MoveOrigin origin, std::size_t most_nodes) {
  auto node = tree_.child(at_, move);
  if (!node) {
    if (tree_.size() + 1 >= most_nodes)
      return api::too_large(fmt::format("the tree holds {} moves already; begin a new game", tree_.size() - 1), "move");
    node = tree_.add({at_, move, game_->format(move), cell_of(*game_, move), game_->side_to_move(),
                      std::move(origin.by), origin.time, std::move(origin.thought)});
  }
  step_to(*node);
  const auto pass = roster::forced_pass(*game_);
  if (!pass || tree_.size() >= most_nodes) return {};
  node = tree_.child(at_, *pass);
  step_to(node ? *node : tree_.add({at_, *pass, game_->format(*pass), std::nullopt, game_->side_to_move(), "rule"}));
  return {};
}

void Session::step_to(int child) {
  game_->play(tree_.node(child).move);
  at_ = child;
  tree_.look_at(child);
}

std::unique_ptr<roster::Game> Session::game_at(int node) const {
  auto game = start_->clone();
  for (const int each : tree_.path(node))
    if (each != MoveTree::root) game->play(tree_.node(each).move);
  return game;
}

void Session::go_to(int node) {
  game_ = game_at(node);
  at_ = node;
  tree_.look_at(node);
}

// Whether a person has something to decide at this node. The end of a game counts: people look at it.
bool Session::is_persons(int node) const {
  const auto game = game_at(node);
  if (roster::forced_pass(*game)) return false;
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
  ++game_number_;
  if (!clock) return;
  clock->stop(Clock::now());
  clock->left = {clock->main, clock->main};
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

void Session::start_clock(Clock::time_point now) {
  if (!clock || at_ == MoveTree::root) return;
  clock->running = to_move();
  clock->standing = false;
  clock->since = now;
}

bool Session::hold_clock(Clock::time_point now) {
  if (!clock || !clock->running || clock->standing) return false;
  const Side side = *clock->running;
  clock->left[static_cast<std::size_t>(side)] = clock->left_now(side, now);
  return clock->standing = true;
}

bool Session::release_clock(Clock::time_point now) {
  if (!clock || !clock->standing) return false;
  clock->standing = false;
  clock->since = now;
  return true;
}

records::Record Session::record() const {
  records::Record record;
  record.game = kind_->name;
  record.start = start_->to_string();
  const auto line = tree_.line(at_);
  for (const int each : line)
    if (each != MoveTree::root) record.moves.push_back(tree_.node(each).name);
  for (std::size_t i = 0; i < 2; ++i)
    record.players[i] = seats[i].is_person() ? std::string(kind_->sides[i]) : seats[i].player;
  record.outcome = game_at(line.back())->outcome();
  if (early_ && early_->node == line.back()) {
    record.outcome = early_->outcome;
    record.termination = records::termination_from(early_->reason);
  }
  record.event = title;
  return record;
}

std::string Session::state_text(Clock::time_point now) const {
  Json json = {{"id", id}, {"revision", revision}, {"created", created}, {"updated", updated}, {"title", title}};
  json["game"] = kind_->name;
  json["start"] = start_->to_string();
  json["seats"] = {server::to_json(seats[0]), server::to_json(seats[1])};
  json["nodes"] = tree_.to_json();
  json["at"] = at_;
  json["line"] = tree_.line(at_);
  json["paused"] = paused;
  json["message"] = message;
  json["clock"] = nullptr;
  if (clock)
    json["clock"] = {{"main", clock->main},
                     {"increment", clock->increment},
                     {"left", {clock->left_now(Side::first, now), clock->left_now(Side::second, now)}},
                     {"running", clock->running && !clock->standing ? Json(index(*clock->running)) : Json(nullptr)},
                     {"now", now_in_milliseconds()}};
  json["pace"] = pace;
  return dumped(json);
}

Json Session::result_json() const {
  const SessionResult end = result();
  return {{"outcome", records::name_of(end.outcome)},
          {"reason", end.reason.empty() ? Json(nullptr) : Json(end.reason)}};
}

Json Session::view_json() const { return {{"position", position_json(*kind_, *game_)}, {"result", result_json()}}; }

Json Session::summary_json() const {
  return {{"id", id},
          {"game", kind_->name},
          {"title", title},
          {"created", created},
          {"updated", updated},
          {"plies", tree_.line(at_).size() - 1},
          {"names", {seats[0].name(), seats[1].name()}},
          {"result", result_json()}};
}

Json Session::early_end_json() const {
  if (!early_) return Json::object();
  return {
      {"early", {{"node", early_->node}, {"outcome", records::name_of(early_->outcome)}, {"reason", early_->reason}}}};
}

namespace {

// A moment, a number of changes or a time left: more than any of them can grow to, and far from where sums overflow.
constexpr std::int64_t most = 1'000'000'000'000'000;

std::optional<SessionClock> stored_clock(Fields& fields) {
  const Json* json = fields.object("clock");
  if (!json) return std::nullopt;
  Fields inner(*json, "clock.");
  SessionClock clock;
  clock.main = inner.needed_integer("main", 0, most);
  clock.increment = inner.needed_integer("increment", 0, most);
  if (const Json* left = inner.list("left", 2); left && left->size() == 2)
    for (std::size_t i = 0; i < 2; ++i) {
      const Json& time = (*left)[i];
      if (time.is_number_integer() && time >= -most && time <= most)
        clock.left[i] = time.get<std::int64_t>();
      else
        inner.complain("must be two times", "left");
    }
  else
    inner.complain("must be two times", "left");
  for (const char* of_answers : {"running", "now"}) inner.any(of_answers);  // it stands until the next move
  if (const auto error = inner.finish()) fields.complain(error->message, "clock");
  return clock;
}

std::optional<EarlyEnd> stored_end(Fields& fields) {
  const Json* json = fields.object("early");
  if (!json) return std::nullopt;
  Fields inner(*json, "early.");
  const auto node = inner.needed_integer("node", 0, INT32_MAX);
  const auto outcome = records::outcome_from(inner.needed_text("outcome"));
  const std::string reason = inner.needed_text("reason");
  if (!outcome) inner.complain("is no outcome", "outcome");
  if (const auto error = inner.finish()) fields.complain(error->message, "early");
  return EarlyEnd{static_cast<int>(node), outcome.value_or(Outcome::ongoing), reason};
}

}  // namespace

Expected<void> Session::read_moves() {
  auto played = start_->clone();
  int last = MoveTree::root;
  for (const int each : tree_.ids()) {
    if (each == MoveTree::root) continue;
    TreeNode& node = tree_.node(each);
    if (node.parent != last) played = game_at(node.parent);  // what leads there was read before
    const auto move = played->parse_move(node.name);
    if (!move) return fail("node {}: {}", each, move.error().message);
    if (played->outcome() != Outcome::ongoing || !played->is_legal(*move)) return fail("node {} comes too late", each);
    node.move = *move;
    played->play(*move);
    last = each;
  }
  return {};
}

Expected<Session> Session::restored(const Json& json, const ServerContext& context) {
  Fields fields(json);
  const auto kind = context.registry.find_game(fields.needed_text("game"));
  if (!kind) return kind.error();
  const auto start = (*kind)->start(fields.needed_text("start"));
  if (!start) return start.error();
  Session session(**kind, **start);
  session.id = fields.needed_text("id");
  session.revision = static_cast<std::uint64_t>(fields.needed_integer("revision", 0, most));
  session.created = fields.needed_integer("created", 0, most);
  session.updated = fields.needed_integer("updated", 0, most);
  session.title = fields.needed_text("title");
  session.paused = fields.flag("paused", false);
  session.message = fields.needed_text("message");
  session.pace = fields.needed_integer("pace", 0, most);
  session.clock = stored_clock(fields);
  session.early_ = stored_end(fields);
  const auto at = fields.needed_integer("at", 0, INT32_MAX);
  const Json *seats = fields.any("seats"), *nodes = fields.any("nodes"), *line = fields.any("line");
  for (const char* of_answers : {"thinking", "result"}) fields.any(of_answers);  // kept by earlier versions
  if (const auto error = fields.finish()) return fail("{}", error->message);
  if (!seats || !nodes || !line || !line->is_array()) return fail("seats, nodes or line are missing");

  auto tree = MoveTree::from_json(*nodes);
  if (!tree) return tree.error();
  session.tree_ = std::move(*tree);
  if (const auto sound = session.read_moves(); !sound) return sound.error();
  if (!session.tree_.contains(static_cast<int>(at))) return fail("there is no node {}", at);
  session.go_to(static_cast<int>(at));
  for (const Json& node : *line) {
    if (!node.is_number_integer() || node < 0 || node > INT32_MAX || !session.tree_.contains(node.get<int>()))
      return fail("the line leads through nodes that are not there");
    session.tree_.look_at(node.get<int>());
  }
  auto chosen = read_seats(*seats, (*kind)->name, **start, context);
  if (chosen) {
    session.seats = std::move(*chosen);
  } else {  // a player that is no longer there, say: the game is still worth looking at
    session.message = chosen.error().message;
    session.paused = true;
  }
  return session;
}

}  // namespace tengen::server
