#pragma once
// The numbers of a player that are tuned, and the yardstick of each: a step, which the player declares.

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "roster/registry.hpp"

namespace tengen::learn::tune {

// One number. Its step is a share of the value or an amount in its own units:
//
//     share 10%   … 24.8   27.3   30   33   36.3 …        units 2   … 26   28   30   32   34 …
//     steps          −2     −1     0    1     2                        −2   −1    0    1    2
struct Parameter {
  std::string name;
  double start = 0;
  double low = 0;
  double high = 0;
  double step = 0;
  bool share = false;
  bool whole = false;  // rounded when it is played; a search keeps the fraction

  // So many steps from the start, kept in range; and back.
  double value(double steps) const {
    return in_range(share ? start * std::pow(1 + step, steps) : start + step * steps);
  }
  double steps(double value) const {
    return share ? std::log(value / start) / std::log1p(step) : (value - start) / step;
  }
  double in_range(double value) const { return std::clamp(value, low, high); }
};

// A value for each parameter, in its own units.
using Point = std::vector<double>;

Point start_of(std::span<const Parameter> parameters);
inline Point from_steps(std::span<const Parameter> parameters, std::span<const double> steps) {
  Point point;
  for (std::size_t i = 0; i < parameters.size(); ++i) point.push_back(parameters[i].value(steps[i]));
  return point;
}

// A step other than the player's own: an amount, or a share.
struct StepChange {
  std::string name;
  double step = 0;
  bool share = false;
};

// The parameters that are named, in the order of the player's settings; a name may end in a star, and no names at all
// mean every one that has a step. `values` say where they start.
Expected<std::vector<Parameter>> parameters_of(const roster::PlayerKind& kind, const Values& values,
                                               std::span<const std::string> names, std::span<const StepChange> changes);

// The player's values with a point in their places.
Values with_point(const roster::PlayerKind& kind, Values values, std::span<const Parameter> parameters,
                  const Point& point);

}  // namespace tengen::learn::tune
