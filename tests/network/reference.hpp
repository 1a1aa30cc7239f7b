#pragma once
// The positions of weights/gomoku-reference.txt with the trainer's answers.

#include <cstdint>
#include <string>
#include <vector>

namespace tengen::network {

struct Reference {
  std::string rule;  // "freestyle", …
  int size = 0;
  std::string board;                  // row after row, without what stands between them: x is to move
  std::vector<std::uint32_t> planes;  // a word a point
  float value = 0;
  std::vector<float> logits;

  // Free and not forbidden to the side to move.
  bool legal(std::size_t point) const { return board[point] == '.' && (planes[point] >> 10 & 1) == 0; }
};

std::vector<Reference> read_references();

}  // namespace tengen::network
