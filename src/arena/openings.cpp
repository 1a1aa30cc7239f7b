#include "arena/openings.hpp"

#include <algorithm>
#include <bit>

#include "core/hash.hpp"
#include "core/rng.hpp"
#include "core/text.hpp"
#include "records/board.hpp"
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

const std::vector<SpecKind>& spec_kinds() {
  static const std::vector<SpecKind> kinds = {
      {"none", "every game begins at the start", {}},
      {"random", "random moves that do not end the game", {Setting::integer("plies", 4, 1, 60, "how many moves")}},
      {"ladder", "Gomoku: two stones of each colour at random in the central 3×3", {}},
  };
  return kinds;
}

// The pair's opening: random moves that do not end the game; none where every try does.
void play_random(Game& game, int plies, Rng& rng) {
  for (int tries = 0; tries < 100; ++tries) {
    game.restart();
    for (int ply = 0; ply < plies && game.outcome() == Outcome::ongoing; ++ply) {
      const auto moves = game.legal_moves();
      game.play(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    if (game.outcome() == Outcome::ongoing) return;
  }
  game.restart();
}

void play_ladder(Game& game, Openings::Line centre, Rng& rng) {
  for (std::size_t i = 0; i < ladder_stones; ++i) {
    std::swap(centre[i], centre[i + rng.below(static_cast<std::uint32_t>(centre.size() - i))]);
    game.play(centre[i]);
  }
}

// The nine points in the middle of an empty Gomoku board; of an even one, those around its upper right centre.
Expected<Openings::Line> centre_of(std::string_view game_name, const Game& start) {
  if (game_name != "gomoku") return fail("openings: ladder is for Gomoku; random:plies=4 is for every game");
  const Diagram board = board_of(start).diagram;
  if (std::ranges::any_of(board.cells, [](Cell cell) { return cell != Cell::empty; }))
    return fail("openings: ladder needs an empty board; random:plies=4 works from every position");
  Openings::Line centre;
  for (int row = -1; row <= 1; ++row)
    for (int column = -1; column <= 1; ++column)
      centre.push_back(*start.parse_move(cell_name(board.columns / 2 + column, board.rows / 2 + 1 + row)));
  return centre;
}

}  // namespace

Expected<Openings> Openings::make(std::string_view text, std::string_view game_name, const Game& start) {
  if (trim(text).empty()) return fail("openings are written {}", joined(opening_spec_help(), "; "));
  const auto spec = parse_spec(text);
  if (!spec) return tl::unexpected(spec.error());
  const auto kind = std::ranges::find(spec_kinds(), spec->name, &SpecKind::name);
  if (kind == spec_kinds().end()) {
    std::vector<std::string> names;
    for (const SpecKind& k : spec_kinds()) names.push_back(k.name);
    return fail("there are no openings {}{}; there are: {}", in_quotes(spec->name), did_you_mean(spec->name, names),
                joined(names));
  }
  const auto values = parse_values(kind->settings, spec->settings, "openings " + kind->name);
  if (!values) return tl::unexpected(values.error());

  Openings openings;
  openings.identity_ = kind->name;
  if (kind->name == "random") {
    openings.kind_ = Kind::random;
    openings.plies_ = values->integer("plies");
    openings.identity_ = fmt::format("random:plies={}", openings.plies_);
  } else if (kind->name == "ladder") {
    auto centre = centre_of(game_name, start);
    if (!centre) return tl::unexpected(centre.error());
    openings.kind_ = Kind::ladder;
    openings.centre_ = std::move(*centre);
  }
  return openings;
}

void Openings::play(Game& game, std::uint64_t pair, std::uint64_t seed) const {
  game.restart();
  Rng rng(hash_words(seed, pair));
  switch (kind_) {
    case Kind::none: return;
    case Kind::random: return play_random(game, plies_, rng);
    case Kind::ladder: return play_ladder(game, centre_, rng);
    case Kind::list: return;
  }
}

std::optional<std::uint64_t> Openings::distinct() const {
  switch (kind_) {
    case Kind::none: return 1;
    case Kind::ladder: return 9 * 8 / 2 * (7 * 6 / 2);  // two points for Black, two of the others for White
    case Kind::random:
    case Kind::list: return std::nullopt;
  }
  return std::nullopt;
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
