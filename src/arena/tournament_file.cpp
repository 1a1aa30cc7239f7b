#include "arena/tournament_file.hpp"

#include "arena/toml_reader.hpp"
#include "core/text.hpp"

namespace tengen::arena {

namespace {

// Each reader returns nothing, or the error with its place.
class Reader : private TomlReader {
 public:
  Reader(const toml::table& table, std::string name, const roster::Registry& registry)
      : TomlReader(std::move(name), registry), table_(table) {}

  Expected<Tournament> read() {
    for (const auto step : {&Reader::read_keys, &Reader::read_kind, &Reader::read_game, &Reader::read_numbers,
                            &Reader::read_players, &Reader::read_sprt})
      if (const auto done = (this->*step)(); !done) return done.error();
    auto made = make_tournament(std::move(setup_), registry());
    if (!made) return at(node_of(made.error().part), made.error().message);
    return *std::move(made);
  }

 private:
  // What a part of the setup is in the file: openings, players[2].
  const toml::node& node_of(std::string_view part) const {
    const toml::node* node = table_.at_path(part).node();
    return node ? *node : table_;
  }

  Done read_keys() {
    static const std::vector<std::string> keys = {"title",   "kind",           "game",           "rules",  "position",
                                                  "players", "games_per_pair", "openings",       "limits", "seed",
                                                  "threads", "grace",          "withdraw_after", "sprt"};
    return known(table_, keys, "a tournament");
  }

  Done read_kind() {
    const toml::node* node = table_.get("kind");
    if (!node) return fail("{}: kind is missing; it is round-robin, gauntlet, knockout or match", name());
    const auto kind = node->is_string() ? kind_from(**node->as_string()) : std::nullopt;
    if (!kind) {
      const std::vector<std::string> kinds = {"round-robin", "gauntlet", "knockout", "match"};
      const std::string typed = node->is_string() ? **node->as_string() : "something else";
      return at(*node, fmt::format("kind must be one of {}, not {}{}", joined(kinds), in_quotes(typed),
                                   did_you_mean(typed, kinds)));
    }
    setup_.kind = *kind;
    if (auto done = text(table_, "openings", setup_.openings_spec); !done) return done;
    return text(table_, "title", setup_.title);
  }

  Done read_game() {
    auto game = read_start(table_);
    if (!game) return game.error();
    setup_.game = std::move(game->name);
    setup_.position = game->start->to_string();
    return {};
  }

  Done read_numbers() {
    if (auto done = whole(table_, "games_per_pair", 1, 10'000'000, setup_.games_per_pair); !done) return done;
    if (auto done = whole(table_, "seed", 0, std::numeric_limits<std::int64_t>::max(), setup_.seed); !done) return done;
    if (auto done = whole(table_, "threads", 1, 1024, setup_.threads); !done) return done;
    if (auto done = whole(table_, "withdraw_after", 0, 1'000'000, setup_.withdraw_after); !done) return done;
    std::string grace;
    if (auto done = text(table_, "grace", grace); !done) return done;
    if (grace.empty()) return {};
    const auto parsed = grace_from(grace);
    if (!parsed) return at(*table_.get("grace"), "grace: " + parsed.error().message);
    setup_.grace = *parsed;
    return {};
  }

  Done read_players() {
    Limits common;
    if (const toml::node* node = table_.get("limits")) {
      const auto read = limits(*node);
      if (!read) return read.error();
      common = *read;
    }
    const toml::node* node = table_.get("players");
    if (!node) return fail("{}: players are missing", name());
    if (!node->is_array()) return at(*node, "players must be a list");
    for (const toml::node& entry : *node->as_array())
      if (auto done = read_player(entry, common); !done) return done;
    return {};
  }

  Done read_player(const toml::node& entry, const Limits& common) {
    Entrant player{"", "", common};
    if (entry.is_string()) {
      player.spec = **entry.as_string();
    } else if (const toml::table* table = entry.as_table()) {
      static const std::vector<std::string> keys = {"name", "spec", "limits"};
      if (auto done = known(*table, keys, "a player"); !done) return done;
      if (auto done = text(*table, "spec", player.spec); !done) return done;
      if (auto done = text(*table, "name", player.name); !done) return done;
      if (const toml::node* own = table->get("limits")) {
        const auto read = limits(*own);
        if (!read) return read.error();
        player.limits = *read;
      }
    } else {
      return at(entry, "a player is a spec in quotes, or a table with spec, name and limits");
    }
    if (player.spec.empty()) return at(entry, "a player's spec is missing");
    setup_.players.push_back(std::move(player));
    return {};
  }

  Done read_sprt() {
    const toml::node* node = table_.get("sprt");
    if (!node) return {};
    const toml::table* table = node->as_table();
    if (!table) return at(*node, "sprt must be a table, such as { elo0 = 0, elo1 = 10 }");
    static const std::vector<std::string> keys = {"elo0", "elo1", "alpha", "beta", "model"};
    if (auto done = known(*table, keys, "sprt"); !done) return done;
    stats::SprtTest test;
    for (const auto& [key, into] : {std::pair{"elo0", &test.elo0}, std::pair{"elo1", &test.elo1},
                                    std::pair{"alpha", &test.alpha}, std::pair{"beta", &test.beta}})
      if (const toml::node* number = table->get(key)) {
        if (!number->is_number()) return at(*number, fmt::format("{} must be a number", key));
        *into = *number->value<double>();
      }
    std::string model = "logistic";
    if (auto done = text(*table, "model", model); !done) return done;
    if (model != "logistic" && model != "normalised")
      return at(*table->get("model"), "model must be logistic or normalised");
    test.model = model == "normalised" ? stats::EloModel::normalised : stats::EloModel::logistic;
    const auto checked = stats::checked(test);
    if (!checked) return at(*node, checked.error().message);
    setup_.sprt = *checked;
    return {};
  }

  const toml::table& table_;
  TournamentSetup setup_;
};

}  // namespace

Expected<Tournament> parse_tournament(std::string_view text, const std::string& name,
                                      const roster::Registry& registry) {
  return parse_with<Reader>(text, name, registry);
}

Expected<Tournament> read_tournament(const std::filesystem::path& file, const roster::Registry& registry) {
  return parse_file(file, registry, parse_tournament);
}

}  // namespace tengen::arena
