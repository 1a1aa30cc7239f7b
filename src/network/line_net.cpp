#include "network/line_net.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "network/line_rounding.hpp"

namespace tengen::network {

namespace {

constexpr int directions[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};  // rows and columns

// Arms of a line are numbered by how many cells they have on the board, the longest first.
constexpr int first_arm(int length) {
  int first = 0;
  for (int longer = length + 1, power = 3; longer <= line::radius; ++longer) {
    power = 1;
    for (int i = 0; i < longer; ++i) power *= 3;
    first += power;
  }
  return first;
}

// What a stone adds to a line's number, by its distance from the centre: −4 … 4.
constexpr std::array<int, 2 * line::radius + 1> cell_weight = [] {
  std::array<int, 2 * line::radius + 1> weight{};
  weight[line::radius] = line::arms;
  for (int k = 1, power = 1; k <= line::radius; ++k, power *= 3)
    weight[line::radius - k] = 3 * line::arms * power, weight[line::radius + k] = power;
  return weight;
}();

// [inputs][outputs] as [outputs / block][inputs][block].
std::vector<float> in_blocks(const std::vector<float>& matrix, int inputs, int outputs) {
  std::vector<float> out;
  out.reserve(matrix.size());
  for (int o = 0; o < outputs; o += line::hidden_block)
    for (int i = 0; i < inputs; ++i)
      for (int k = 0; k < line::hidden_block; ++k) out.push_back(matrix[static_cast<std::size_t>(i * outputs + o + k)]);
  return out;
}

std::vector<float> joined(std::vector<float> a, const std::vector<float>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Expected<void> check_shape(const LineShape& s) {
  if (s.radius != line::radius || s.features != line::features || s.channels != line::channels ||
      s.glances != line::glances || s.head != line::head)
    return fail(
        "line nets are known with radius {}, {} features, {} channels, {} glances and heads of {}; this one has {}, "
        "{}, {}, {} and {}",
        line::radius, line::features, line::channels, line::glances, line::head, s.radius, s.features, s.channels,
        s.glances, s.head);
  if (s.hidden < line::hidden_block || s.hidden > 1024 || s.hidden % line::hidden_block != 0 || s.blocks > 16)
    return fail("a line net with {} hidden numbers and {} blocks is not known here", s.hidden, s.blocks);
  return {};
}

}  // namespace

Expected<LineNet> LineNet::make(const WeightsFile& file) { return make(file, *line_kernels().back()); }

Expected<LineNet> LineNet::make(const WeightsFile& file, const LineKernels& kernels) {
  const auto* const shape = std::get_if<LineShape>(&file.shape);
  if (shape == nullptr) return fail("these are not the weights of a line net");
  if (const auto fits = check_shape(*shape); !fits) return fits.error();
  TensorReader reader(file);
  LineNet net;
  net.kernels_ = &kernels;
  net.tables_ = std::make_unique<std::array<Table, 4>>();

  constexpr int cells = 2 * line::radius + 1, inputs = 3 * cells + 2, f = line::features, c = line::channels;
  const int hidden = net.mlp_.hidden = shape->hidden;
  const auto first = transposed(reader.take("first.weight", {hidden, inputs}), hidden, inputs);
  const auto row = [&](int input) { return first.begin() + input * hidden; };
  net.mlp_.cells.assign(row(0), row(3 * cells));
  for (int side = 0; side < 2; ++side) net.mlp_.rule[side].assign(row(3 * cells + side), row(3 * cells + side + 1));
  net.mlp_.bias = reader.take("first.bias", {hidden});
  net.mlp_.second =
      in_blocks(transposed(reader.take("second.weight", {hidden, hidden}), hidden, hidden), hidden, hidden);
  net.mlp_.second_bias = reader.take("second.bias", {hidden});
  net.mlp_.third = in_blocks(transposed(reader.take("third.weight", {f, hidden}), f, hidden), hidden, f);
  net.mlp_.third_bias = reader.take("third.bias", {f});

  for (int k = 0; k <= shape->blocks && !reader.error(); ++k) {
    const int width = k == 0 ? f : c;
    const std::string number = std::to_string(k);
    const auto window = reader.take("depthwise." + number, {9, width});
    const auto window_bias = reader.take("depthwise_bias." + number, {width});
    const auto weights = reader.take("mix." + number + ".weight", {c, width});
    const auto bias = reader.take("mix." + number + ".bias", {c});
    Layer& layer = net.layers_.emplace_back();
    if (k == 0)
      net.first_depthwise_ = window, net.first_depthwise_bias_ = window_bias;
    else
      layer.depthwise = make_depthwise(window, window_bias, std::vector(window_bias.size(), 1.0 / line::unit),
                                       layer.depthwise_weights);
    layer.dense = make_dense(weights, bias, c, line::depthwise_unit, layer.dense_weights, layer.bias);
  }
  net.heads_.dense = make_dense(
      joined(reader.take("policy_hidden.weight", {line::head, c}), reader.take("glance.weight", {line::glances, c})),
      joined(reader.take("policy_hidden.bias", {line::head}), reader.take("glance.bias", {line::glances})),
      line::outputs, line::unit, net.heads_.dense_weights, net.heads_.bias);
  net.read_floats(reader);
  if (reader.error()) return *reader.error();
  return net;
}

void LineNet::read_floats(TensorReader& reader) {
  constexpr int joint = line::regions * line::head + line::summary;
  const auto matrix = [&](const std::string& name, int outputs, int inputs) {
    return transposed(reader.take(name + ".weight", {outputs, inputs}), outputs, inputs);
  };
  floats_.policy_summary = matrix("policy_summary", line::head, line::summary);
  floats_.policy_summary_bias = reader.take("policy_summary.bias", {line::head});
  floats_.region = matrix("region", line::head, line::channels);
  floats_.region_bias = reader.take("region.bias", {line::head});
  floats_.first = matrix("value_first", line::inner_value, joint);
  floats_.first_bias = reader.take("value_first.bias", {line::inner_value});
  floats_.second = matrix("value_second", line::outer_value, line::inner_value);
  floats_.second_bias = reader.take("value_second.bias", {line::outer_value});
  floats_.last = reader.take("value_out.weight", {1, line::outer_value});

  const auto out = reader.take("policy_out.weight", {1, line::head});
  const int shift = shift_for({std::vector<double>(out.begin(), out.end())}, 0);
  policy_out_ = Numbers<std::int16_t>(out.size());
  for (std::size_t i = 0; i < out.size(); ++i)
    policy_out_[i] = static_cast<std::int16_t>(std::lround(out[i] * std::exp2(shift)));
  exponentials_ = Numbers<std::int32_t>(line::exponentials + 1);
  for (int i = 0; i < line::exponentials; ++i)
    exponentials_[static_cast<std::size_t>(i)] =
        static_cast<std::int32_t>(std::lround(std::exp(-i / static_cast<double>(line::unit)) * line::exponential_one));

  readout_ = {exponentials_.data(),
              floats_.policy_summary.data(),
              floats_.policy_summary_bias.data(),
              policy_out_.data(),
              static_cast<float>(std::exp2(-shift) / line::unit),
              reader.take("policy_out.bias", {1}).front(),
              floats_.region.data(),
              floats_.region_bias.data(),
              floats_.first.data(),
              floats_.first_bias.data(),
              floats_.second.data(),
              floats_.second_bias.data(),
              floats_.last.data(),
              reader.take("value_out.bias", {1}).front()};
}

const LineNet::Table& LineNet::table(LineView view) const {
  Table& table = (*tables_)[static_cast<std::size_t>(view.mine_exact + 2 * view.theirs_exact)];
  std::call_once(table.once, [&] { unroll(view, table); });
  return table;
}

void LineNet::unroll(LineView view, Table& table) const {
  const auto hidden = static_cast<std::size_t>(mlp_.hidden);
  std::vector<float> left(line::arms * hidden), centre(3 * hidden), right(line::arms * hidden);
  // A cell's three inputs: mine, theirs, on the board.
  const auto add_input = [&](float* out, int input) {
    for (std::size_t i = 0; i < hidden; ++i) out[i] += mlp_.cells[static_cast<std::size_t>(input) * hidden + i];
  };
  const auto add_cell = [&](float* out, int cell, int stone) {
    if (stone != 0) add_input(out, 3 * cell + stone - 1);
    add_input(out, 3 * cell + 2);
  };
  for (int length = 0, arm = 0; length <= line::radius; ++length) {
    int count = 1;
    for (int k = 0; k < length; ++k) count *= 3;
    arm = first_arm(length);
    for (int code = 0; code < count; ++code, ++arm)
      for (int k = 0, rest = code; k < length; ++k, rest /= 3) {
        add_cell(left.data() + static_cast<std::size_t>(arm) * hidden, line::radius - 1 - k, rest % 3);
        add_cell(right.data() + static_cast<std::size_t>(arm) * hidden, line::radius + 1 + k, rest % 3);
      }
  }
  for (int stone = 0; stone < 3; ++stone) {
    float* const out = centre.data() + static_cast<std::size_t>(stone) * hidden;
    std::ranges::copy(mlp_.bias, out);
    for (std::size_t i = 0; i < hidden; ++i)
      out[i] += (view.mine_exact ? mlp_.rule[0][i] : 0.0F) + (view.theirs_exact ? mlp_.rule[1][i] : 0.0F);
    add_cell(out, line::radius, stone);
  }
  Numbers<float> values(static_cast<std::size_t>(line::rows) * line::features);
  kernels_->unroll({mlp_.hidden, left.data(), centre.data(), right.data(), mlp_.second.data(), mlp_.second_bias.data(),
                    mlp_.third.data(), mlp_.third_bias.data(), values.data()});

  std::array<float, line::features> top, steps;
  top.fill(1e-6F);
  for (std::size_t i = 0; i < values.size(); i += line::features)
    for (std::size_t f = 0; f < line::features; ++f) top[f] = std::max(top[f], std::abs(values[i + f]));
  std::vector<double> unit;
  for (std::size_t f = 0; f < line::features; ++f) steps[f] = 32767 / 4 / top[f], unit.push_back(1.0 / steps[f]);
  table.rows = Numbers<std::int16_t>(values.size());
  for (std::size_t i = 0; i < values.size(); i += line::features)
    for (std::size_t f = 0; f < line::features; ++f) {
      const float x = values[i + f] * steps[f];
      table.rows[i + f] = static_cast<std::int16_t>(x + (x < 0 ? -0.5F : 0.5F));
    }
  table.depthwise = make_depthwise(first_depthwise_, first_depthwise_bias_, unit, table.weights);
}

LineEvaluation::LineEvaluation(const LineNet& net, int size) : net_(net), size_(size) {
  const auto points = static_cast<std::size_t>(size * size), width = static_cast<std::size_t>(size + 2);
  const std::size_t places = (width * width + 1) / 2 * 2;
  std::array<int, line::regions> region_points{};
  regions_.resize(places);
  const auto arm = [&](int row, int column, int dr, int dc) {
    int length = 0;
    for (int r = row + dr, c = column + dc; length < line::radius && r >= 0 && r < size && c >= 0 && c < size;
         r += dr, c += dc)
      ++length;
    return first_arm(length);
  };
  for (int row = 0; row < size; ++row)
    for (int column = 0; column < size; ++column) {
      const int region = 3 * std::min(2, row / (size / 3)) + std::min(2, column / (size / 3));
      regions_[static_cast<std::size_t>(place_of(row, column))] = static_cast<std::uint8_t>(region);
      ++region_points[static_cast<std::size_t>(region)];
      for (const auto& [dr, dc] : directions)
        empty_lines_.push_back(
            static_cast<std::uint32_t>(3 * line::arms * arm(row, column, -dr, -dc) + arm(row, column, dr, dc)));
    }
  for (std::size_t r = 0; r < line::regions; ++r) region_share_[r] = 1.0F / static_cast<float>(region_points[r]);
  for (Board& board : boards_) {
    board.cells.resize(points);
    board.lines.resize(4 * points);
    board.sums = Numbers<std::int16_t>(places * line::features);
    board.field = Numbers<std::int16_t>(places * line::features);
    for (std::size_t k = 0; k < net.layers_.size(); ++k) board.layers.emplace_back(places * line::channels);
    board.before = Numbers<std::int16_t>(places * line::channels);
    board.policy = Numbers<std::int16_t>(places * line::head);
    board.worth = Numbers<std::int32_t>(places * line::glances);
    std::fill_n(board.worth.data(), board.worth.size(), -(1 << 30));
    board.region_sums = Numbers<std::int32_t>(line::regions * line::channels);
  }
  places_.resize(points);
}

// The board with the fewest other stones. One that was never used counts as empty.
auto LineEvaluation::nearest(LineView view, std::span<const std::uint8_t> cells) noexcept -> Board& {
  Board* best = nullptr;
  int fewest = 1 << 30;
  for (Board& board : boards_) {
    if (board.table != nullptr && board.view != view) continue;
    int other = 0;
    for (std::size_t p = 0; p < cells.size(); ++p) other += board.cells[p] != cells[p] ? 1 : 0;
    if (other < fewest) fewest = other, best = &board;
  }
  if (best == nullptr) best = &boards_.front(), best->table = nullptr;
  if (best->table == nullptr) clear(*best, view);
  return *best;
}

// Works the sums of the empty board out, and marks every point as changed.
void LineEvaluation::clear(Board& board, LineView view) noexcept {
  board.view = view;
  board.table = &net_.table(view);
  std::ranges::fill(board.cells, std::uint8_t{0});
  std::ranges::copy(empty_lines_, board.lines.begin());
  for (int row = 0; row < size_; ++row)
    for (int column = 0; column < size_; ++column) {
      const std::size_t at = static_cast<std::size_t>(place_of(row, column)) * line::features;
      const std::uint32_t* const lines = empty_lines_.data() + 4 * (row * size_ + column);
      for (std::size_t f = 0; f < line::features; ++f) {
        int sum = 0;
        for (int d = 0; d < 4; ++d) sum += board.table->rows[lines[d] * std::size_t{line::features} + f];
        board.sums[at + f] = static_cast<std::int16_t>(sum);
        board.field[at + f] = static_cast<std::int16_t>(std::max(sum, 0));
      }
    }
  for (int row = 1; row <= size_; ++row) changed_[static_cast<std::size_t>(row)] = (1U << size_) - 1;
}

void LineEvaluation::put(Board& board, int point, int cell) noexcept {
  std::array<RowChange, 4 * (2 * line::radius + 1)> changes;
  std::size_t count = 0;
  const int row = point / size_, column = point % size_, more = cell - board.cells[static_cast<std::size_t>(point)];
  board.cells[static_cast<std::size_t>(point)] = static_cast<std::uint8_t>(cell);
  for (std::size_t d = 0; d < 4; ++d)
    for (int k = -line::radius; k <= line::radius; ++k) {
      const int r = row - k * directions[d][0], c = column - k * directions[d][1];
      if (r < 0 || r >= size_ || c < 0 || c >= size_) continue;
      std::uint32_t& number = board.lines[4 * static_cast<std::size_t>(r * size_ + c) + d];
      const std::uint32_t from = number;
      number = static_cast<std::uint32_t>(static_cast<int>(from) +
                                          more * cell_weight[static_cast<std::size_t>(k + line::radius)]);
      __builtin_prefetch(board.table->rows.data() + number * std::size_t{line::features});
      changes[count++] = {static_cast<std::uint32_t>(place_of(r, c)), from, number};
      changed_[static_cast<std::size_t>(r + 1)] |= 1U << c;
    }
  net_.kernels().change_sums(
      {board.table->rows.data(), board.sums.data(), board.field.data(), std::span(changes).first(count)});
}

// Adds the neighbours of what has changed.
void LineEvaluation::widen() noexcept {
  const Mask before = changed_;
  for (int r = 1; r <= size_; ++r) {
    const auto row = static_cast<std::size_t>(r);
    const std::uint32_t near = before[row - 1] | before[row] | before[row + 1];
    changed_[row] = (near | near << 1 | near >> 1) & ((1U << size_) - 1);
  }
}

std::span<const std::uint16_t> LineEvaluation::changed_places() noexcept {
  std::size_t count = 0;
  for (int row = 0; row < size_; ++row)
    for (std::uint32_t word = changed_[static_cast<std::size_t>(row + 1)]; word != 0; word &= word - 1)
      places_[count++] = static_cast<std::uint16_t>(place_of(row, std::countr_zero(word)));
  return std::span(places_).first(count);
}

float LineEvaluation::run(LineView view, std::span<const std::uint8_t> cells, std::span<float> logits) noexcept {
  const LineKernels& kernels = net_.kernels();
  changed_ = {};
  Board& board = nearest(view, cells);
  for (std::size_t p = 0; p < cells.size(); ++p)
    if (board.cells[p] != cells[p]) put(board, static_cast<int>(p), cells[p]);
  const std::int16_t* in = board.field.data();
  for (std::size_t k = 0; k < net_.layers_.size(); ++k) {
    const LineNet::Layer& layer = net_.layers_[k];
    widen();
    kernels.layer({k == 0 ? board.table->depthwise : layer.depthwise, layer.dense, in, k == 0 ? nullptr : in,
                   board.layers[k].data(), size_ + 2, changed_places()});
    in = board.layers[k].data();
  }
  kernels.heads({net_.heads_.dense, in, board.before.data(), board.policy.data(), board.worth.data(),
                 board.region_sums.data(), regions_.data(), changed_places()});
  return std::tanh(kernels.answer({net_.readout_, size_, in, board.policy.data(), board.worth.data(),
                                   board.region_sums.data(), region_share_.data(), logits.data()}));
}

}  // namespace tengen::network
