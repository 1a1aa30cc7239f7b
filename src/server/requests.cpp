#include "server/requests.hpp"

#include <algorithm>

#include "arena/openings.hpp"
#include "core/text.hpp"
#include "records/replay.hpp"
#include "roster/guide.hpp"

namespace tengen::server {

namespace fs = std::filesystem;

namespace {

bool lies_in(const fs::path& folder, const fs::path& path) {
  return std::ranges::mismatch(folder, path).in1 == folder.end();
}

// Absolute, and without a slash at its end, which would count as one more part.
fs::path absolute(const std::string& path, std::error_code& error) {
  const fs::path whole = fs::absolute(path, error).lexically_normal();
  return whole.has_filename() ? whole : whole.parent_path();
}

using Query = std::map<std::string, std::string>;

std::string value_in(const Query& query, const std::string& name) {
  const auto found = query.find(name);
  return found == query.end() ? std::string() : found->second;
}

// The start, by options or as text, and the moves after it.
Answer<AskedGame> make_game(const std::string& name, const std::string& start, const std::string& moves,
                            const ServerContext& context) {
  const auto kind = context.registry.find_game(name);
  if (!kind) return api::bad_request(kind.error().message, "game");
  auto game = (*kind)->start(start);
  if (!game) return api::bad_request(game.error().message, "start");
  // Moves may stand in the start's text, too; there they are part of the start.
  if ((*game)->moves().size() > context.bounds.moves) return api::too_large("start has too many moves", "start");
  if (moves.size() > context.bounds.moves * 8) return api::too_large("moves is too long", "moves");
  if (const auto played = records::play_all(**game, moves); !played)
    return api::bad_request(played.error().message, "moves");
  if ((*game)->moves().size() > context.bounds.moves) return api::too_large("there are too many moves", "moves");
  return AskedGame{*kind, std::move(*game)};
}

std::string read_options(Fields& fields, const ServerContext& context, const std::string& name) {
  const Json* options = fields.object("options");
  if (!options) return {};
  const auto kind = context.registry.find_game(name);
  if (!kind) return {};
  std::string text;
  for (const auto& [key, value] : options->items()) {
    const std::string typed = value.is_string() ? value.get<std::string>() : value.dump();
    Values checked((*kind)->options);
    if (const auto set = checked.set((*kind)->options, key, typed, name); !set) {
      fields.complain(fmt::format("cannot be used: {}", set.error().message), "options");
      return {};
    }
    text += fmt::format("{}={} ", key, typed);
  }
  return text;
}

// Moves as one text, from a list or a text.
std::string read_moves(Fields& fields, const ServerContext& context) {
  const Json* moves = fields.any("moves");
  if (!moves) return {};
  if (moves->is_string()) return moves->get<std::string>();
  const Json* list = fields.list("moves", context.bounds.moves);
  std::string text;
  if (list)
    for (const Json& move : *list) {
      if (!move.is_string() || move.get_ref<const std::string&>().size() > 16) {
        fields.complain("must be a list of moves", "moves");
        return {};
      }
      text += move.get<std::string>() + ' ';
    }
  return text;
}

// Of whatever game; null where there is none.
const roster::PlayerKind* kind_of(std::string_view player, const roster::Registry& registry) {
  const auto& all = registry.players();
  const auto found = std::ranges::find(all, player, [](const roster::PlayerKind& kind) { return kind.info.name; });
  return found == all.end() ? nullptr : &*found;
}

// Tables and threads that a setting may ask for. Names are those that all players use.
std::optional<std::string> too_greedy(const roster::PlayerKind& kind, const Values& values,
                                      const ServerContext& context) {
  for (const auto& [name, text] : values.all()) {
    const auto setting = std::ranges::find(kind.info.settings, name, &Setting::name);
    if (setting == kind.info.settings.end() || setting->kind != Setting::Kind::integer) continue;
    const auto value = to_number<std::int64_t>(text).value_or(0);
    if ((name == "hash" || name == "memory") && value > context.bounds.table_megabytes)
      return fmt::format("{} may be at most {} here", name, context.bounds.table_megabytes);
    if (name == "threads" && value > context.threads)
      return fmt::format("threads may be at most {} here", context.threads);
    if (kind.info.name == "uct" && name == "nodes" && value > 4'000'000) return "nodes may be at most 4000000 here";
  }
  return std::nullopt;
}

// The same answer whatever is there, so that nobody can ask what files this machine has.
ApiError no_such_file(const std::string& setting, const ServerContext& context, const std::string& field) {
  if (!context.files.any())
    return {403, "forbidden",
            fmt::format("{} names a file, and files are off; start tengen play with --files FOLDER to allow those of a "
                        "folder",
                        setting),
            field};
  return {403, "forbidden", fmt::format("{} names no file of the folder that --files allows", setting), field};
}

// Whether all files are allowed that these settings name.
std::optional<ApiError> check_files(const roster::PlayerKind& kind, const Values& values, const ServerContext& context,
                                    const std::string& field) {
  for (const Setting& setting : kind.info.settings) {
    const std::string& path = values.text(setting.name);
    if (path.empty() || !names_file(kind, setting)) continue;
    if (!context.files.has(path)) return no_such_file(setting.name, context, field);
  }
  return std::nullopt;
}

// The settings of a player, those of a file that they name filled in: the file is looked at once it is allowed, and may
// name only what is allowed, too.
Answer<Values> read_values(const roster::PlayerKind& kind, const roster::PlayerSpec& spec, const ServerContext& context,
                           const std::string& field) {
  const auto typed = parse_values(kind.info.settings, spec.settings, "player " + kind.info.name);
  if (!typed) return api::bad_request(typed.error().message, field);
  if (auto error = check_files(kind, *typed, context, field)) return *error;
  auto values = roster::values_of(kind, spec);
  if (!values) return api::bad_request(values.error().message, field);
  if (auto error = check_files(kind, *values, context, field)) return *error;
  return std::move(*values);
}

}  // namespace

Expected<AllowedFiles> AllowedFiles::below(const std::string& folder) {
  AllowedFiles files;
  std::error_code error;
  files.as_written_ = absolute(folder, error);
  files.folder_ = fs::canonical(folder, error);
  if (error || !fs::is_directory(files.folder_, error)) return fail("{} is no folder", in_quotes(folder));
  return files;
}

bool AllowedFiles::has(const std::string& path) const {
  if (!any() || path.find('\0') != std::string::npos) return false;
  // A path that only comes back to the folder would tell whether what it passes through is there. So it must lead into
  // the folder by its text first; then no part of it lies elsewhere, but for the folder's own links.
  const fs::path written(path);
  if (std::ranges::find(written, fs::path("..")) != written.end()) return false;
  std::error_code error;
  const fs::path whole = absolute(path, error);
  if (!lies_in(as_written_, whole) && !lies_in(folder_, whole)) return false;
  const fs::path real = fs::canonical(whole, error);
  if (error || !lies_in(folder_, real)) return false;
  const auto status = fs::status(real, error);
  return fs::is_regular_file(status) || fs::is_directory(status);
}

Answer<AskedGame> read_game(Fields& fields, const ServerContext& context, bool with_moves) {
  const std::string name = fields.needed_text("game");
  std::string start = fields.text("start", {}, 8192);
  const std::string options = read_options(fields, context, name);
  if (!start.empty() && !options.empty()) fields.complain("and start are given; give one of them", "options");
  const std::string moves = with_moves ? read_moves(fields, context) : std::string();
  // Not finish(): the caller has fields of its own to ask for.
  if (name.empty()) return api::bad_request("game is missing", "game");
  return make_game(name, start.empty() ? options : start, moves, context);
}

Answer<AskedGame> read_game(const Query& query, const ServerContext& context) {
  if (value_in(query, "game").empty()) return api::bad_request("game is missing", "game");
  return make_game(value_in(query, "game"), value_in(query, "start"), value_in(query, "moves"), context);
}

Limits read_limits(Fields& fields, const ServerContext& context) {
  Limits limits;
  if (const auto time = fields.optional_integer("time", 1, context.bounds.think_time))
    limits.time = std::chrono::milliseconds(*time);
  if (const auto nodes = fields.optional_integer("nodes", 1, 1'000'000'000'000))
    limits.nodes = static_cast<std::uint64_t>(*nodes);
  if (const auto depth = fields.optional_integer("depth", 1, 64)) limits.depth = static_cast<int>(*depth);
  return limits;
}

Answer<Limits> read_limits(const Query& query, const ServerContext& context) {
  Json object = Json::object();
  for (const char* name : {"time", "nodes", "depth"}) {
    const std::string text = value_in(query, name);
    if (text.empty()) continue;
    const auto number = to_number<std::int64_t>(text);
    if (!number) return api::bad_request(fmt::format("{} must be a whole number", name), name);
    object[name] = *number;
  }
  Fields fields(object);
  const Limits limits = read_limits(fields, context);
  if (const auto error = fields.finish()) return *error;
  return limits;
}

Json to_json(const Limits& limits) {
  Json json = Json::object();
  if (limits.time) json["time"] = std::chrono::duration_cast<std::chrono::milliseconds>(*limits.time).count();
  if (limits.nodes) json["nodes"] = *limits.nodes;
  if (limits.depth) json["depth"] = *limits.depth;
  return json;
}

std::optional<ApiError> check_player(const std::string& spec, const roster::Game& game, const ServerContext& context,
                                     const std::string& field) {
  const auto wrong = [&](std::string message) { return ApiError{400, "bad_request", std::move(message), field}; };
  if (spec.size() > 1000) return wrong("the player's name and settings are too long");
  const auto parsed = roster::parse_spec(spec);
  if (!parsed) return wrong(parsed.error().message);
  if (const roster::PlayerKind* kind = kind_of(parsed->name, context.registry)) {
    if (kind->external && !context.external_engines)
      return ApiError{403, "forbidden", "external engines are off; start tengen play with --engines on to allow them",
                      field};
    const auto values = read_values(*kind, *parsed, context, field);
    if (!values) return values.error();
    if (auto message = too_greedy(*kind, *values, context)) return wrong(std::move(*message));
  }
  if (const auto made = context.registry.make_player(spec, game); !made) return wrong(made.error().message);
  return std::nullopt;
}

bool ponders(const std::string& spec, const roster::Registry& registry) {
  const auto parsed = roster::parse_spec(spec);
  if (!parsed) return false;
  const roster::PlayerKind* const kind = kind_of(parsed->name, registry);
  if (!kind) return false;
  const auto values = parse_values(kind->info.settings, parsed->settings, parsed->name);
  return values && values->all().contains("ponder") && values->flag("ponder");
}

bool names_file(const roster::PlayerKind& kind, const Setting& setting) {
  return setting.kind == Setting::Kind::file ||
         (kind.external && (setting.name == "workdir" || setting.name == "folder"));
}

std::optional<ApiError> check_openings(const std::string& spec, const ServerContext& context,
                                       const std::string& field) {
  const auto file = arena::Openings::file_of(spec);
  if (!file) return ApiError{400, "bad_request", file.error().message, field};
  if (file->empty() || context.files.has(*file)) return std::nullopt;
  return no_such_file("openings", context, field);
}

std::string SeatChoice::name() const {
  if (kind == Kind::person) return "person";
  const auto spec = roster::parse_spec(player);
  return spec ? spec->name : player;
}

Answer<SeatChoice> read_seat(const Json& json, const std::string& where, const std::string& game_name,
                             const roster::Game& game, const ServerContext& context) {
  Fields fields(json, where + ".");
  SeatChoice seat;
  const std::string kind = fields.text("kind", "person");
  fields.text("name");  // what answers say besides is no mistake in a request
  const std::string level = fields.text("level"), player = fields.text("player");
  const Json* limits = fields.object("limits");
  if (kind == "level") {
    const auto levels = roster::strength_levels(context.registry, game_name);
    const auto found = std::ranges::find(levels, level, &roster::StrengthLevel::id);
    if (found == levels.end())
      return api::bad_request(fmt::format("there is no level {}", in_quotes(level)), where + ".level");
    seat = {SeatChoice::Kind::level, level, found->player, found->limits};
  } else if (kind == "player") {
    seat = {SeatChoice::Kind::player, {}, player, {}};
    if (limits) {
      Fields inner(*limits, where + ".limits.");
      seat.limits = read_limits(inner, context);
      if (const auto error = inner.finish()) return *error;
    }
    if (seat.limits.none()) seat.limits.time = std::chrono::seconds(1);  // a person waits no longer unless told to
  } else if (kind != "person") {
    fields.complain("must be person, level or player", "kind");
  }
  if (const auto error = fields.finish()) return *error;
  if (!seat.is_person())
    if (auto error = check_player(seat.player, game, context, where + ".player")) return *error;
  return seat;
}

Answer<SeatChoices> read_seats(const Json& list, const std::string& game_name, const roster::Game& game,
                               const ServerContext& context) {
  if (!list.is_array() || list.size() != 2) return api::bad_request("seats must be a list of two", "seats");
  SeatChoices seats;
  for (std::size_t i = 0; i < 2; ++i) {
    auto seat = read_seat(list[i], fmt::format("seats[{}]", i), game_name, game, context);
    if (!seat) return seat.error();
    seats[i] = std::move(*seat);
  }
  return seats;
}

Json to_json(const SeatChoice& seat) {
  if (seat.is_person()) return {{"kind", "person"}, {"name", "person"}};
  Json json = {{"kind", seat.kind == SeatChoice::Kind::level ? "level" : "player"}};
  if (seat.kind == SeatChoice::Kind::level) json["level"] = seat.level;
  json["player"] = seat.player;
  json["limits"] = to_json(seat.limits);
  json["name"] = seat.name();
  return json;
}

}  // namespace tengen::server
