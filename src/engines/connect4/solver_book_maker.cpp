#include "engines/connect4/solver_book_maker.hpp"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "engines/connect4/solver.hpp"

namespace tengen::engines::connect4 {

bool fill_book(OpeningBook& book, std::size_t table_bytes, int threads, StopToken stop, const BookSink& sink) {
  std::vector<std::size_t> todo;
  BookProgress progress;
  for (std::size_t i = 0; i < book.size(); ++i) {
    if (book.plies(i) != book.depth()) continue;
    ++progress.all;
    if (!book.score(i)) todo.push_back(i);
  }
  progress.known = progress.all - todo.size();

  // The workers share one table: neighbours in the list have most of their continuations in common.
  const Solver solver(Geometry{}, table_bytes);
  std::mutex mutex;
  std::condition_variable_any finished;
  std::size_t next = 0;
  int working = threads;
  const auto work = [&] {
    Solver own = solver.sibling();
    std::unique_lock lock(mutex);
    while (next < todo.size() && !stop.stop_requested()) {
      const std::size_t index = todo[next++];
      const SmallPosition position = book.position(index);
      lock.unlock();
      const Solver::Answer answer = own.solve(position, {}, stop);
      lock.lock();
      progress.nodes += answer.nodes;
      if (!answer.score) break;
      book.set_score(index, *answer.score);
      ++progress.known;
    }
    if (--working == 0) finished.notify_all();
  };
  {
    std::vector<std::jthread> workers;
    for (int i = 0; i < threads; ++i) workers.emplace_back(work);
    std::unique_lock lock(mutex);
    while (working > 0) {
      finished.wait_for(lock, std::chrono::seconds(2), [&] { return working == 0; });
      if (working > 0) sink(book, progress);
    }
  }
  book.back_up();
  sink(book, progress);
  return progress.known == progress.all;
}

}  // namespace tengen::engines::connect4
