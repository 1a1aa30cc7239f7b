#pragma once
// A residual network on one core: planes of a board in, a logit for every point and a value out.
//
//     planes ─► conv 5×5 ─► blocks ─┬─► 1×1 ─► 1×1 ─► logits
//                                   └─► 1×1 ─► mean, max ─► hidden ─► value, tanh
//
// The tower is computed in whole numbers of eight bits (kernels.hpp). Between two convolutions the numbers are 32-bit
// floats again, and each field is scaled to what it holds just now; so the sum that runs through the blocks stays precise,
// and nothing has to be calibrated. The first convolution is in floats, and with exact kernels all of them are.

#include <span>
#include <string>
#include <vector>

#include "network/kernels.hpp"
#include "network/weights_file.hpp"

namespace tengen::network {

// The weights, packed for one kind of processor. It does not change, so any number of threads may share it.
class ResidualNet {
 public:
  static Expected<ResidualNet> make(const WeightsFile& file, const Kernels& kernels);
  // For this processor, in whole numbers.
  static Expected<ResidualNet> make(const WeightsFile& file);

  const ResidualShape& shape() const noexcept { return shape_; }
  const Kernels& kernels() const noexcept { return *kernels_; }

  struct Block {
    Convolution first, second;
    std::vector<float> pool_weights, pool_bias;  // [2 · channels][channels]; empty where a block does not pool
  };

 private:
  friend class Evaluation;

  ResidualShape shape_;
  const Kernels* kernels_ = nullptr;
  Gathering stem_;
  Convolution heads_;  // the policy's outputs, then the value's
  std::vector<Block> blocks_;
  std::vector<float> policy_weights_, middle_weights_, middle_bias_, value_weights_;
  float policy_bias_ = 0, value_bias_ = 0;
};

// The memory that one evaluation at a time needs, for boards up to a size. One for each thread.
class Evaluation {
 public:
  Evaluation(const ResidualNet& net, int largest_size);

  // `planes` has a word for each point, row after row, its planes as bits; `logits` has as many places. The value is from
  // −1 to 1.
  float run(int size, std::span<const std::uint32_t> planes, std::span<float> logits) noexcept;

 private:
  void convolve(const Convolution& layer, const Scale& scale, int size, const float* added, float* out);
  Scale store(const float* values, const Convolution& reader, int size, const float* offset);
  const float* pooled_offset(const ResidualNet::Block& block, const float* values, int size);
  void read_policy(int size, std::span<float> logits) const noexcept;
  float read_value(int size) const noexcept;

  const ResidualNet& net_;
  Bytes field_;
  std::vector<std::uint32_t> planes_;         // with a margin
  std::vector<float> tower_, inner_, heads_;  // points × channels
  std::vector<float> top_, offset_;           // of each channel
};

}  // namespace tengen::network
