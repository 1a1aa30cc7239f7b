#pragma once
// The champion's opening book: positions of the first plies with what its search found of their moves.
//
//      bytes   0 … 7    "TGOTBOOK"
//              8        version
//              9 …      for each position, in the order of its discs: the discs of the side to move and those of the
//                       other, 8 bytes each; the number of its moves; for each move the cell and the value in discs
//              last 8   hash of everything before
//
// Of the eight boards that turn or mirror into each other only the lowest is in the book.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/expected.hpp"
#include "engines/rules.hpp"
#include "games/othello/position.hpp"

namespace tengen::engines::othello {

struct BookMove {
  Move move;
  int value = 0;  // for the side to move
  bool operator==(const BookMove&) const = default;
};

class OpeningBook {
 public:
  static Expected<OpeningBook> from_bytes(std::string_view bytes);
  std::string to_bytes() const;

  // The book that comes with the program, read once.
  static const OpeningBook& built_in();

  std::size_t size() const noexcept { return entries_.size(); }

  // The moves that the book knows, best first; none where it does not know the position.
  std::vector<BookMove> find(const Position& position) const;
  void add(const Position& position, const std::vector<BookMove>& moves);
  // Replaces the values of moves to positions in the book by what the book says of those.
  void back_up();

  bool operator==(const OpeningBook&) const = default;

 private:
  using Key = std::pair<std::uint64_t, std::uint64_t>;

  std::map<Key, std::vector<BookMove>> entries_;
};

}  // namespace tengen::engines::othello
