#pragma once
// The opening book of the classic board: the exact score of every position of the first plies.
//
// Which positions there are follows from the rules, so the file holds nothing but scores, one byte each, in the order
// that `positions` gives: by plies, then by key; of a position and its mirror image only one.
//
//      bytes   0 … 7    "TGC4BOOK"
//              8        depth: the most plies of a position in the book
//              9 …      one byte for each position: its score + 100, or 0 where it is not known yet
//              last 8   hash of everything before, lowest byte first

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/expected.hpp"
#include "engines/rules.hpp"
#include "games/connect4/position.hpp"

namespace tengen::engines::connect4 {

class OpeningBook {
 public:
  static constexpr int deepest = 12;

  // All positions of up to `depth` plies that are not over, none of them known.
  explicit OpeningBook(int depth);
  static Expected<OpeningBook> from_bytes(std::string_view bytes);
  std::string to_bytes() const;

  // The book that comes with the program, read once.
  static const OpeningBook& built_in();

  int depth() const noexcept { return depth_; }
  std::size_t size() const noexcept { return keys_.size(); }

  // The exact score of a position of the classic board, if it is in the book and known.
  std::optional<int> find(const SmallPosition& position) const noexcept;

  // For making a book: the positions by number.
  SmallPosition position(std::size_t index) const;
  int plies(std::size_t index) const noexcept;
  std::optional<int> score(std::size_t index) const noexcept;
  void set_score(std::size_t index, int score) noexcept;
  // Fills in what follows from known scores one ply later.
  void back_up();

 private:
  std::optional<std::size_t> index_of(const SmallPosition& position) const noexcept;

  int depth_;
  std::vector<std::uint64_t> keys_;
  std::vector<std::size_t> layers_;  // where each number of plies begins in keys_; one more at the end
  std::vector<std::uint8_t> scores_;
};

}  // namespace tengen::engines::connect4
