#include "server/new_session.hpp"

#include "roster/guide.hpp"
#include "server/thoughts_json.hpp"

namespace tengen {

namespace {

// Variations as a list. Returns the node of each entry, the root's in front: forced passes make nodes of their own, so
// that the numbers may drift apart.
Answer<std::vector<int>> grow_tree(Session& session, const Json& tree, const ServerContext& context) {
  std::vector<int> ids = {MoveTree::root};
  for (std::size_t i = 0; i < tree.size(); ++i) {
    const std::string where = fmt::format("tree[{}].", i);
    Fields fields(tree[i], where);
    const auto parent = fields.integer("parent", 0, 0, static_cast<std::int64_t>(i));
    const std::string move = fields.needed_text("move");
    if (const auto error = fields.finish()) return *error;
    session.go_to(ids[static_cast<std::size_t>(parent)]);
    if (auto played = session.play(move, "person", 0, std::nullopt, context.bounds.tree); !played) {
      ApiError error = played.error();
      error.status = error.status == 409 ? 400 : error.status;
      error.code = error.status == 400 ? "bad_request" : error.code;
      error.field = where + "move";
      return error;
    }
    ids.push_back(session.at());
  }
  return ids;
}

// The end of the main line: first children all the way.
int main_end(const MoveTree& tree) {
  int node = MoveTree::root;
  for (int id = node + 1; id <= static_cast<int>(tree.size()); ++id)
    if (tree.contains(id) && tree.node(id).parent == node) node = id;
  return node;
}

Answer<void> play_moves(Session& session, const Game& game, const ServerContext& context) {
  for (const std::string& move : game.move_names()) {
    if (session.game().moves().size() >= game.moves().size()) break;
    if (move == "pass") continue;  // played by itself
    if (const auto played = session.play(move, "person", 0, std::nullopt, context.bounds.tree); !played)
      return played.error();
  }
  return {};
}

std::optional<SessionClock> read_clock(Fields& fields) {
  const Json* clock = fields.object("clock");
  if (!clock) return std::nullopt;
  Fields inner(*clock, "clock.");
  SessionClock result;
  result.main = inner.integer("main", 300'000, 1'000, 24 * 3'600'000);
  result.increment = inner.integer("increment", 0, 0, 600'000);
  result.left = {result.main, result.main};
  if (const auto error = inner.finish()) fields.complain(error->message, "clock");
  return result;
}

}  // namespace

Answer<Session> new_session(const Json& body, const ServerContext& context) {
  Fields fields(body);
  const auto asked = read_game(fields, context);
  const std::string title = fields.text("title", {}, 200);
  const Json* seats = fields.any("seats");
  const Json* tree = fields.list("tree", context.bounds.tree - 1);
  const auto at = fields.optional_integer("at", 0, static_cast<std::int64_t>(context.bounds.tree));
  const auto clock = read_clock(fields);
  const bool paused = fields.flag("paused", false);
  const auto pace = fields.integer("pace", 400, 0, 5000);
  if (tree && fields.has("moves")) fields.complain("and moves are given; give one of them", "tree");
  if (const auto error = fields.finish()) return *error;
  if (!asked) return asked.error();

  Session session(*asked->kind, *asked->game);
  session.title = title;
  session.clock = clock;
  session.paused = paused;
  session.pace = pace;
  if (seats) {
    auto read = read_seats(*seats, asked->kind->name, session.start(), context);
    if (!read) return read.error();
    session.seats = std::move(*read);
  }
  if (!tree) {
    if (const auto played = play_moves(session, *asked->game, context); !played) return played.error();
    return session;
  }
  const auto ids = grow_tree(session, *tree, context);
  if (!ids) return ids.error();
  if (at && static_cast<std::size_t>(*at) >= ids->size()) return api::bad_request("at is no node of the tree", "at");
  session.go_to(at ? (*ids)[static_cast<std::size_t>(*at)] : main_end(session.tree()));
  return session;
}

Answer<Json> advice(const Game& game, const std::string& spec, std::chrono::milliseconds time,
                    const ServerContext& context, const StopToken& stop) {
  try {
    auto player = context.registry.make_player(spec, game);
    if (!player) return api::error(500, "internal", player.error().message);
    (*player)->begin(game, 1, stop);
    const auto began = Clock::now();
    const auto choice = (*player)->ask(game, {time, std::nullopt, std::nullopt}, stop);
    if (!choice) return api::error(500, "internal", choice.error().message);
    return thought_json(game, *choice, {spec, score_meaning(context.registry, spec)}, Clock::now() - began);
  } catch (const std::exception& e) {
    return api::error(500, "internal", e.what());
  }
}

}  // namespace tengen
