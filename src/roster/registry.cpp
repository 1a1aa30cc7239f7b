#include "roster/registry.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "roster/params_file.hpp"

namespace tengen::roster {

Expected<PlayerSpec> parse_spec(std::string_view text) {
  const std::string_view whole = trim(text);
  const std::size_t colon = whole.find(':');
  PlayerSpec spec{std::string(trim(whole.substr(0, colon))), {}};
  if (spec.name.empty()) return fail("a player is written name or name:key=value,…, not {}", in_quotes(text));
  if (colon != std::string_view::npos) spec.settings = trim(whole.substr(colon + 1));
  return spec;
}

Expected<Values> values_of(const PlayerKind& kind, const PlayerSpec& spec) {
  const std::string where = "player " + kind.info.name;
  auto values = parse_values(kind.info.settings, spec.settings, where);
  if (!values || !values->all().contains(params_setting_name)) return values;
  const std::string& file = values->text(params_setting_name);
  if (file.empty()) return values;
  auto from_file = read_params(file, kind.info);
  if (!from_file) return from_file;
  return parse_values(kind.info.settings, spec.settings, where, *std::move(from_file));
}

std::string spec_of(const engines::PlayerInfo& info, const Values& values) {
  std::string spec = info.name;
  for (const Setting& s : info.settings)
    if (s.name != params_setting_name && values.text(s.name) != s.standard)
      spec += fmt::format("{}{}={}", spec == info.name ? ':' : ',', s.name, quoted_value(values.text(s.name)));
  return spec;
}

void Registry::add_player(PlayerKind kind) {
  if (std::ranges::any_of(kind.info.settings, &Setting::tunable)) kind.info.settings.push_back(params_setting());
  players_.push_back(std::move(kind));
}

void Registry::add_game(GameKind kind, const std::vector<std::type_index>& positions) {
  for (const std::type_index type : positions) game_of_.emplace(type, kind.name);
  games_.push_back(std::move(kind));
}

Expected<const GameKind*> Registry::find_game(std::string_view name) const {
  const auto found = std::ranges::find(games_, name, &GameKind::name);
  if (found != games_.end()) return &*found;
  std::vector<std::string> names;
  for (const GameKind& game : games_) names.push_back(game.name);
  return fail("there is no game {}{}; there are: {}", in_quotes(name), did_you_mean(name, names), joined(names));
}

Registry Registry::with_players(const std::function<PlayerKind(PlayerKind)>& change) const {
  Registry copy = *this;
  for (PlayerKind& kind : copy.players_) kind = change(std::move(kind));
  return copy;
}

bool Registry::among(const std::vector<std::string>& games, const Game& game) const {
  const auto name = game_of_.find(game.position_type());
  return name != game_of_.end() && std::ranges::find(games, name->second) != games.end();
}

Expected<const PlayerKind*> Registry::find_player(std::string_view name, const Game& game) const {
  const auto kind = std::ranges::find(players_, name, [](const PlayerKind& k) { return k.info.name; });
  if (kind == players_.end()) {
    std::vector<std::string> names;
    for (const PlayerKind& k : players_)
      if (k.make.contains(game.position_type())) names.push_back(k.info.name);
    return fail("there is no player {}{}; there are: {}", in_quotes(name), did_you_mean(name, names), joined(names));
  }
  if (kind->make.contains(game.position_type())) return &*kind;
  if (among(kind->games, game)) return fail("player {} does not play on this board: it is too large", name);
  return fail("player {} does not play this game; it plays: {}", name, joined(kind->games));
}

Expected<std::unique_ptr<Player>> Registry::make_player(std::string_view text, const Game& game) const {
  const auto spec = parse_spec(text);
  if (!spec) return spec.error();
  const auto kind = find_player(spec->name, game);
  if (!kind) return kind.error();
  const auto values = values_of(**kind, *spec);
  if (!values) return values.error();
  if (const auto fits = (*kind)->fits.find(game.position_type()); fits != (*kind)->fits.end())
    if (const auto checked = fits->second(*values, game); !checked)
      return fail("player {}: {}", spec->name, checked.error().message);
  try {
    return (*kind)->make.at(game.position_type())(*values);
  } catch (const std::exception& e) {
    return fail("player {}: {}", spec->name, e.what());  // out of memory, say
  }
}

Expected<const SolverKind*> Registry::find_solver(std::string_view name, const Game& game) const {
  std::vector<std::string> names;
  bool too_large = false;  // for a method that was meant
  for (const SolverKind& kind : solvers_) {
    if (!kind.solve.contains(game.position_type())) {
      too_large = too_large || ((name.empty() || kind.info.name == name) && among(kind.games, game));
      continue;
    }
    if (name.empty() || kind.info.name == name) return &kind;
    names.push_back(kind.info.name);
  }
  if (too_large) return fail("the solver does not work on this board: it is too large");
  if (names.empty()) return fail("there is no solver for this game yet");
  return fail("there is no method {}{}; there are: {}", in_quotes(name), did_you_mean(name, names), joined(names));
}

}  // namespace tengen::roster
