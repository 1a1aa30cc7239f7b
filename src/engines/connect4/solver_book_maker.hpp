#pragma once
// Fills an opening book: the solver finds the scores of its deepest positions, the others follow from them.

#include <cstdint>
#include <functional>

#include "core/limits.hpp"
#include "engines/connect4/solver_book.hpp"

namespace tengen::engines::connect4 {

struct BookProgress {
  std::size_t known = 0;  // of the deepest positions
  std::size_t all = 0;
  std::uint64_t nodes = 0;
};

// Called now and then while the book stands still, and once at the end.
using BookSink = std::function<void(const OpeningBook&, const BookProgress&)>;

// Adds to what the book knows already. False when it was stopped before the end; the book is then ready to go on.
bool fill_book(OpeningBook& book, std::size_t table_bytes, int threads, StopToken stop, const BookSink& sink);

}  // namespace tengen::engines::connect4
