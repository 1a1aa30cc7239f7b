#include "arena/tournament.hpp"

#include <algorithm>
#include <thread>
#include <unordered_map>
#include <unordered_set>

#include "core/text.hpp"
#include "core/version.hpp"

namespace tengen::arena {

namespace {

void make_names_differ(std::vector<Entrant>& players) {
  std::unordered_set<std::string> taken;
  // The last number given to a name, so that thousands of namesakes are quick.
  std::unordered_map<std::string, int> numbers;
  for (Entrant& player : players) {
    int& number = numbers.try_emplace(player.name, 1).first->second;
    std::string name = player.name;
    while (!taken.insert(name).second) name = fmt::format("{} #{}", player.name, ++number);
    player.name = std::move(name);
  }
}

using Part = std::optional<SetupError>;

template <class... Args>
SetupError wrong(std::string part, fmt::format_string<Args...> format, Args&&... args) {
  return {{fmt::format(format, std::forward<Args>(args)...)}, std::move(part)};
}

Part read_start(Tournament& t, const roster::Registry& registry) {
  const auto kind = registry.find_game(t.game);
  if (!kind) return SetupError{kind.error(), "game"};
  auto start = (*kind)->start(t.position);
  if (!start) return SetupError{start.error(), "position"};
  if ((*start)->outcome() != Outcome::ongoing)
    return wrong("position", "the game is over in this position; there is nothing to play");
  t.start = *std::move(start);
  t.position = t.start->to_string();
  return {};
}

Part examine_players(Tournament& t, const roster::Registry& registry) {
  roster::IngredientReader reader(registry);
  t.repeatable = true;
  for (std::size_t i = 0; i < t.players.size(); ++i) {
    Entrant& entrant = t.players[i];
    const std::string part = fmt::format("players[{}]", i);
    if (entrant.name.empty()) entrant.name = entrant.spec;
    if (std::ranges::any_of(entrant.name, [](char c) { return static_cast<unsigned char>(c) < 0x20; }))
      return wrong(part, "a player's name must be one line");
    for (const std::string& text : {entrant.name, entrant.spec})
      if (as_utf8(text) != text) return wrong(part, "{} is no UTF-8", in_quotes(text));
    const auto player = registry.make_player(entrant.spec, *t.start);
    if (!player) return SetupError{player.error(), part};
    t.repeatable = t.repeatable && (*player)->repeatable(entrant.limits);
    auto ingredients = reader.read(entrant.spec, *t.start);
    if (!ingredients) return SetupError{ingredients.error(), part};
    entrant.ingredients = *std::move(ingredients);
  }
  make_names_differ(t.players);
  return {};
}

Part check_form(const Tournament& t) {
  if (t.imported) return wrong("kind", "its games were played elsewhere and imported, so there is no tournament");
  if (t.players.size() < 2) return wrong("players", "a {} needs at least two players", name_of(t.kind));
  if (t.kind == TournamentKind::match && t.players.size() != 2) return wrong("players", "a match has two players");
  if (t.games_per_pair == 0) return wrong("games_per_pair", "there must be at least one game");
  if (t.kind == TournamentKind::knockout && t.games_per_pair % 2 != 0)
    return wrong("games_per_pair",
                 "a knockout needs an even number of games, so that each opening is played by both sides");
  if (t.sprt && t.kind != TournamentKind::match) return wrong("sprt", "a sequential test belongs to a match");
  return {};
}

Part read_openings(Tournament& t) {
  auto openings = Openings::make(t.openings_spec, t.game, *t.start);
  if (!openings) return SetupError{openings.error(), "openings"};
  if (as_utf8(t.openings_spec) != t.openings_spec) return wrong("openings", "the openings are no UTF-8");
  t.openings = *std::move(openings);
  t.openings_identity = t.openings.identity();
  return {};
}

}  // namespace

int Tournament::games_at_once() const {
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  return std::max(1, repeatable ? threads : std::min(threads, cores));
}

tl::expected<Tournament, SetupError> make_tournament(TournamentSetup setup, const roster::Registry& registry) {
  Tournament t{std::move(setup), nullptr, {}};
  Part error = read_start(t, registry);
  if (!error) error = examine_players(t, registry);
  if (!error) error = check_form(t);
  if (!error) error = read_openings(t);
  if (error) return tl::unexpected(*std::move(error));
  t.title = as_utf8(t.title);
  t.version = version;
  return t;
}

Expected<void> try_players(const Tournament& t, const roster::Registry& registry, const StopToken& stop) {
  for (const Entrant& entrant : t.players) {
    const auto player = registry.make_player(entrant.spec, *t.start);
    if (!player) return player.error();
    const auto kind = registry.find_player(roster::parse_spec(entrant.spec)->name, *t.start);
    if (!(*kind)->external || stop.stop_requested()) continue;
    const auto failure = (*player)->begin(*t.start, t.seed, stop);
    if (failure && failure->fault == roster::Fault::error && !stop.stop_requested())
      return fail("{} cannot play this: it {}", entrant.name, failure->message);
  }
  return {};
}

}  // namespace tengen::arena
