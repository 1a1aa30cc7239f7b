#pragma once
// A learned table on disk. The file is what it is in memory, so a player only maps it: it is there at once, and any
// number of players and processes share one copy.
//
//      +----------+---------+-----------+----------------+----------------+----------------------+----------+
//      | TGQTABLE | version | length of | what it is and | entries of     | entries, 12 bytes    | checksum |
//      |          |         | the JSON  | how it was     | each segment,  | each, by state and   | of all   |
//      |          |         |           | made, as JSON  | 1024 numbers   | action               | before   |
//      +----------+---------+-----------+----------------+----------------+----------------------+----------+
//       8 bytes    4         4           a multiple of 4  4 each                                  8

#include <array>
#include <memory>
#include <span>
#include <string>

#include "core/expected.hpp"
#include "engines/generic/table.hpp"
#include "engines/generic/table_state.hpp"

namespace tengen::engines {

struct TableHeader {
  std::string method;           // who learned it: "q" or "sarsa"
  std::string game;             // the game's name
  std::string board;            // as board_of says
  std::string start;            // where its games began
  std::uint64_t rules = 0;      // as rules_fingerprint says
  bool symmetry = false;        // one entry for all symmetric states
  std::uint64_t games = 0;      // played so far
  std::string training = "{}";  // what the training wants to know when it goes on, as JSON
};

// Writes the file in one go: an older one stays until the new one is whole.
Expected<void> write_table(const std::string& path, const TableHeader& header, const ValueTable& table);

// What the file says of itself, without looking at its entries.
Expected<TableHeader> read_table_header(const std::string& path);

// A file of a table that is looked up where it lies. Errors say what is wrong with the file, and name it.
class TableFile {
 public:
  static Expected<TableFile> open(const std::string& path);

  const TableHeader& header() const noexcept { return header_; }
  std::size_t size() const noexcept { return begins_.back(); }
  std::span<const TableEntry> segment(std::size_t i) const noexcept {
    return entries_.subspan(begins_[i], begins_[i + 1] - begins_[i]);
  }

  // As ValueTable's, by binary search in the state's segment.
  template <class Visit>
  void each_known(std::uint64_t key, Visit&& visit) const noexcept {
    const TableKey cut(key);
    const auto entries = segment(cut.segment);
    const std::uint64_t first = std::uint64_t{cut.high} << 32 | cut.low;
    std::size_t low = 0;
    for (std::size_t count = entries.size(); count > 0;) {
      const std::size_t half = count / 2;
      const bool before = entries[low + half].order() < first;
      low = before ? low + half + 1 : low;
      count = before ? count - half - 1 : half;
    }
    for (; low < entries.size() && cut.owns(entries[low]); ++low) visit(entries[low].action(), entries[low].value);
  }

  // A table to go on learning with.
  ValueTable to_table() const;

 private:
  TableHeader header_;
  std::shared_ptr<const void> mapping_;
  std::span<const TableEntry> entries_;
  std::array<std::size_t, TableKey::segments + 1> begins_{};  // of each segment, and the end
};

// Whether the table was made for positions like this one: the same game, rules and board.
template <games::Position P>
Expected<void> check_board(const TableHeader& header, const P& position) {
  const auto start = P::from_string(header.start);
  if (!start || board_of(*start) != header.board)
    return fail("the table was made for {} on {}, not for this game", header.game, header.board);
  if (rules_fingerprint(*start) != header.rules)
    return fail("the table was made for {} by another version or for another game; train it again", header.game);
  if (board_of(position) != header.board)
    return fail("the table was made for {} on {}, not on {}", header.game, header.board, board_of(position));
  return {};
}

}  // namespace tengen::engines
