#include "arena/tournament_file.hpp"

#include <toml++/toml.h>

#include <algorithm>

#include "core/duration.hpp"
#include "core/file.hpp"
#include "core/limits_text.hpp"
#include "core/text.hpp"

namespace tengen {

namespace {

// Reads one file. Each reader returns nothing, or the error with its place.
class Reader {
 public:
  Reader(const toml::table& table, std::string name, const Registry& registry)
      : table_(table), name_(std::move(name)), registry_(registry) {}

  Expected<Tournament> read() {
    for (const auto step : {&Reader::read_keys, &Reader::read_kind, &Reader::read_game, &Reader::read_numbers,
                            &Reader::read_players, &Reader::read_openings, &Reader::read_sprt})
      if (const auto done = (this->*step)(); !done) return tl::unexpected(done.error());
    return std::move(t_);
  }

 private:
  using Done = Expected<void>;

  tl::unexpected<Error> at(const toml::node& node, std::string_view message) const {
    return fail("{}:{}: {}", name_, node.source().begin.line, message);
  }
  // An unknown key is a typing mistake, not a wish to be ignored.
  Done known(const toml::table& table, std::span<const std::string> keys, std::string_view where) const {
    for (const auto& [key, node] : table)
      if (std::ranges::find(keys, key.str()) == keys.end())
        return fail("{}:{}: {} has no key {}{}; it has: {}", name_, key.source().begin.line, where,
                    in_quotes(key.str()), did_you_mean(key.str(), keys), joined(keys));
    return {};
  }
  Done read_keys() {
    static const std::vector<std::string> keys = {"title",   "kind",           "game",           "rules",  "position",
                                                  "players", "games_per_pair", "openings",       "limits", "seed",
                                                  "threads", "grace",          "withdraw_after", "sprt"};
    return known(table_, keys, "a tournament");
  }

  // The text of a key; an absent key leaves `into` as it is.
  Done text(const toml::table& table, std::string_view key, std::string& into) const {
    const toml::node* node = table.get(key);
    if (!node) return {};
    if (!node->is_string()) return at(*node, fmt::format("{} must be a text in quotes", key));
    into = **node->as_string();
    return {};
  }
  template <class Number>
  Done whole(std::string_view key, std::int64_t low, std::int64_t high, Number& into) const {
    const toml::node* node = table_.get(key);
    if (!node) return {};
    if (!node->is_integer() || **node->as_integer() < low || **node->as_integer() > high)
      return at(*node, fmt::format("{} must be a whole number from {} to {}", key, low, high));
    into = static_cast<Number>(**node->as_integer());
    return {};
  }

  Done read_kind() {
    const toml::node* node = table_.get("kind");
    if (!node) return fail("{}: kind is missing; it is round-robin, gauntlet, knockout or match", name_);
    const auto kind = node->is_string() ? kind_from(**node->as_string()) : std::nullopt;
    if (!kind) {
      const std::vector<std::string> kinds = {"round-robin", "gauntlet", "knockout", "match"};
      const std::string typed = node->is_string() ? **node->as_string() : "something else";
      return at(*node, fmt::format("kind must be one of {}, not {}{}", joined(kinds), in_quotes(typed),
                                   did_you_mean(typed, kinds)));
    }
    t_.kind = *kind;
    return text(table_, "title", t_.title);
  }

  Done read_game() {
    const toml::node* node = table_.get("game");
    if (!node) return fail("{}: game is missing", name_);
    if (auto done = text(table_, "game", t_.game); !done) return done;
    const auto kind = registry_.find_game(t_.game);
    if (!kind) return at(*node, kind.error().message);
    std::string position;
    if (const toml::node* rules = table_.get("rules")) {
      if (!rules->is_table()) return at(*rules, "rules must be a table, such as { size = 15 }");
      for (const auto& [key, value] : *rules->as_table()) {
        std::ostringstream word;
        if (value.is_string())
          word << **value.as_string();
        else if (value.is_boolean())
          word << (**value.as_boolean() ? "on" : "off");
        else
          word << toml::node_view<const toml::node>(value);
        Values checked((*kind)->options);
        if (const auto set = checked.set((*kind)->options, key.str(), word.str(), t_.game); !set)
          return at(value, set.error().message);
        position += fmt::format("{}={} ", key.str(), word.str());
      }
    }
    std::string given;
    if (auto done = text(table_, "position", given); !done) return done;
    auto start = (*kind)->start(position + given);
    if (!start) return at(table_.get("position") ? *table_.get("position") : *node, start.error().message);
    if ((*start)->outcome() != Outcome::ongoing)
      return at(*table_.get("position"), "the game is over in this position");
    t_.start = std::move(*start);
    return {};
  }

