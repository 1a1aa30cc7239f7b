#pragma once
// The fit behind ratings.hpp: the peak of the likelihood of Davidson's model, by Newton's method.

#include <cstddef>
#include <vector>

namespace tengen::stats {

// All games in which `first` moved first against `second`, weighted; wins are those of `first`.
struct DavidsonCell {
  std::size_t first = 0;
  std::size_t second = 0;
  double wins = 0;
  double draws = 0;
  double losses = 0;
};

struct DavidsonModel {
  std::vector<double> strength;  // natural units
  double advantage = 0;          // of moving first
  double log_nu = 0;             // draws; of no meaning where they are not fitted
};

// Which of the two extra parameters the games can tell; the others stay at 0 advantage, no draws.
struct DavidsonShape {
  std::size_t players = 0;
  bool fit_advantage = true;
  bool fit_draws = true;
  double prior_deviation = 8.6;  // of every parameter, natural units
};

// Finds the peak again and again from nearby starts, as a bootstrap asks for.
class DavidsonFitter {
 public:
  explicit DavidsonFitter(const DavidsonShape& shape);

  // Moves the model to the peak, to within `tolerance` natural units. Returns whether it got there.
  bool fit(const std::vector<DavidsonCell>& cells, DavidsonModel& model, double tolerance);

 private:
  void compute_gradient(const std::vector<DavidsonCell>& cells, const DavidsonModel& model);
  void compute_curvature(const std::vector<DavidsonCell>& cells, const DavidsonModel& model);
  double log_likelihood(const std::vector<DavidsonCell>& cells, const DavidsonModel& model) const;
  bool factorise();
  void solve();
  void move(DavidsonModel& model, double by) const;

  DavidsonShape shape_;
  std::size_t size_;  // players, then the advantage, then log nu
  std::vector<double> gradient_;
  std::vector<double> step_;
  std::vector<double> curvature_;  // row-major, the lower triangle; Cholesky's factor once factorised
  std::vector<double> root_;       // e^(strength/2), so that a cell costs no exponential
  bool factorised_ = false;
};

}  // namespace tengen::stats
