#include "engines/othello/opening_book_maker.hpp"

#include <deque>
#include <set>

#include "engines/othello/champion.hpp"

namespace tengen::engines::othello {

bool fill_book(OpeningBook& book, const BookPlan& plan, const PatternWeights& weights, const StopToken& stop,
               const BookSink& sink) {
  ChampionOptions options;
  options.threads = plan.threads;
  options.level = plan.level;
  options.best_moves = static_cast<int>(Position::max_moves);
  Champion champion(options, weights);
  struct Waiting {
    Position position;
    int plies;
  };
  std::deque<Waiting> waiting = {{Position(), 0}};
  std::set<std::pair<std::uint64_t, std::uint64_t>> seen;
  while (!waiting.empty()) {
    const auto [position, plies] = waiting.front();
    waiting.pop_front();
    if (!seen.emplace(position.own(), position.opponent()).second) continue;
    std::vector<BookMove> moves = book.find(position);
    if (moves.empty()) {
      if (stop.stop_requested()) return false;
      const RootReport report = champion.think(position, {}, stop, {});
      if (stop.stop_requested()) return false;  // a search that was stopped knows too little
      for (const RootMove& move : report.moves) moves.push_back({move.move, move.value});
      book.add(position, moves);
      sink(book, waiting.size());
    }
    if (plies == plan.plies) continue;
    for (const BookMove& move : moves) {
      if (move.value < moves.front().value - plan.width) break;
      Position next = position;
      next.play(move.move);
      if (next.outcome() == Outcome::ongoing) waiting.push_back({next, plies + 1});
    }
  }
  return true;
}

}  // namespace tengen::engines::othello
