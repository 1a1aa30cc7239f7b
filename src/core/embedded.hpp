#pragma once
// Files that the build puts into the program (cmake/embed.cmake).

#include <span>
#include <string_view>

namespace tengen {

struct EmbeddedFile {
  std::string_view name;  // without its folder
  std::string_view bytes;
};

// One function for each tengen_embed of the build.
namespace embedded {
std::span<const EmbeddedFile> connect4_book();
std::span<const EmbeddedFile> othello_patterns();
std::span<const EmbeddedFile> othello_book();
std::span<const EmbeddedFile> gomoku_network();
std::span<const EmbeddedFile> gomoku_line_net();
std::span<const EmbeddedFile> styles();    // the page's colours
std::span<const EmbeddedFile> openings();  // balanced sets, named after their games: "gomoku-15.txt"
}  // namespace embedded

}  // namespace tengen
