// tengen book: makes the opening books of classic Connect Four and of Othello.

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>

#include "app/command.hpp"
#include "app/interrupt.hpp"
#include "core/file.hpp"
#include "engines/connect4/solver_book_maker.hpp"
#include "engines/othello/opening_book_maker.hpp"
#include "engines/othello/pattern_weights.hpp"

namespace tengen::app {

namespace {

struct Arguments {
  std::string file;
  std::string game = "connect4";
  int depth = 8;
  int level = 12;
  int width = 1;
  int threads = 1;
  std::uint64_t megabytes = 1024;
};

// The book in the file, to go on with, or an empty one where there is no file.
Expected<engines::connect4::OpeningBook> open_book(const Arguments& args) {
  if (!std::filesystem::exists(args.file)) return engines::connect4::OpeningBook(args.depth);
  const auto bytes = read_file(args.file);
  if (!bytes) return bytes.error();
  auto book = engines::connect4::OpeningBook::from_bytes(*bytes);
  if (!book) return fail("{}: {}", args.file, book.error().message);
  if (book->depth() != args.depth)
    return fail("{} is a book of depth {}; choose that depth or another file", args.file, book->depth());
  return book;
}

bool is_complete(const engines::connect4::OpeningBook& book) {
  for (std::size_t i = 0; i < book.size(); ++i)
    if (!book.score(i)) return false;
  return true;
}

void print(const Arguments& args, const engines::connect4::OpeningBook& book, std::string_view remark) {
  fmt::print("{}: depth {}, {} positions{}\n", args.file, book.depth(), book.size(), remark);
}

int make_connect4_book(const Arguments& args) {
  auto book = open_book(args);
  if (!book) return complain(book.error().message);
  if (is_complete(*book)) {  // nothing to write: a touched file would be built in again
    print(args, *book, "; it was complete already");
    return 0;
  }
  const Interrupt interrupt;
  const auto begin = Clock::now();
  const bool watched = isatty(STDERR_FILENO) != 0;
  // Saved by one step, so that whoever reads the file sees the old book or the new one.
  Expected<void> saved =
      write_file(args.file, book->to_bytes());  // a file that cannot be written should not cost an hour
  if (!saved) return complain(saved.error().message);
  const bool complete = engines::connect4::fill_book(
      *book, args.megabytes << 20, args.threads, interrupt.token(),
      [&](const engines::connect4::OpeningBook& now, const engines::connect4::BookProgress& progress) {
        saved = write_file(args.file, now.to_bytes());
        if (!watched) return;
        fmt::print(stderr, "\r{} of {} positions, {} million nodes, {:.0f} s ", progress.known, progress.all,
                   progress.nodes / 1'000'000, std::chrono::duration<double>(Clock::now() - begin).count());
      });
  if (watched) fmt::print(stderr, "\n");
  if (!saved) return complain(saved.error().message);
  print(args, *book, complete ? "" : "; not complete: the same command goes on where it stopped");
  return complete ? 0 : 1;
}

int make_othello_book(const Arguments& args) {
  engines::othello::OpeningBook book;
  if (std::filesystem::exists(args.file)) {
    const auto bytes = read_file(args.file);
    if (!bytes) return complain(bytes.error().message);
    auto read = engines::othello::OpeningBook::from_bytes(*bytes);
    if (!read) return complain(fmt::format("{}: {}", args.file, read.error().message));
    book = *std::move(read);
  }
  const Interrupt interrupt;
  const bool watched = isatty(STDERR_FILENO) != 0;
  Expected<void> saved = write_file(args.file, book.to_bytes());
  if (!saved) return complain(saved.error().message);
  const engines::othello::BookPlan plan{args.depth, args.level, args.width, args.threads};
  const bool complete =
      engines::othello::fill_book(book, plan, engines::othello::PatternWeights::built_in(), interrupt.token(),
                                  [&](const engines::othello::OpeningBook& now, std::size_t waiting) {
                                    saved = write_file(args.file, now.to_bytes());
                                    if (watched) fmt::print(stderr, "\r{} positions, {} waiting ", now.size(), waiting);
                                  });
  if (watched) fmt::print(stderr, "\n");
  if (complete) book.back_up();
  if (saved) saved = write_file(args.file, book.to_bytes());
  if (!saved) return complain(saved.error().message);
  fmt::print("{}: {} plies, {} positions{}\n", args.file, args.depth, book.size(),
             complete ? "" : "; not complete: the same command goes on where it stopped");
  return complete ? 0 : 1;
}

}  // namespace

void add_book_command(Command app, const roster::Registry&) {
  Command command =
      app.add_command("book", "Make the opening book of classic Connect Four or of Othello, or go on making it");
  auto args = std::make_shared<Arguments>();
  command.option("FILE", args->file, "where the book is kept; saved all along").required();
  command.option("--game", args->game, "connect4: exact scores; othello: what the champion's search finds (connect4)")
      .one_of({"connect4", "othello"});
  command.option("--depth", args->depth, "plies of its deepest positions (default 8)")
      .whole_number(0, engines::connect4::OpeningBook::deepest);
  command.option("--threads", args->threads, "threads that search (default 1)").whole_number(1, 256);
  command.option("--hash", args->megabytes, "connect4: megabytes for the solver's table (default 1024)")
      .whole_number(1, 1'000'000);
  command.option("--level", args->level, "othello: plies that the champion looks ahead (default 12)")
      .whole_number(1, 60);
  command.option("--width", args->width, "othello: discs that a move may lose and still be followed (default 1)")
      .whole_number(0, 64);
  command.runs([args] { return args->game == "othello" ? make_othello_book(*args) : make_connect4_book(*args); });
}

}  // namespace tengen::app
