#include "engines/connect4/solver_book.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/bytes.hpp"
#include "core/embedded.hpp"
#include "engines/connect4/solver.hpp"
#include "engines/connect4/solver_shape.hpp"

namespace tengen::engines::connect4 {

namespace {

constexpr std::string_view magic = "TGC4BOOK";
constexpr int unknown = 0, offset = 100;

// The discs of the side to move and a bit on the lowest free cell of every column; the smaller one of two images.
std::uint64_t key_of(const SmallPosition& position) noexcept {
  const ClassicShape shape;
  const Cells filled = position.filled();
  const Cells key = position.mine() | ((filled + shape.masks.bottom) & ~filled);
  return std::min(key, mirrored(shape, key));
}

SmallPosition position_of(std::uint64_t key, int plies) {
  const auto& masks = ClassicShape::masks;
  Cells mine = 0, filled = 0;
  for (int column = 0; column < masks.columns; ++column) {
    const int base = column * masks.stride;
    const Cells bits = key >> base & ((Cells{1} << masks.stride) - 1);
    const Cells marker = std::bit_floor(bits);
    mine |= (bits ^ marker) << base;
    filled |= (marker - 1) << base;
  }
  SmallPosition position;
  position.set_discs(mine, filled ^ mine, plies);
  return position;
}

}  // namespace

OpeningBook::OpeningBook(int depth) : depth_(depth), layers_{0} {
  std::vector<std::uint64_t> layer = {key_of(SmallPosition())};
  for (int plies = 0; plies <= depth; ++plies) {
    keys_.insert(keys_.end(), layer.begin(), layer.end());
    layers_.push_back(keys_.size());
    std::vector<std::uint64_t> next;
    for (const std::uint64_t key : layer) {
      const SmallPosition here = position_of(key, plies);
      games::MoveList<SmallPosition> moves;
      here.legal_moves(moves);
      for (const Move move : moves) {
        SmallPosition child = here;
        child.play(move);
        if (child.outcome() == Outcome::ongoing) next.push_back(key_of(child));
      }
    }
    std::ranges::sort(next);
    next.erase(std::unique(next.begin(), next.end()), next.end());
    layer = std::move(next);
  }
  scores_.assign(keys_.size(), unknown);
}

Expected<OpeningBook> OpeningBook::from_bytes(std::string_view bytes) {
  if (!bytes.starts_with(magic) || bytes.size() < magic.size() + 9) return fail("this is no Connect Four book");
  const std::string_view body = bytes.substr(0, bytes.size() - 8);
  std::string_view end = bytes.substr(body.size());
  if (take_number<std::uint64_t>(end) != checksum(body)) return fail("the book is damaged: its checksum differs");
  const int depth = static_cast<unsigned char>(body[magic.size()]);
  if (depth > deepest) return fail("the book's depth is {}; at most {} is possible", depth, deepest);
  OpeningBook book(depth);
  const std::string_view scores = body.substr(magic.size() + 1);
  if (scores.size() != book.size())
    return fail("the book has {} scores; depth {} has {} positions", scores.size(), depth, book.size());
  std::ranges::copy(scores, book.scores_.begin());
  return book;
}

const OpeningBook& OpeningBook::built_in() {
  static const OpeningBook book = [] {
    auto read = from_bytes(embedded::connect4_book().front().bytes);
    return read ? *std::move(read) : OpeningBook(0);  // a test reads the file again and says what is wrong with it
  }();
  return book;
}

std::string OpeningBook::to_bytes() const {
  std::string bytes(magic);
  bytes.push_back(static_cast<char>(depth_));
  bytes.append(scores_.begin(), scores_.end());
  put_number(bytes, checksum(bytes));
  return bytes;
}

std::optional<std::size_t> OpeningBook::index_of(const SmallPosition& position) const noexcept {
  if (position.plies() > depth_ || position.geometry() != Geometry{}) return std::nullopt;
  const auto layer = static_cast<std::size_t>(position.plies());
  const auto begin = keys_.begin() + static_cast<std::ptrdiff_t>(layers_[layer]);
  const auto end = keys_.begin() + static_cast<std::ptrdiff_t>(layers_[layer + 1]);
  const std::uint64_t key = key_of(position);
  const auto found = std::lower_bound(begin, end, key);
  if (found == end || *found != key) return std::nullopt;
  return static_cast<std::size_t>(found - keys_.begin());
}

std::optional<int> OpeningBook::find(const SmallPosition& position) const noexcept {
  const auto index = index_of(position);
  return index ? score(*index) : std::nullopt;
}

int OpeningBook::plies(std::size_t index) const noexcept {
  return static_cast<int>(std::upper_bound(layers_.begin(), layers_.end(), index) - layers_.begin()) - 1;
}

SmallPosition OpeningBook::position(std::size_t index) const { return position_of(keys_[index], plies(index)); }

std::optional<int> OpeningBook::score(std::size_t index) const noexcept {
  if (scores_[index] == unknown) return std::nullopt;
  return scores_[index] - offset;
}

void OpeningBook::set_score(std::size_t index, int score) noexcept {
  scores_[index] = static_cast<std::uint8_t>(score + offset);
}

void OpeningBook::back_up() {
  for (std::size_t index = layers_[static_cast<std::size_t>(depth_)]; index-- > 0;) {
    if (score(index)) continue;
    const SmallPosition here = position(index);
    games::MoveList<SmallPosition> moves;
    here.legal_moves(moves);
    std::optional<int> best = -Solver::max_score;
    for (const Move move : moves) {
      SmallPosition child = here;
      child.play(move);
      std::optional<int> theirs;
      if (child.outcome() == Outcome::ongoing) {
        theirs = find(child);
      } else {
        theirs = -win_score(cells_of(Geometry{}), child.plies());
      }
      if (!theirs) {
        best.reset();
        break;
      }
      best = std::max(*best, -*theirs);
    }
    if (best) set_score(index, *best);
  }
}

}  // namespace tengen::engines::connect4
