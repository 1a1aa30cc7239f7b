#include "arena/openings.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <unordered_set>

#include "core/embedded.hpp"
#include "core/file.hpp"
#include "core/hash.hpp"
#include "core/rng.hpp"
#include "core/text.hpp"
#include "records/opening_file.hpp"
#include "roster/registry.hpp"

namespace tengen {

namespace {

constexpr int ladder_stones = 4;

// What can be written as a spec.
struct SpecKind {
  std::string name;
  std::string summary;
  std::vector<Setting> settings;
};

std::vector<Setting> list_settings() {
  return {Setting::flag("symmetries", false, "also their mirror images, as far as the start position has them"),
          Setting::choice("order", {"file", "random"}, "random: each round through the list is shuffled")};
}

std::vector<Setting> file_settings() {
  std::vector<Setting> settings = list_settings();
  settings.insert(settings.begin(), Setting::file("path", "the file"));
  return settings;
}

const std::vector<SpecKind>& spec_kinds() {
  static const std::vector<SpecKind> kinds = {
      {"none", "every game begins at the start", {}},
      {"random",
       "random moves that do not end the game",
       {Setting::integer("plies", 4, 1, 60, "how many moves"),
        Setting::integer("centre", 0, 0, 22,
                         "only within so many points a side in the middle of an empty board; 0: anywhere")}},
      {"ladder", "two stones of each colour at random in the central 3×3 of an empty board", {}},
      {"balanced", "the set that ships with the program", list_settings()},
      {"undecided", "Gomoku: what gomoku/champion calls even when it looks, and again when it looks longer",
       list_settings()},
      {"xot", "Othello: the XOT list, thousands of even positions after eight moves", list_settings()},
      {"file", "from a file, see docs/formats.md", file_settings()},
  };
  return kinds;
}

struct ReadSpec {
  const SpecKind* kind = nullptr;
  Values values;
};

Expected<ReadSpec> read_spec(std::string_view text) {
  if (trim(text).empty()) return fail("openings are written {}", joined(opening_spec_help(), "; "));
  const auto spec = parse_spec(text);
  if (!spec) return spec.error();
  const auto kind = std::ranges::find(spec_kinds(), spec->name, &SpecKind::name);
  if (kind == spec_kinds().end()) {
    std::vector<std::string> names;
    for (const SpecKind& k : spec_kinds()) names.push_back(k.name);
    return fail("there are no openings {}{}; there are: {}", in_quotes(spec->name), did_you_mean(spec->name, names),
                joined(names));
  }
  auto values = parse_values(kind->settings, spec->settings, "openings " + kind->name);
  if (!values) return values.error();
  return ReadSpec{&*kind, std::move(*values)};
}

// The pair's opening: random moves that do not end the game. False where so many tries have all ended it.
bool play_random(Game& game, int plies, const Openings::Line& centre, Rng& rng, int tries) {
  for (; tries > 0; --tries) {
    game.restart();
    for (int ply = 0; ply < plies && game.outcome() == Outcome::ongoing; ++ply) {
      auto moves = game.legal_moves();
      if (!centre.empty())
        std::erase_if(moves, [&centre](AnyMove m) { return std::ranges::find(centre, m) == centre.end(); });
      if (moves.empty()) break;
      game.play(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    if (game.outcome() == Outcome::ongoing && std::ssize(game.moves()) == plies) return true;
  }
  game.restart();
  return false;
}

// Far more than a game needs that passes random_moves_last: no pair of players is left without its opening.
constexpr int most_tries = 100'000;

// Whether random games of this length are common enough to begin a tournament with.
bool random_moves_last(const Game& start, int plies, const Openings::Line& centre) {
  const auto game = start.clone();
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    Rng rng(seed);
    if (!play_random(*game, plies, centre, rng, 100)) return false;
  }
  return true;
}

void play_ladder(Game& game, Openings::Line centre, Rng& rng) {
  for (std::size_t i = 0; i < ladder_stones; ++i) {
    std::swap(centre[i], centre[i + rng.below(static_cast<std::uint32_t>(centre.size() - i))]);
    game.play(centre[i]);
  }
}

// The moves to the middle of an empty board, so many points a side; where there is no middle, a step to the upper right.
Expected<Openings::Line> centre_of(const Game& start, int side) {
  const Diagram board = start.diagram();
  if (side > std::min(board.rows, board.columns))
    return fail("openings: a centre of {} points a side does not fit the board", side);
  std::map<CellIndex, AnyMove> moves;
  for (const AnyMove move : start.legal_moves())
    if (const auto cell = start.change(move).to) moves.emplace(*cell, move);
  Openings::Line centre;
  const int first = (board.rows - side + 1) / 2, left = (board.columns - side + 1) / 2;
  for (int row = first; row < first + side; ++row)
    for (int column = left; column < left + side; ++column) {
      const auto move = moves.find((board.rows - 1 - row) * board.columns + column);
      if (move == moves.end())
        return fail(
            "openings: a centre needs an empty board where every point in the middle can be played; "
            "random:plies=4 works from every position");
      centre.push_back(move->second);
    }
  return centre;
}

// The shipped set of this kind whose start position is this one. Balanced sets are named after their games alone.
Expected<std::vector<WrittenOpening>> shipped_set(std::string_view kind, std::string_view game_name,
                                                  const Game& start) {
  const std::string prefix = kind == "balanced" ? std::string(game_name) : fmt::format("{}-{}", kind, game_name);
  std::vector<std::string> boards;
  for (const EmbeddedFile& file : embedded::openings())
    if (file.name.starts_with(prefix)) {
      auto openings = read_openings(file.bytes, game_name, start);
      if (openings) return openings;
      boards.emplace_back(file.name.substr(0, file.name.rfind('.')));
    }
  return fail(
      "there is no {} set for this board (there are: {}); use random:plies=4, or make a set with tengen openings "
      "make and name it with file:path=…",
      kind, boards.empty() ? "none for this game" : joined(boards));
}

Expected<std::vector<WrittenOpening>> xot_set(std::string_view game_name, const Game& start) {
  const auto files = embedded::openings();
  return read_openings(std::ranges::find(files, "xot.txt", &EmbeddedFile::name)->bytes, game_name, start);
}

// The openings and, behind them, what the start position's symmetries make of them; each position once.
std::vector<Openings::Line> expanded(const std::vector<WrittenOpening>& written, const Game& start, bool symmetries) {
  const auto game = start.clone();
  game->restart();
  std::vector<int> images = {0};
  for (int s = 1; symmetries && s < game->symmetries(); ++s)
    if (game->is_symmetric(s)) images.push_back(s);
  std::vector<Openings::Line> lines;
  std::unordered_set<std::string> seen;
  for (const int symmetry : images)
    for (const WrittenOpening& opening : written) {
      game->restart();
      for (const AnyMove move : opening.moves) game->play(game->transformed(move, symmetry));
      if (seen.insert(game->to_string()).second) lines.push_back(game->moves());
    }
  return lines;
}

std::uint64_t hash_of(const std::vector<Openings::Line>& lines) {
  std::uint64_t h = lines.size();
  for (const Openings::Line& line : lines) {
    h = hash_words(h, line.size());
    for (const AnyMove move : line) h = hash_words(h, move.bits);
  }
  return h;
}

// A permutation of [0, n) that the key decides: Feistel's network on the next even number of bits, walked until it
// lands inside, which takes four steps at most on average.
std::uint64_t shuffled(std::uint64_t i, std::uint64_t n, std::uint64_t key) {
  const auto half = (std::bit_width(n - 1) + 1) / 2;
  const std::uint64_t mask = (std::uint64_t{1} << half) - 1;
  do {
    std::uint64_t left = i >> half, right = i & mask;
    for (std::uint64_t round = 0; round < 4; ++round) {
      left ^= hash_words(key, round, right) & mask;
      std::swap(left, right);
    }
    i = left << half | right;
  } while (i >= n);
  return i;
}

}  // namespace

Expected<Openings> Openings::make_list(const std::string& kind, const Values& values, std::string_view game_name,
                                       const Game& start) {
  Expected<std::vector<WrittenOpening>> written;
  if (kind != "file") {
    written = kind == "xot" ? xot_set(game_name, start) : shipped_set(kind, game_name, start);
    if (!written) return written.error();
  } else {
    const std::string& path = values.text("path");
    if (path.empty()) return fail("openings file: say which, file:path=FILE");
    const auto text = read_file(path);
    if (!text) return fail("openings file: {}", text.error().message);
    written = read_openings(*text, game_name, start);
    if (!written) return fail("openings file {}: {}", in_quotes(path), written.error().message);
  }
  Openings openings;
  openings.kind_ = Kind::list;
  openings.shuffled_ = values.text("order") == "random";
  openings.lines_ = expanded(*written, start, values.flag("symmetries"));
  openings.identity_ = fmt::format("{}:order={},openings={},hash={:016x}", kind, values.text("order"),
                                   openings.lines_.size(), hash_of(openings.lines_));
  return openings;
}

Expected<std::string> Openings::file_of(std::string_view text) {
  const auto spec = read_spec(text);
  if (!spec) return spec.error();
  std::string file;
  for (const Setting& setting : spec->kind->settings)
    if (setting.kind == Setting::Kind::file) file = spec->values.text(setting.name);
  return file;
}

Expected<Openings> Openings::make(std::string_view text, std::string_view game_name, const Game& start) {
  const auto spec = read_spec(text);
  if (!spec) return spec.error();
  const auto& [kind, values] = *spec;
  if (kind->name != "none" && kind->name != "random" && kind->name != "ladder")
    return make_list(kind->name, values, game_name, start);
  Openings openings;
  openings.identity_ = kind->name;
  if (kind->name == "random") {
    openings.kind_ = Kind::random;
    openings.plies_ = values.integer("plies");
    openings.identity_ = fmt::format("random:plies={},centre={}", openings.plies_, values.integer("centre"));
  } else if (kind->name == "ladder") {
    openings.kind_ = Kind::ladder;
  }
  const int side = openings.kind_ == Kind::ladder ? 3 : openings.kind_ == Kind::random ? values.integer("centre") : 0;
  if (side > 0) {
    auto centre = centre_of(start, side);
    if (!centre) return centre.error();
    if (std::ssize(*centre) < openings.plies_)
      return fail("openings: {} moves do not fit a centre of {} points a side", openings.plies_, side);
    openings.centre_ = std::move(*centre);
  }
  if (openings.kind_ == Kind::random && !random_moves_last(start, openings.plies_, openings.centre_))
    return fail("openings: too few games of {} are still open after {} random moves; choose fewer plies", game_name,
                openings.plies_);
  return openings;
}

void Openings::play(Game& game, std::uint64_t pair, std::uint64_t seed) const {
  game.restart();
  if (kind_ == Kind::list) {
    const std::uint64_t n = lines_.size(), round = pair / n, place = pair % n;
    for (const AnyMove move : lines_[shuffled_ ? shuffled(place, n, hash_words(seed, round)) : place]) game.play(move);
    return;
  }
  Rng rng(hash_words(seed, pair));
  if (kind_ == Kind::random) play_random(game, plies_, centre_, rng, most_tries);
  if (kind_ == Kind::ladder) play_ladder(game, centre_, rng);
}

std::optional<std::uint64_t> Openings::distinct() const {
  switch (kind_) {
    case Kind::none: return 1;
    case Kind::ladder: return 9 * 8 / 2 * (7 * 6 / 2);  // two points for Black, two of the others for White
    case Kind::list: return lines_.size();
    case Kind::random: return std::nullopt;
  }
  return std::nullopt;
}

std::string canonical_position(const Game& game) {
  const auto image = game.clone();
  image->restart();
  std::vector<int> kept;
  for (int s = 0; s < image->symmetries(); ++s)
    if (image->is_symmetric(s)) kept.push_back(s);
  std::string least;
  for (const int s : kept) {
    image->restart();
    for (const AnyMove move : game.moves()) image->play(image->transformed(move, s));
    std::string text = image->to_string();
    if (least.empty() || text < least) least = std::move(text);
  }
  return least;
}

std::vector<std::string> opening_spec_help() {
  std::vector<std::string> lines;
  for (const SpecKind& kind : spec_kinds()) {
    std::vector<std::string> settings;
    for (const Setting& s : kind.settings) settings.push_back(fmt::format("{}={}", s.name, s.standard));
    lines.push_back(
        fmt::format("{}{}{} ({})", kind.name, settings.empty() ? "" : ":", joined(settings, ","), kind.summary));
  }
  return lines;
}

}  // namespace tengen
