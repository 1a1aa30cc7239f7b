#pragma once
// The file of a trained network: named tensors and the shape that they belong to.
//
//      bytes   0 … 7    "TGNWGHT1": magic with the format's version
//              8 … 11   n, the header's length, lowest byte first
//              n        the header: JSON, padded with spaces so that the tensors begin at a multiple of 64
//              …        tensors: 16-bit floats, row by row, in the header's order, without gaps
//              last 4   CRC-32 (as in zip and PNG) of everything before

#include <string>
#include <string_view>
#include <vector>

#include "core/expected.hpp"

namespace tengen::network {

struct Tensor {
  std::string name;
  std::vector<int> dimensions;
  std::vector<float> values;  // row by row
};

// A tower of residual blocks; docs/algorithms/gomoku-network.md has the formulas.
struct Shape {
  int planes = 0, blocks = 0, channels = 0, head = 0, hidden = 0;
  std::vector<int> pooling;  // the blocks that hear of the whole board
};

struct WeightsFile {
  std::string game;
  Shape shape;
  std::vector<Tensor> tensors;

  // Every tensor is finite and has as many values as its dimensions say.
  static Expected<WeightsFile> from_bytes(std::string_view bytes);
  static Expected<WeightsFile> from_file(const std::string& path);

  // The tensor of that name, if it has these dimensions.
  Expected<const Tensor*> tensor(std::string_view name, const std::vector<int>& dimensions) const;
};

}  // namespace tengen::network
