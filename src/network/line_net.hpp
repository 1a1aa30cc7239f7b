#pragma once
// A line net on one core: the stones of a board in, a logit for every point and a value out.
//
//     each point's four lines of nine cells ─► a row of the table each ─► their sum, 128 numbers
//     relu ─► depthwise 3×3 ─► 1×1 ─► blocks ─┬─► with what the glances see ─► logits
//                                             └─► nine regions, and the same ─► value, tanh
//
// Consecutive questions of a search are about nearly the same board. An evaluation remembers a few boards with all that was
// worked out for them, starts from the nearest, and works out again only what a changed stone can reach:
//
//        * . . . * . . . *          a stone is in 33 lines: 33 points have other sums (*),
//          *     *     *            and each layer's 3×3 widens that by one point
//            *   *   *
//              * * *
//        * * * * X * * * *
//
// Whole numbers throughout, so what it finds depends on the board alone, and not on how it came there.

#include <array>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "network/kernels.hpp"
#include "network/line_kernels.hpp"
#include "network/weights_file.hpp"

namespace tengen::network {

// Numbers that begin at a cache line, all zero at first.
template <class T>
class Numbers {
 public:
  Numbers() = default;
  explicit Numbers(std::size_t size) : bytes_(aligned_bytes(size * sizeof(T))), size_(size) {}
  T* data() noexcept { return reinterpret_cast<T*>(bytes_.get()); }
  const T* data() const noexcept { return reinterpret_cast<const T*>(bytes_.get()); }
  T& operator[](std::size_t i) noexcept { return data()[i]; }
  const T& operator[](std::size_t i) const noexcept { return data()[i]; }
  std::size_t size() const noexcept { return size_; }

 private:
  Bytes bytes_;
  std::size_t size_ = 0;
};

// The rule as the side to move sees it: whether mine, and whether theirs, must be exactly five.
struct LineView {
  bool mine_exact = false, theirs_exact = false;
  bool operator==(const LineView&) const = default;
};

// The weights. A view's table is unrolled when it is first asked for; apart from that nothing changes, and any number of
// threads may share it.
class LineNet {
 public:
  static Expected<LineNet> make(const WeightsFile& file, const LineKernels& kernels);
  // For this processor.
  static Expected<LineNet> make(const WeightsFile& file);

  const LineKernels& kernels() const noexcept { return *kernels_; }

  // Each feature has a unit of its own, so small that no sum of four rows can overflow.
  struct Table {
    std::once_flag once;
    Numbers<std::int16_t> rows;
    Numbers<std::int16_t> weights;  // of the depthwise layer that reads it
    Depthwise depthwise;
  };
  const Table& table(LineView view) const;

 private:
  friend class LineEvaluation;

  struct Layer {
    Numbers<std::int16_t> depthwise_weights, dense_weights;
    Numbers<std::int32_t> bias;
    Depthwise depthwise;  // the first layer's is in the tables
    Dense dense;
  };
  struct Mlp {  // of a line
    int hidden = 0;
    std::vector<float> cells, rule[2], bias, second, second_bias, third, third_bias;  // inputs first
  };
  struct Floats {
    std::vector<float> policy_summary, policy_summary_bias, region, region_bias, first, first_bias, second, second_bias,
        last;
  };

  void unroll(LineView view, Table& table) const;
  void read_floats(TensorReader& reader);

  const LineKernels* kernels_ = nullptr;
  Mlp mlp_;
  std::vector<float> first_depthwise_, first_depthwise_bias_;
  std::vector<Layer> layers_;
  Layer heads_;
  Floats floats_;
  Numbers<std::int32_t> exponentials_;
  Numbers<std::int16_t> policy_out_;
  Readout readout_;
  std::unique_ptr<std::array<Table, 4>> tables_;
};

// The boards that one thread remembers, all of one size.
class LineEvaluation {
 public:
  LineEvaluation(const LineNet& net, int size);

  // `cells` has a number for each point, row after row: 0 empty, 1 mine, 2 theirs; `logits` as many places. The value is
  // from −1 to 1.
  float run(LineView view, std::span<const std::uint8_t> cells, std::span<float> logits) noexcept;

 private:
  struct Board {
    const LineNet::Table* table = nullptr;  // null: nothing is worked out yet
    LineView view;
    std::vector<std::uint8_t> cells;
    std::vector<std::uint32_t> lines;  // of each point and direction: the row of the table
    Numbers<std::int16_t> sums, field, before, policy;
    std::vector<Numbers<std::int16_t>> layers;
    Numbers<std::int32_t> worth, region_sums;
  };
  using Mask = std::array<std::uint32_t, line::largest_size + 2>;  // a word a row of points, with a margin

  Board& nearest(LineView view, std::span<const std::uint8_t> cells) noexcept;
  void clear(Board& board, LineView view) noexcept;
  void put(Board& board, int point, int cell) noexcept;
  void widen() noexcept;
  std::span<const std::uint16_t> changed_places() noexcept;
  int place_of(int row, int column) const noexcept { return (row + 1) * (size_ + 2) + column + 1; }

  const LineNet& net_;
  int size_;
  std::vector<std::uint32_t> empty_lines_;
  std::vector<std::uint8_t> regions_;  // of each place
  std::array<float, line::regions> region_share_{};
  std::array<Board, 4> boards_;
  Mask changed_{};
  std::vector<std::uint16_t> places_;
};

}  // namespace tengen::network
