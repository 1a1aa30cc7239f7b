#include "core/columns.hpp"

#include <algorithm>
#include <array>

#include "core/text.hpp"

namespace tengen {

namespace {

struct Range {
  char32_t first, last;
};

// Unicode's wide and full-width blocks, and the emoji.
constexpr std::array<Range, 15> wide = {{{0x1100, 0x115f},
                                         {0x2e80, 0x303e},
                                         {0x3041, 0xa4cf},
                                         {0xa960, 0xa97f},
                                         {0xac00, 0xd7a3},
                                         {0xf900, 0xfaff},
                                         {0xfe30, 0xfe6f},
                                         {0xff00, 0xff60},
                                         {0xffe0, 0xffe6},
                                         {0x1f300, 0x1f64f},
                                         {0x1f680, 0x1f6ff},
                                         {0x1f900, 0x1f9ff},
                                         {0x1fa70, 0x1faff},
                                         {0x20000, 0x2fffd},
                                         {0x30000, 0x3fffd}}};
// Marks that join the character before them, and characters without a shape.
constexpr std::array<Range, 7> joining = {{{0x300, 0x36f},
                                           {0x1ab0, 0x1aff},
                                           {0x1dc0, 0x1dff},
                                           {0x200b, 0x200f},
                                           {0x20d0, 0x20ff},
                                           {0xfe00, 0xfe0f},
                                           {0xfe20, 0xfe2f}}};

// The character at the head of the text: its bytes and its columns. Bytes that are no UTF-8 count one each.
struct Character {
  std::size_t bytes = 1;
  std::size_t columns = 1;
};

Character first_of(std::string_view text) {
  const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  const std::size_t bytes = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (bytes == 1 || bytes > text.size()) return {};
  char32_t code = lead & (0x7fU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0U) != 0x80U) return {};
    code = (code << 6) | (byte(i) & 0x3fU);
  }
  const auto holds = [code](const Range& range) { return range.first <= code && code <= range.last; };
  if (std::ranges::any_of(joining, holds)) return {bytes, 0};
  return {bytes, std::ranges::any_of(wide, holds) ? std::size_t{2} : std::size_t{1}};
}

// The longest head of the text that takes no more than these columns.
struct Head {
  std::size_t bytes = 0;
  std::size_t columns = 0;
};

Head head_of(std::string_view text, std::size_t most) {
  Head head;
  while (head.bytes < text.size()) {
    const Character next = first_of(text.substr(head.bytes));
    if (head.columns + next.columns > most) break;
    head.bytes += next.bytes;
    head.columns += next.columns;
  }
  return head;
}

}  // namespace

std::size_t columns_of(std::string_view text) { return head_of(text, ~std::size_t{0}).columns; }

std::string cut(std::string_view text, std::size_t columns) {
  if (head_of(text, columns).bytes == text.size()) return std::string(text);
  return std::string(text.substr(0, head_of(text, columns - 1).bytes)) + "…";
}

std::string fitted(std::string_view text, std::size_t columns) {
  std::string result = cut(text, columns);
  return result + std::string(columns - columns_of(result), ' ');
}

std::vector<std::string> wrap(std::string_view text, std::size_t columns) {
  std::vector<std::string> lines(1);
  std::size_t taken = 0;
  for (const std::string_view word : words(text)) {
    const std::size_t wide = columns_of(word);
    if (taken > 0 && taken + 1 + wide > columns) {
      lines.emplace_back();
      taken = 0;
    } else if (taken > 0) {
      lines.back() += ' ';
      ++taken;
    }
    lines.back() += word;
    taken += wide;
  }
  return lines;
}

}  // namespace tengen
