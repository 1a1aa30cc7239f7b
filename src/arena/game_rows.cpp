#include "arena/game_rows.hpp"

#include <fmt/format.h>

#include "core/text.hpp"
#include "records/notes.hpp"

namespace tengen::arena::rows {

namespace {

// The places of the columns in the table of games, and of those of thoughts behind them.
struct At {
  enum : int {
    number,
    pair,
    first,
    second,
    outcome,
    termination,
    opening,
    seed,
    finished,
    moves,
    detail,
    start,
    event,
    cpu_first,
    cpu_second,
    thoughts,
    game_sum,
    thought_number,
    micros,
    scores,
    depths,
    nodes,
    thought_sum,
  };
};
constexpr const char* game_columns =
    "g.number, g.pair, g.first, g.second, g.outcome, g.termination, g.opening, g.seed, g.finished, g.moves, g.detail,"
    " g.start, g.event, g.cpu_first, g.cpu_second, g.thoughts, g.sum";
constexpr const char* thought_columns = ", t.number, t.micros, t.scores, t.depths, t.nodes, t.sum";

// False where a list has a word that is no number, or another length than the rest.
bool read_thoughts(const SQLite::Statement& row, std::vector<records::MoveNote>& notes) {
  notes.resize(words(text_of(row, At::micros)).size());
  const auto read = [&](int column, records::NoteField field) {
    return row.getColumn(column).isNull() || records::read_list(text_of(row, column), field, notes);
  };
  return read(At::micros, records::NoteField::micros) && read(At::scores, records::NoteField::score) &&
         read(At::depths, records::NoteField::depth) && read(At::nodes, records::NoteField::nodes);
}

std::optional<std::int64_t> number_of(const SQLite::Statement& row, int column) {
  const SQLite::Column value = row.getColumn(column);
  return value.isNull() ? std::nullopt : std::optional(value.getInt64());
}

// What keeps the row's values from being those that were written.
Expected<void> check_sums(const SQLite::Statement& row, bool with_thoughts) {
  if (sum_of_columns(row, At::number, At::game_sum) != as_unsigned(row.getColumn(At::game_sum).getInt64()))
    return fail("its checksum is wrong");
  if (!with_thoughts) return {};
  const auto expected = number_of(row, At::thoughts);
  if (expected.has_value() == row.getColumn(At::thought_number).isNull())
    return fail("its thoughts are {}", expected ? "missing" : "not its own");
  if (expected &&
      sum_of_columns(row, At::thought_number, At::thought_sum - At::thought_number) != as_unsigned(*expected))
    return fail("the checksum of its thoughts is wrong");
  return {};
}

// A game whose values are those that were written, unless they make no sense.
Expected<records::Record> read_game(const SQLite::Statement& row, const TournamentSetup& setup, bool with_thoughts) {
  if (const auto sums = check_sums(row, with_thoughts); !sums) return sums.error();
  records::Record game;
  game.number = as_unsigned(row.getColumn(At::number).getInt64());
  if (const auto value = number_of(row, At::pair)) game.pair = as_unsigned(*value);
  for (std::size_t side = 0; side < 2; ++side) {
    const std::int64_t player = row.getColumn(side == 0 ? At::first : At::second).getInt64();
    if (player < 0 || player >= std::ssize(setup.players)) return fail("there is no player {}", player);
    game.ids[side] = static_cast<int>(player);
    game.players[side] = setup.players[static_cast<std::size_t>(player)].name;
    game.cpu[side] = number_of(row, side == 0 ? At::cpu_first : At::cpu_second).value_or(-1);
  }
  const auto ended = records::outcome_from(text_of(row, At::outcome));
  if (!ended) return fail("its outcome is {}", in_quotes(text_of(row, At::outcome)));
  game.outcome = *ended;
  if (const auto set = records::set_termination(game, text_of(row, At::termination)); !set) return set.error();
  game.opening = row.getColumn(At::opening).getInt();
  if (const auto value = number_of(row, At::seed)) game.seed = as_unsigned(*value);
  game.finished = number_of(row, At::finished);
  for (const std::string_view move : words(text_of(row, At::moves))) game.moves.emplace_back(move);
  game.detail = text_of(row, At::detail);
  game.game = setup.game;
  game.start = row.getColumn(At::start).isNull() ? setup.position : std::string(text_of(row, At::start));
  game.event = row.getColumn(At::event).isNull() ? setup.title : std::string(text_of(row, At::event));
  if (with_thoughts && !row.getColumn(At::thoughts).isNull() && !read_thoughts(row, game.notes))
    return fail("its thoughts cannot be read");
  return game;
}

}  // namespace

GameWriter::GameWriter(SQLite::Database& db, const TournamentSetup& setup)
    : db_(db),
      start_(setup.position),
      event_(setup.title),
      games_(db, "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      thoughts_(db, "INSERT INTO thoughts VALUES (?, ?, ?, ?, ?, ?)"),
      tally_(read_tally(db, "games")) {}

// What is absent, or the setup's, is NULL.
void GameWriter::write(const records::Record& game) {
  std::optional<std::uint64_t> thoughts;
  if (!game.notes.empty()) thoughts = write_thoughts(*game.number, game.notes);
  const std::string moves = joined(game.moves, " ");
  RowBinder row(games_);
  row.put(*game.number);
  row.put(game.pair);
  row.put(game.ids[0]);
  row.put(game.ids[1]);
  row.put(records::name_of(game.outcome));
  row.put(game.termination ? records::name_of(*game.termination) : std::string_view());
  row.put(game.opening);
  row.put(game.seed);
  row.put(game.finished);
  row.put(moves);
  row.put(game.detail);
  row.put_or_null(game.start == start_ ? nullptr : &game.start);
  row.put_or_null(game.event == event_ ? nullptr : &game.event);
  for (const std::int64_t micros : game.cpu) row.put(micros < 0 ? std::nullopt : std::optional(micros));
  row.put(thoughts);
  tally_.add(row.write());
}

std::uint64_t GameWriter::write_thoughts(std::uint64_t number, const std::vector<records::MoveNote>& notes) {
  // A column that says nothing is NULL.
  const auto column = [&notes](records::NoteField field) {
    return records::says_something(notes, field) ? std::optional(records::list_of(notes, field)) : std::nullopt;
  };
  const auto micros = column(records::NoteField::micros), scores = column(records::NoteField::score),
             depths = column(records::NoteField::depth), nodes = column(records::NoteField::nodes);
  RowBinder row(thoughts_);
  row.put(number);
  row.put(micros);
  row.put(scores);
  row.put(depths);
  row.put(nodes);
  return row.write();
}

void each_game(SQLite::Database& db, const TournamentSetup& setup, const ReadPlan& plan, Damage& damage,
               const std::function<bool(records::Record)>& visit) {
  SQLite::Statement row(db, fmt::format("SELECT {}{} FROM games g{} {} ORDER BY g.number {}", game_columns,
                                        plan.thoughts ? thought_columns : "",
                                        plan.thoughts ? " LEFT JOIN thoughts t ON t.number = g.number" : "",
                                        plan.number ? "WHERE g.number = ?" : "", plan.backwards ? "DESC" : "ASC"));
  if (plan.number) row.bind(1, as_signed(*plan.number));
  Tally tally;
  while (row.executeStep()) {
    tally.add(as_unsigned(row.getColumn(At::game_sum).getInt64()));
    auto game = read_game(row, setup, plan.thoughts);
    Expected<void> sound = game.map([](const records::Record&) {});
    if (game && plan.replay) sound = plan.replay->check(*game);
    if (!sound)
      damage.add(fmt::format("game {}: {}", as_unsigned(row.getColumn(At::number).getInt64()), sound.error().message));
    else if (!visit(*std::move(game)))
      return;
  }
  if (!plan.number) check_tally(db, "games", tally, damage);
}

std::vector<GameSummary> read_summaries(SQLite::Database& db, const TournamentSetup& setup, records::Replay& replay,
                                        Damage& damage) {
  std::vector<GameSummary> games;
  each_game(db, setup, {.thoughts = false, .replay = &replay}, damage, [&](const records::Record& game) {
    // An imported game without an end counts for nothing.
    if (game.outcome != Outcome::ongoing) games.push_back(summary_of(game));
    return true;
  });
  return games;
}

std::vector<records::Record> read_failures(SQLite::Database& db, const TournamentSetup& setup, Damage& damage) {
  std::vector<records::Record> failures;
  SQLite::Statement query(db,
                          "SELECT MIN(number) FROM games WHERE detail <> '' AND termination NOT IN ('win', 'draw', '')"
                          " GROUP BY CASE outcome WHEN 'first' THEN second ELSE first END, termination");
  while (query.executeStep())
    each_game(db, setup, {.thoughts = false, .number = as_unsigned(query.getColumn(0).getInt64())}, damage,
              [&](records::Record game) {
                failures.push_back(std::move(game));
                return true;
              });
  return failures;
}

}  // namespace tengen::arena::rows
