#include <algorithm>
#include <limits>

#include "arena/toml_reader.hpp"
#include "core/text.hpp"
#include "learn/tune/setup.hpp"

namespace tengen::learn::tune {

namespace {

const std::vector<std::string> method_names = {"genetic", "cmaes", "de", "sade", "pso", "spsa"};

// Each reader returns nothing, or the error with its place.
class Reader : private arena::TomlReader {
 public:
  Reader(const toml::table& table, std::string name, const roster::Registry& registry)
      : arena::TomlReader(std::move(name), registry), table_(table) {}

  Expected<TuneSetup> read() {
    for (const auto step : {&Reader::read_keys, &Reader::read_game, &Reader::read_method, &Reader::read_player,
                            &Reader::read_steps, &Reader::read_games, &Reader::read_budget, &Reader::read_validation})
      if (const auto done = (this->*step)(); !done) return done.error();
    return std::move(s_);
  }

 private:
  Done read_keys() {
    static const std::vector<std::string> keys = {
        "title",      "game",   "rules",     "position", "player",
        "parameters", "steps",  "opponents", "colour",   "fitness",
        "openings",   "limits", "method",    "games",    "games_per_candidate",
        "rounds",     "seed",   "threads",   "genetic",  "cmaes",
        "de",         "sade",   "pso",       "spsa",     "validation"};
    if (auto done = known(table_, keys, "a tuning run"); !done) return done;
    return text(table_, "title", s_.title);
  }

  Done read_game() {
    auto game = read_start(table_);
    if (!game) return game.error();
    s_.game = std::move(game->name);
    s_.start = std::move(game->start);
    if (const toml::node* node = table_.get("limits")) {
      const auto read = limits(*node);
      if (!read) return read.error();
      s_.limits = *read;
    }
    if (auto done = text(table_, "openings", s_.openings_spec); !done) return done;
    auto openings = arena::Openings::make(s_.openings_spec, s_.game, *s_.start);
    if (!openings) return at(*table_.get("openings"), openings.error().message);
    s_.openings = std::move(*openings);
    return {};
  }

  // One of the words that the key may have.
  Expected<std::size_t> word(std::string_view key, std::span<const std::string> words, std::size_t standard) const {
    const toml::node* node = table_.get(key);
    if (!node) return standard;
    std::string given;
    if (auto done = text(table_, key, given); !done) return done.error();
    const auto found = std::ranges::find(words, given);
    if (found == words.end())
      return at(*node, fmt::format("{} must be one of {}, not {}{}", key, joined(words), in_quotes(given),
                                   did_you_mean(given, words)));
    return static_cast<std::size_t>(found - words.begin());
  }

