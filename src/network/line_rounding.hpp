#pragma once
// A line net's weights as whole numbers, as fine as can be without a sum that overflows.

#include <vector>

#include "network/line_net.hpp"

namespace tengen::network {

// The largest number of bits to shift weights by so that none is too large and no sum of `terms` (those of one output)
// times the largest field can overflow. `others` is what comes to the sum besides.
int shift_for(const std::vector<std::vector<double>>& terms, double others);

// `unit` is what one step of each channel's field is worth.
Depthwise make_depthwise(const std::vector<float>& weights, const std::vector<float>& bias,
                         const std::vector<double>& unit, Numbers<std::int16_t>& store);

// `weights` [outputs][inputs]; one step of the input is 1 / unit.
Dense make_dense(const std::vector<float>& weights, const std::vector<float>& bias, int outputs, int unit,
                 Numbers<std::int16_t>& store, Numbers<std::int32_t>& bias_store);

}  // namespace tengen::network