  Done read_numbers() {
    if (auto done = whole("games_per_pair", 1, 10'000'000, t_.games_per_pair); !done) return done;
    if (t_.kind == TournamentKind::knockout && t_.games_per_pair % 2 != 0)
      return fail("{}: games_per_pair must be even in a knockout, so that each opening is played by both sides", name_);
    if (auto done = whole("seed", 0, std::numeric_limits<std::int64_t>::max(), t_.seed); !done) return done;
    if (auto done = whole("threads", 1, 1024, t_.threads); !done) return done;
    if (auto done = whole("withdraw_after", 0, 1'000'000, t_.withdraw_after); !done) return done;
    std::string grace;
    if (auto done = text(table_, "grace", grace); !done) return done;
    if (grace.empty()) return {};
    if (grace == "0") {
      t_.grace = {};
      return {};
    }
    const auto parsed = parse_duration(grace);
    if (!parsed) return at(*table_.get("grace"), "grace: " + parsed.error().message);
    t_.grace = *parsed;
    return {};
  }

  // "time=200ms nodes=500", or a table with the same keys.
  Expected<Limits> limits(const toml::node& node) const {
    if (node.is_string()) {
      const auto parsed = limits_from(**node.as_string());
      if (!parsed) return at(node, parsed.error().message);
      return *parsed;
    }
    if (!node.is_table()) return at(node, "limits are a table, such as { time = \"200ms\" }");
    Limits limits;
    for (const auto& [key, value] : *node.as_table()) {
      if (!value.is_string() && !value.is_integer())
        return at(value, fmt::format("{} must be a whole number, or a time in quotes such as \"200ms\"", key.str()));
      const std::string word = value.is_string() ? **value.as_string() : std::to_string(**value.as_integer());
      if (const auto set = set_limit(limits, key.str(), word); !set) return at(value, set.error().message);
    }
    return limits;
  }

  Done read_players() {
    Limits common;
    if (const toml::node* node = table_.get("limits")) {
      const auto read = limits(*node);
      if (!read) return tl::unexpected(read.error());
      common = *read;
    }
    const toml::node* node = table_.get("players");
    if (!node) return fail("{}: players are missing", name_);
    if (!node->is_array()) return at(*node, "players must be a list");
    for (const toml::node& entry : *node->as_array())
      if (auto done = read_player(entry, common); !done) return done;
    if (t_.players.size() < 2) return at(*node, fmt::format("a {} needs at least two players", name_of(t_.kind)));
    if (t_.kind == TournamentKind::match && t_.players.size() != 2) return at(*node, "a match has two players");
    make_names_differ(t_.players);
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
        if (!read) return tl::unexpected(read.error());
        player.limits = *read;
      }
    } else {
      return at(entry, "a player is a spec in quotes, or a table with spec, name and limits");
    }
    if (player.spec.empty()) return at(entry, "a player's spec is missing");
    if (player.name.empty()) player.name = player.spec;
    if (std::ranges::any_of(player.name, [](char c) { return static_cast<unsigned char>(c) < 0x20; }))
      return at(entry, "a player's name must be one line");
    const auto made = registry_.make_player(player.spec, *t_.start);
    if (!made) return at(entry, made.error().message);
    t_.players.push_back(std::move(player));
    return {};
  }

  Done read_openings() {
    if (auto done = text(table_, "openings", t_.openings_spec); !done) return done;
    auto openings = Openings::make(t_.openings_spec, t_.game, *t_.start);
    if (!openings) return at(*table_.get("openings"), openings.error().message);
    t_.openings = std::move(*openings);
    return {};
  }

  Done read_sprt() {
    const toml::node* node = table_.get("sprt");
    if (!node) return {};
    const toml::table* table = node->as_table();
    if (!table) return at(*node, "sprt must be a table, such as { elo0 = 0, elo1 = 10 }");
    static const std::vector<std::string> keys = {"elo0", "elo1", "alpha", "beta", "model"};
    if (auto done = known(*table, keys, "sprt"); !done) return done;
    if (t_.kind != TournamentKind::match) return at(*node, "a sequential test belongs to kind = \"match\"");
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
    t_.sprt = *checked;
    return {};
  }

  const toml::table& table_;
  std::string name_;
  const Registry& registry_;
  Tournament t_;
};

}  // namespace

Expected<Tournament> parse_tournament(std::string_view text, const std::string& name, const Registry& registry) {
  try {
    const toml::table table = toml::parse(text, name);
    return Reader(table, name, registry).read();
  } catch (const toml::parse_error& e) {
    return fail("{}:{}: {}", name, e.source().begin.line, e.description());
  }
}

Expected<Tournament> read_tournament(const std::filesystem::path& file, const Registry& registry) {
  const auto text = read_file(file.string());
  if (!text) return tl::unexpected(text.error());
  return parse_tournament(*text, file.string(), registry);
}

}  // namespace tengen