  Done read_method() {
    const auto method = word("method", method_names, 0);
    if (!method) return method.error();
    const std::string& name = method_names[*method];
    for (const std::string& other : method_names)
      if (const toml::node* node = table_.get(other); node && other != name)
        return at(*node, fmt::format("[{}] belongs to another method; this run has method = \"{}\"", other, name));
    const auto options = table_in(table_, name, "[" + name + "]");
    if (!options) return options.error();
    static const toml::table none;
    const toml::table& table = *options ? **options : none;
    if (name == "genetic") return read_genetic(table);
    if (name == "spsa") return read_spsa(table);
    PagmoOptions o;
    o.kind = static_cast<PagmoKind>(*method - 1);
    static const std::vector<std::string> keys = {"population", "spread", "reach"};
    if (auto done = known(table, keys, "[" + name + "]"); !done) return done;
    const std::int64_t least = o.kind == PagmoKind::sade ? 7 : 5;
    if (auto done = whole(table, "population", least, 10'000, o.population); !done) return done;
    if (auto done = number(table, "reach", 0.1, 1000, o.reach); !done) return done;
    if (auto done = number(table, "spread", 1e-3, o.reach, o.spread); !done) return done;
    s_.method = o;
    return {};
  }

  Done read_genetic(const toml::table& table) {
    GeneticOptions o;
    static const std::vector<std::string> keys = {"population", "survivors"};
    if (auto done = known(table, keys, "[genetic]"); !done) return done;
    if (auto done = whole(table, "population", 2, 10'000, o.population); !done) return done;
    const auto most = static_cast<std::int64_t>(o.population) - 1;
    if (auto done = whole(table, "survivors", 1, most, o.survivors); !done) return done;
    s_.method = o;
    return {};
  }

  Done read_spsa(const toml::table& table) {
    SpsaOptions o;
    static const std::vector<std::string> keys = {"pairs", "duel", "c_end", "r_end", "alpha", "gamma", "stability"};
    if (auto done = known(table, keys, "[spsa]"); !done) return done;
    if (auto done = whole(table, "pairs", 1, 1'000'000, o.pairs); !done) return done;
    if (auto done = flag(table, "duel", o.duel); !done) return done;
    if (auto done = per_parameter(table, "c_end", o.c_end, o.c_ends); !done) return done;
    if (auto done = per_parameter(table, "r_end", o.r_end, o.r_ends); !done) return done;
    if (auto done = number(table, "alpha", 0, 2, o.alpha); !done) return done;
    if (auto done = number(table, "gamma", 0, 2, o.gamma); !done) return done;
    if (auto done = number(table, "stability", 0, 10, o.stability); !done) return done;
    s_.method = std::move(o);
    return {};
  }
  // A number for all parameters, or a table of them: { black1 = 0.5 }.
  Done per_parameter(const toml::table& table, std::string_view key, double& all,
                     std::map<std::string, double>& single) {
    constexpr double low = 1e-6, high = 1000;
    const toml::node* node = table.get(key);
    if (!node || !node->is_table()) return number(table, key, low, high, all);
    for (const auto& [name, value] : *node->as_table()) {
      named_.emplace_back(std::string(name.str()), &value);
      if (auto done = number(*node->as_table(), name.str(), low, high, single[std::string(name.str())]); !done)
        return done;
    }
    return {};
  }

  Done read_player() {
    const toml::node* node = table_.get("player");
    if (!node) return fail("{}: player is missing", name());
    if (auto done = text(table_, "player", s_.player); !done) return done;
    const auto made = registry().make_player(s_.player, *s_.start);
    if (!made) return at(*node, made.error().message);
    return texts(table_, "parameters", s_.names);
  }

  // An amount, or a share as "10%".
  Done read_steps() {
    const auto steps = table_in(table_, "steps", "{ num1 = \"0.5%\" }");
    if (!steps) return steps.error();
    if (*steps)
      for (const auto& [key, node] : **steps) {
        named_.emplace_back(std::string(key.str()), &node);
        StepChange change{std::string(key.str()), 0, node.is_string()};
        std::optional<double> step;
        if (node.is_string()) {
          std::string_view word = **node.as_string();
          if (word.ends_with('%')) step = to_number<double>(word.substr(0, word.size() - 1));
          if (step) *step /= 100;
        } else if (node.is_number()) {
          step = node.value<double>();
        }
        if (!step || !(*step > 0) || *step > (change.share ? 0.99 : 1e15))
          return at(node,
                    fmt::format("the step of {} must be an amount above 0, or a share such as \"10%\"", key.str()));
        change.step = *step;
        s_.steps.push_back(std::move(change));
      }
    const auto spec = roster::parse_spec(s_.player);
    const roster::PlayerKind& kind = **registry().find_player(spec->name, *s_.start);
    const Values values = *roster::values_of(kind, *spec);
    const auto found = parameters_of(kind, kind.spelled_out ? kind.spelled_out(values) : values, s_.names, s_.steps);
    if (!found) return at(place_of_parameters(), found.error().message);
    for (const auto& [name, node] : named_)
      if (std::ranges::find(*found, name, &Parameter::name) == found->end())
        return at(*node, fmt::format("{} is not among the numbers that are tuned", in_quotes(name)));
    return {};
  }
  const toml::node& place_of_parameters() const {
    for (const char* key : {"parameters", "steps"})
      if (const toml::node* node = table_.get(key)) return *node;
    return *table_.get("player");
  }

  Done read_games() {
    if (auto done = read_specs(table_, "opponents", s_.opponents); !done) return done;
    const auto* spsa = std::get_if<SpsaOptions>(&s_.method);
    if (s_.opponents.empty() && !(spsa && spsa->duel)) s_.opponents = {s_.player};
    static const std::vector<std::string> colours = {"first", "second", "both"}, kinds = {"score", "empties"};
    const auto colour = word("colour", colours, 2);
    if (!colour) return colour.error();
    s_.colour = static_cast<Colour>(*colour);
    const auto fitness = word("fitness", kinds, 0);
    if (!fitness) return fitness.error();
    s_.fitness = static_cast<Fitness>(*fitness);
    return {};
  }
  Done read_specs(const toml::table& table, std::string_view key, std::vector<std::string>& into) const {
    if (auto done = texts(table, key, into); !done) return done;
    for (std::size_t i = 0; i < into.size(); ++i)
      if (const auto made = registry().make_player(into[i], *s_.start); !made)
        return at(*table.get(key)->as_array()->get(i), made.error().message);
    return {};
  }

  Done read_budget() {
    constexpr std::int64_t most = 1'000'000'000;
    if (const toml::node* node = table_.get("games_per_candidate"); node && name_of(s_.method) == "spsa")
      return at(*node, "spsa plays pairs of games; give [spsa] pairs instead");
    if (auto done = whole(table_, "games_per_candidate", 1, most, s_.games_per_trial); !done) return done;
    if (s_.colour == Colour::both && s_.games_per_trial % 2 != 0)
      return fail("{}: games_per_candidate must be even, so that each opening is played by both sides", name());
    if (auto done = whole(table_, "games", 1, most, s_.games); !done) return done;
    if (const toml::node* node = table_.get("rounds")) {
      const auto* genetic = std::get_if<GeneticOptions>(&s_.method);
      if (!genetic) return at(*node, "rounds belong to method = \"genetic\"; the others count games");
      if (table_.get("games")) return at(*node, "rounds and games contradict each other; give one of them");
      std::uint64_t rounds = 0;
      if (auto done = whole(table_, "rounds", 1, 1'000'000, rounds); !done) return done;
      s_.games = rounds * genetic->population * s_.games_per_trial;
    }
    if (auto done = whole(table_, "seed", 0, std::numeric_limits<std::int64_t>::max(), s_.seed); !done) return done;
    return whole(table_, "threads", 1, 1024, s_.threads);
  }

  Done read_validation() {
    const auto found = table_in(table_, "validation", "{ games = 400 }");
    if (!found) return found.error();
    if (!*found) return {};
    static const std::vector<std::string> keys = {"games", "opponents"};
    if (auto done = known(**found, keys, "[validation]"); !done) return done;
    if (auto done = whole(**found, "games", 0, 1'000'000'000, s_.validation_games); !done) return done;
    return read_specs(**found, "opponents", s_.unseen);
  }

  const toml::table& table_;
  TuneSetup s_;
  std::vector<std::pair<std::string, const toml::node*>> named_;  // parameters that tables speak of
};

}  // namespace

Expected<TuneSetup> parse_tune_file(std::string_view text, const std::string& name, const roster::Registry& registry) {
  return arena::parse_with<Reader>(text, name, registry);
}

Expected<TuneSetup> read_tune_file(const std::filesystem::path& file, const roster::Registry& registry) {
  return arena::parse_file(file, registry, parse_tune_file);
}

}  // namespace tengen::learn::tune
