#include "engines/othello/opening_book.hpp"

#include <algorithm>

#include "core/bytes.hpp"
#include "core/embedded.hpp"

namespace tengen::engines::othello {

namespace {

constexpr std::string_view magic = "TGOTBOOK";
constexpr char version = 1;
constexpr std::size_t hash_bytes = 8;

// The symmetry that leads to the lowest board.
int lowest_symmetry(const Position& position) {
  const auto discs = [&](int symmetry) {
    const Position turned = position.transformed(symmetry);
    return std::pair(turned.own(), turned.opponent());
  };
  int best = 0;
  for (int symmetry = 1; symmetry < Position::symmetries; ++symmetry)
    if (discs(symmetry) < discs(best)) best = symmetry;
  return best;
}

bool is_better(const BookMove& a, const BookMove& b) { return a.value > b.value; }

}  // namespace

const OpeningBook& OpeningBook::built_in() {
  static const OpeningBook book = [] {
    auto read = from_bytes(embedded::othello_book().front().bytes);
    return read ? *std::move(read) : OpeningBook();  // a test reads the file again and says what is wrong with it
  }();
  return book;
}

std::vector<BookMove> OpeningBook::find(const Position& position) const {
  const int symmetry = lowest_symmetry(position);
  const Position turned = position.transformed(symmetry);
  const auto entry = entries_.find({turned.own(), turned.opponent()});
  if (entry == entries_.end()) return {};
  // Back to the board that was asked for: the move that becomes the book's.
  std::vector<BookMove> result;
  games::MoveList<Position> moves;
  position.legal_moves(moves);
  for (const BookMove& known : entry->second)
    for (const Move move : moves)
      if (position.transformed(move, symmetry) == known.move) result.push_back({move, known.value});
  return result;
}

void OpeningBook::add(const Position& position, const std::vector<BookMove>& moves) {
  const int symmetry = lowest_symmetry(position);
  const Position turned = position.transformed(symmetry);
  std::vector<BookMove> kept;
  for (const BookMove& move : moves) kept.push_back({position.transformed(move.move, symmetry), move.value});
  std::ranges::stable_sort(kept, is_better);
  entries_[{turned.own(), turned.opponent()}] = std::move(kept);
}

// The positions with the most discs first: what a move leads to has one more.
void OpeningBook::back_up() {
  std::vector<Key> keys;
  for (const auto& [key, moves] : entries_) keys.push_back(key);
  std::ranges::stable_sort(keys, std::greater{}, [](const Key& key) { return bit_count(key.first | key.second); });
  for (const Key& key : keys) {
    auto& moves = entries_[key];
    for (BookMove& move : moves) {
      Position next(key.first, key.second, Side::first);
      next.play(move.move);
      if (const auto answers = find(next); !answers.empty()) move.value = -answers.front().value;
    }
    std::ranges::stable_sort(moves, is_better);
  }
}

std::string OpeningBook::to_bytes() const {
  std::string bytes(magic);
  bytes.push_back(version);
  for (const auto& [key, moves] : entries_) {
    put_number(bytes, key.first);
    put_number(bytes, key.second);
    bytes.push_back(static_cast<char>(moves.size()));
    for (const BookMove& move : moves) {
      bytes.push_back(static_cast<char>(move.move.cell));
      bytes.push_back(static_cast<char>(move.value));
    }
  }
  put_number(bytes, checksum(bytes));
  return bytes;
}

Expected<OpeningBook> OpeningBook::from_bytes(std::string_view bytes) {
  if (!bytes.starts_with(magic)) return fail("not an Othello book: it does not begin with {}", magic);
  if (bytes.size() < magic.size() + 1 + hash_bytes) return fail("the book is cut off");
  if (bytes[magic.size()] != version) return fail("version {} is not known", static_cast<int>(bytes[magic.size()]));
  std::string_view end = bytes.substr(bytes.size() - hash_bytes);
  bytes.remove_suffix(hash_bytes);
  if (take_number<std::uint64_t>(end) != checksum(bytes))
    return fail("the check at the end does not fit: the book is cut off or damaged");
  bytes.remove_prefix(magic.size() + 1);
  OpeningBook book;
  while (!bytes.empty()) {
    if (bytes.size() < 17) return fail("position {} is cut off", book.size() + 1);
    const std::uint64_t own = take_number<std::uint64_t>(bytes), opponent = take_number<std::uint64_t>(bytes);
    const auto count = static_cast<std::size_t>(static_cast<unsigned char>(bytes.front()));
    bytes.remove_prefix(1);
    if (bytes.size() < 2 * count || (own & opponent) != 0) return fail("position {} is damaged", book.size() + 1);
    auto& moves = book.entries_[{own, opponent}];
    for (std::size_t i = 0; i < count; ++i, bytes.remove_prefix(2))
      moves.push_back({Move{static_cast<std::uint8_t>(bytes[0])}, static_cast<std::int8_t>(bytes[1])});
  }
  return book;
}

}  // namespace tengen::engines::othello
