#pragma once
// Makes an opening book by searching: from the start along all moves that are nearly as good as the best.

#include <functional>

#include "core/limits.hpp"
#include "engines/othello/opening_book.hpp"

namespace tengen::engines::othello {

class PatternWeights;

struct BookPlan {
  int plies = 8;   // of its deepest positions
  int level = 12;  // of the champion that looks at them
  int width = 1;   // discs that a move may be worse than the best and still be followed
  int threads = 1;
};

// Called after every position that was searched: how many are known, and how many more are waiting.
using BookSink = std::function<void(const OpeningBook&, std::size_t waiting)>;

// Goes on with what the book has already. False when it was stopped before the end; the book is then ready to go on.
// Values are those of the searches until `back_up`.
bool fill_book(OpeningBook& book, const BookPlan& plan, const PatternWeights& weights, const StopToken& stop,
               const BookSink& sink);

}  // namespace tengen::engines::othello
