#pragma once
// The file of a trained network: named tensors and the shape that they belong to.
//
//      bytes   0 … 7    "TGNWGHT1" for a residual net, "TGLINES1" for a line net: magic with the format's version
//              8 … 11   n, the header's length, lowest byte first
//              n        the header: JSON, padded with spaces so that the tensors begin at a multiple of 64
//              …        tensors: 16-bit floats, row by row, in the header's order, without gaps
//              last 4   CRC-32 (as in zip and PNG) of everything before

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/expected.hpp"

namespace tengen::network {

struct Tensor {
  std::string name;
  std::vector<int> dimensions;
  std::vector<float> values;  // row by row
};

// A tower of residual blocks; docs/algorithms/gomoku-network.md has the formulas.
struct ResidualShape {
  int planes = 0, blocks = 0, channels = 0, head = 0, hidden = 0;
  std::vector<int> pooling;  // the blocks that hear of the whole board
};

// A table over lines, and layers on it; docs/algorithms/gomoku-line-net.md has the formulas.
struct LineShape {
  int radius = 0, features = 0, hidden = 0, channels = 0, blocks = 0, glances = 0, head = 0;
};

struct WeightsFile {
  std::string game;
  std::variant<ResidualShape, LineShape> shape;
  std::vector<Tensor> tensors;

  // Every tensor is finite and has as many values as its dimensions say.
  static Expected<WeightsFile> from_bytes(std::string_view bytes);
  static Expected<WeightsFile> from_file(const std::string& path);

  // The tensor of that name, if it has these dimensions.
  Expected<const Tensor*> tensor(std::string_view name, const std::vector<int>& dimensions) const;
};

// Takes tensors out of a file; after the first that does not fit, it hands out nothing but noughts.
class TensorReader {
 public:
  explicit TensorReader(const WeightsFile& file) : file_(file) {}

  std::vector<float> take(const std::string& name, const std::vector<int>& dimensions);
  const std::optional<Error>& error() const noexcept { return error_; }

 private:
  const WeightsFile& file_;
  std::optional<Error> error_;
};

// A matrix [rows][columns] as [columns][rows].
std::vector<float> transposed(const std::vector<float>& matrix, int rows, int columns);

}  // namespace tengen::network
