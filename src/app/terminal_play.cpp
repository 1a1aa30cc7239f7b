#include "app/terminal_play.hpp"

#include <filesystem>
#include <istream>
#include <ostream>

#include "core/file.hpp"
#include "core/text.hpp"
#include "roster/moves.hpp"

namespace tengen::app {

TerminalPlay::TerminalPlay(const roster::GameKind& kind, std::unique_ptr<roster::Game> game,
                           std::array<Participant, 2> participants, std::unique_ptr<roster::Player> adviser,
                           const Limits& limits, std::uint64_t seed, std::istream& in, std::ostream& out)
    : kind_(kind),
      game_(std::move(game)),
      participants_(std::move(participants)),
      adviser_(std::move(adviser)),
      limits_(limits),
      seed_(seed),
      in_(in),
      out_(out) {
  const auto at_start = game_->clone();
  at_start->restart();
  start_ = at_start->to_string();
  for (std::size_t i = 0; i < 2; ++i)  // what goes wrong is told at the player's move
    if (participants_[i].player) participants_[i].player->begin(*game_, seed_ + i);
}

void TerminalPlay::run() {
  out_ << kind_.title << ": " << participants_[0].name << " (" << kind_.sides[0] << ", x) against "
       << participants_[1].name << " (" << kind_.sides[1] << ", o). Type help for the commands.\n\n";
  show_board();
  for (;;) {
    if (game_->outcome() == Outcome::ongoing && !is_human(game_->side_to_move())) {
      if (!machine_moves()) return;
      continue;
    }
    if (game_->outcome() != Outcome::ongoing) {
      show_result();
      if (!any_human()) return;
    }
    if (ask() == Next::quit) return;
  }
}

void TerminalPlay::show_board() { out_ << games::draw(game_->diagram()) << '\n'; }

void TerminalPlay::show_result() {
  if (const auto side = winner(game_->outcome()))
    out_ << "Game over: " << side_name(*side) << " (" << participants_[static_cast<std::size_t>(*side)].name
         << ") wins.\n";
  else
    out_ << "Game over: a draw.\n";
}

// One line of input for the side to move, or for whatever can still be done after the end.
TerminalPlay::Next TerminalPlay::ask() {
  const bool over = game_->outcome() != Outcome::ongoing;
  if (!over) {
    if (const auto pass = roster::forced_pass(*game_)) {
      out_ << side_name(game_->side_to_move()) << " has no move and passes.\n";
      play(*pass);
      return Next::go_on;
    }
  }
  out_ << (over ? "undo, save or quit" : side_name(game_->side_to_move()) + " to move") << "> " << std::flush;
  std::string line;
  if (!std::getline(in_, line)) {
    out_ << '\n';
    return Next::quit;
  }
  return obey(line);
}

TerminalPlay::Next TerminalPlay::obey(const std::string& line) {
  const auto parts = words(line);
  if (parts.empty()) return Next::go_on;
  const std::string command = lower(parts[0]);
  if (command == "quit" || command == "exit" || command == "q") return Next::quit;
  if (command == "help" || command == "?") {
    help();
  } else if (command == "undo" || command == "u") {
    undo();
  } else if (command == "hint") {
    hint();
  } else if (command == "board") {
    show_board();
  } else if (command == "moves") {
    out_ << joined(game_->move_names(), " ") << '\n';
  } else if (command == "save") {
    const std::string_view path = trim(trim(line).substr(4));
    if (path.empty())
      out_ << "save needs a file name: save game.json\n";
    else
      save(std::string(path));
  } else if (const auto move = game_->parse_move(trim(line))) {
    play(*move);
  } else {
    out_ << move.error().message << ". A move is " << kind_.move_help << "; help lists the commands.\n";
  }
  return Next::go_on;
}

void TerminalPlay::play(roster::AnyMove move) {
  game_->play(move);
  show_board();
}

// False when the player failed; the game cannot go on then.
bool TerminalPlay::machine_moves() {
  const Side side = game_->side_to_move();
  const Participant& mover = participants_[static_cast<std::size_t>(side)];
  const auto choice = mover.player->ask(*game_, limits_);
  if (!choice) {
    const bool resigned = choice.error().fault == roster::Fault::resign;
    out_ << mover.name << (resigned ? " gives up" : " failed: " + choice.error().message) << '\n';
    return false;
  }
  out_ << side_name(side) << " plays " << game_->format(choice->move) << thoughts(*choice) << "\n\n";
  play(choice->move);
  return true;
}

std::string TerminalPlay::thoughts(const roster::Choice& choice) const {
  if (choice.nodes == 0) return {};
  std::string text;
  if (choice.end_in && *choice.end_in > 0)
    text = fmt::format("wins in {}", *choice.end_in);
  else if (choice.end_in)
    text = fmt::format("loses in {}", -*choice.end_in);
  else
    text = fmt::format("score {:+.4g}", choice.score);
  return fmt::format("  ({}, depth {}, {} nodes)", text, choice.depth, choice.nodes);
}

// Back to the last choice of a person, so that undo against a machine takes back its answer too.
void TerminalPlay::undo() {
  if (!game_->undo()) {
    out_ << "There is no move to take back.\n";
    return;
  }
  while ((!is_human(game_->side_to_move()) || roster::forced_pass(*game_)) && game_->undo()) {
  }
  show_board();
}

void TerminalPlay::hint() {
  if (game_->outcome() != Outcome::ongoing) {
    out_ << "The game is over.\n";
    return;
  }
  adviser_->begin(*game_, seed_);
  const auto choice = adviser_->ask(*game_, limits_);
  if (choice)
    out_ << "Try " << game_->format(choice->move) << thoughts(*choice) << '\n';
  else
    out_ << "No hint: " << choice.error().message << '\n';
}

// Files that this game did not write are never replaced.
void TerminalPlay::save(const std::string& path) {
  std::error_code error;
  if (path != saved_to_ && std::filesystem::exists(path, error)) {
    out_ << path << " exists already; choose another name.\n";
    return;
  }
  const records::Record record{
      kind_.name, start_, game_->move_names(), {participants_[0].name, participants_[1].name}, game_->outcome()};
  if (const auto written = write_file(path, records::to_json(record) + "\n"); !written) {
    out_ << "Not saved: " << written.error().message << ".\n";
    return;
  }
  saved_to_ = path;
  out_ << "Saved to " << path << "; tengen play --terminal --load " << path << " goes on with it.\n";
}

void TerminalPlay::help() {
  out_ << "a move      " << kind_.move_help
       << "\nundo        take back your last move, and the answer to it"
          "\nhint        ask the machine for a move"
          "\nmoves       the moves so far"
          "\nboard       the board again"
          "\nsave FILE   keep the game in a file"
          "\nquit        leave\n";
}

}  // namespace tengen::app
