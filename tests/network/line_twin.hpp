#pragma once
// The line net as docs/algorithms/gomoku-line-net.md writes it down: in floats, from scratch, each line through the MLP.

#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "network/line_net.hpp"

namespace tengen::network {

struct LineAnswer {
  float value = 0;
  std::vector<float> logits;
};

class LineTwin {
 public:
  explicit LineTwin(const WeightsFile& file) : file_(file) {}

  LineAnswer ask(LineView view, int size, const std::vector<std::uint8_t>& cells) {
    std::vector<Field> x(cells.size());
    for (int p = 0; p < size * size; ++p) {
      Field& sum = x[static_cast<std::size_t>(p)];
      sum.assign(line::features, 0.0F);
      for (const auto& [dr, dc] : {std::pair(0, 1), {1, 0}, {1, 1}, {1, -1}})
        add(sum, features_of(view, size, cells, p, dr, dc));
      make_positive(sum);
    }
    for (int k = 0; has("mix." + std::to_string(k) + ".weight"); ++k) x = layer(k, size, x);
    return heads(size, x);
  }

 private:
  using Field = std::vector<float>;

  bool has(const std::string& name) const {
    return std::ranges::find(file_.tensors, name, &Tensor::name) != file_.tensors.end();
  }
  const Field& weights(const std::string& name) const {
    return std::ranges::find(file_.tensors, name, &Tensor::name)->values;
  }
  static void add(Field& to, const Field& what) {
    for (std::size_t i = 0; i < to.size(); ++i) to[i] += what[i];
  }
  static void make_positive(Field& x) {
    for (float& value : x) value = std::max(value, 0.0F);
  }
  Field times(const std::string& name, const Field& in) const {
    const Field& matrix = weights(name + ".weight");
    Field out = weights(name + ".bias");
    for (std::size_t o = 0; o < out.size(); ++o)
      for (std::size_t i = 0; i < in.size(); ++i) out[o] += matrix[o * in.size() + i] * in[i];
    return out;
  }

  // What the MLP says of a line, which is asked once for each way a line can look.
  const Field& features_of(LineView view, int size, const std::vector<std::uint8_t>& cells, int p, int dr, int dc) {
    Field in;
    for (int k = -line::radius; k <= line::radius; ++k) {
      const int r = p / size + k * dr, c = p % size + k * dc;
      const bool on_board = r >= 0 && r < size && c >= 0 && c < size;
      const int cell = on_board ? cells[static_cast<std::size_t>(r * size + c)] : 0;
      for (const bool input : {cell == 1, cell == 2, on_board}) in.push_back(input ? 1.0F : 0.0F);
    }
    for (const bool exact : {view.mine_exact, view.theirs_exact}) in.push_back(exact ? 1.0F : 0.0F);
    Field& known = lines_[in];
    if (known.empty()) {
      known = times("first", in);
      make_positive(known);
      known = times("second", known);
      make_positive(known);
      known = times("third", known);
    }
    return known;
  }

  std::vector<Field> layer(int k, int size, const std::vector<Field>& x) const {
    const std::string number = std::to_string(k);
    const Field& window = weights("depthwise." + number);
    std::vector<Field> out;
    for (int p = 0; p < size * size; ++p) {
      Field d = weights("depthwise_bias." + number);
      for (int dr = -1; dr <= 1; ++dr)
        for (int dc = -1; dc <= 1; ++dc) {
          const int r = p / size + dr, c = p % size + dc;
          if (r < 0 || r >= size || c < 0 || c >= size) continue;
          const Field& near = x[static_cast<std::size_t>(r * size + c)];
          const std::size_t row = static_cast<std::size_t>(3 * (dr + 1) + dc + 1) * d.size();
          for (std::size_t i = 0; i < d.size(); ++i) d[i] += window[row + i] * near[i];
        }
      make_positive(d);
      out.push_back(times("mix." + number, d));
      if (k > 0) add(out.back(), x[static_cast<std::size_t>(p)]);
      make_positive(out.back());
    }
    return out;
  }

  LineAnswer heads(int size, const std::vector<Field>& x) const {
    const auto points = static_cast<float>(x.size());
    Field summary(line::channels);
    for (const Field& here : x)
      for (std::size_t c = 0; c < here.size(); ++c) summary[c] += here[c] / points;
    std::vector<Field> worth;
    for (const Field& here : x) worth.push_back(times("glance", here));
    for (std::size_t g = 0; g < line::glances; ++g) {
      float total = 0;
      for (const Field& w : worth) total += std::exp(w[g]);
      Field seen(line::channels);
      for (std::size_t p = 0; p < x.size(); ++p)
        for (std::size_t c = 0; c < seen.size(); ++c) seen[c] += std::exp(worth[p][g]) / total * x[p][c];
      summary.insert(summary.end(), seen.begin(), seen.end());
    }
    LineAnswer answer;
    const Field heard = times("policy_summary", summary);
    for (const Field& here : x) {
      Field hidden = times("policy_hidden", here);
      add(hidden, heard);
      make_positive(hidden);
      answer.logits.push_back(times("policy_out", hidden).front());
    }
    answer.value = value(size, x, summary);
    return answer;
  }

  float value(int size, const std::vector<Field>& x, const Field& summary) const {
    Field in;
    const auto third = [size](int at) { return std::min(2, at / (size / 3)); };
    for (int region = 0; region < line::regions; ++region) {
      Field mean(line::channels);
      int count = 0;
      for (int p = 0; p < size * size; ++p)
        if (3 * third(p / size) + third(p % size) == region) add(mean, x[static_cast<std::size_t>(p)]), ++count;
      for (float& m : mean) m /= static_cast<float>(count);
      Field seen = times("region", mean);
      make_positive(seen);
      in.insert(in.end(), seen.begin(), seen.end());
    }
    in.insert(in.end(), summary.begin(), summary.end());
    Field h = times("value_first", in);
    make_positive(h);
    h = times("value_second", h);
    make_positive(h);
    return std::tanh(times("value_out", h).front());
  }

  const WeightsFile& file_;
  std::map<Field, Field> lines_;
};

}  // namespace tengen::network
