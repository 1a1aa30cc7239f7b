#include "stats/davidson.hpp"

#include <algorithm>
#include <cmath>

namespace tengen::stats {

namespace {

constexpr double longest_step = 3;  // natural units; farther the curvature says nothing

// Chances of the three results: e^(x/2) : nu : e^(-x/2).
struct Chances {
  double win, draw, loss;

  Chances(double up, double nu) {
    const double down = 1 / up, sum = up + down + nu;
    win = up / sum;
    draw = nu / sum;
    loss = down / sum;
  }
  double mean() const { return (win - loss) / 2; }
};

}  // namespace

DavidsonFitter::DavidsonFitter(const DavidsonShape& shape)
    : shape_(shape),
      size_(shape.players + 2),
      gradient_(size_),
      step_(size_),
      curvature_(size_ * size_),
      root_(shape.players) {}

void DavidsonFitter::compute_gradient(const std::vector<DavidsonCell>& cells, const DavidsonModel& model) {
  const std::size_t n = shape_.players;
  const double pull = 1 / (shape_.prior_deviation * shape_.prior_deviation);
  const double nu = shape_.fit_draws ? std::exp(model.log_nu) : 0;
  const double first_root = std::exp(model.advantage / 2);
  for (std::size_t i = 0; i < n; ++i) {
    root_[i] = std::exp(model.strength[i] / 2);
    gradient_[i] = -pull * model.strength[i];
  }
  double advantage = -pull * model.advantage;
  double draws = -pull * model.log_nu;
  for (const DavidsonCell& c : cells) {
    const Chances p(first_root * root_[c.first] / root_[c.second], nu);
    const double games = c.wins + c.draws + c.losses;
    const double slope = (c.wins - c.losses) / 2 - games * p.mean();
    gradient_[c.first] += slope;
    gradient_[c.second] -= slope;
    advantage += slope;
    draws += c.draws - games * p.draw;
  }
  gradient_[n] = shape_.fit_advantage ? advantage : 0;
  gradient_[n + 1] = shape_.fit_draws ? draws : 0;
}

// The negated second derivatives. Uses root_ of the gradient before it.
void DavidsonFitter::compute_curvature(const std::vector<DavidsonCell>& cells, const DavidsonModel& model) {
  const std::size_t n = shape_.players;
  const double pull = 1 / (shape_.prior_deviation * shape_.prior_deviation);
  const double nu = shape_.fit_draws ? std::exp(model.log_nu) : 0;
  const double first_root = std::exp(model.advantage / 2);
  std::fill(curvature_.begin(), curvature_.end(), 0.0);
  const auto at = [this](std::size_t row, std::size_t column) -> double& { return curvature_[row * size_ + column]; };
  double* const advantage = &at(n, 0);
  double* const draws = &at(n + 1, 0);
  for (const DavidsonCell& c : cells) {
    const Chances p(first_root * root_[c.first] / root_[c.second], nu);
    const double games = c.wins + c.draws + c.losses;
    const double bend = games * ((p.win + p.loss) / 4 - p.mean() * p.mean());
    const double cross = -games * p.draw * p.mean();
    at(c.first, c.first) += bend;
    at(c.second, c.second) += bend;
    // A player that meets itself: the two strengths cancel, and so do these three.
    at(std::max(c.first, c.second), std::min(c.first, c.second)) -= c.first == c.second ? 2 * bend : bend;
    advantage[c.first] += bend;
    advantage[c.second] -= bend;
    advantage[n] += bend;
    draws[c.first] += cross;
    draws[c.second] -= cross;
    draws[n] += cross;
    draws[n + 1] += games * p.draw * (1 - p.draw);
  }
  for (std::size_t i = 0; i < size_; ++i) at(i, i) += pull;
  // A parameter that is not fitted stands apart, with nothing to pull it.
  if (!shape_.fit_advantage) {
    std::fill(advantage, advantage + n, 0.0);
    draws[n] = 0;
  }
  if (!shape_.fit_draws) std::fill(draws, draws + n + 1, 0.0);
}

double DavidsonFitter::log_likelihood(const std::vector<DavidsonCell>& cells, const DavidsonModel& model) const {
  const double pull = 1 / (shape_.prior_deviation * shape_.prior_deviation);
  double total = -pull * model.advantage * model.advantage / 2;
  for (const double s : model.strength) total -= pull * s * s / 2;
  if (shape_.fit_draws) total -= pull * model.log_nu * model.log_nu / 2;
  const double nu = shape_.fit_draws ? std::exp(model.log_nu) : 0;
  for (const DavidsonCell& c : cells) {
    const double x = model.strength[c.first] - model.strength[c.second] + model.advantage;
    const double up = std::exp(x / 2);
    total += (c.wins - c.losses) * x / 2 - (c.wins + c.draws + c.losses) * std::log(up + 1 / up + nu);
    if (shape_.fit_draws) total += c.draws * model.log_nu;
  }
  return total;
}

// Cholesky's factor in place of the lower triangle.
bool DavidsonFitter::factorise() {
  for (std::size_t i = 0; i < size_; ++i) {
    double* const row = &curvature_[i * size_];
    for (std::size_t j = 0; j <= i; ++j) {
      const double* const other = &curvature_[j * size_];
      double sum = row[j];
      for (std::size_t k = 0; k < j; ++k) sum -= row[k] * other[k];
      if (j < i) {
        row[j] = sum / other[j];
      } else {
        if (!(sum > 0)) return false;
        row[i] = std::sqrt(sum);
      }
    }
  }
  return true;
}

void DavidsonFitter::solve() {
  for (std::size_t i = 0; i < size_; ++i) {
    double sum = gradient_[i];
    for (std::size_t k = 0; k < i; ++k) sum -= curvature_[i * size_ + k] * step_[k];
    step_[i] = sum / curvature_[i * size_ + i];
  }
  for (std::size_t i = size_; i-- > 0;) {
    step_[i] /= curvature_[i * size_ + i];
    for (std::size_t k = 0; k < i; ++k) step_[k] -= curvature_[i * size_ + k] * step_[i];
  }
}

void DavidsonFitter::move(DavidsonModel& model, double by) const {
  for (std::size_t i = 0; i < shape_.players; ++i) model.strength[i] += by * step_[i];
  model.advantage += by * step_[shape_.players];
  model.log_nu += by * step_[shape_.players + 1];
}

bool DavidsonFitter::fit(const std::vector<DavidsonCell>& cells, DavidsonModel& model, double tolerance) {
  double last = 0;
  for (int round = 0; round < 200; ++round) {
    compute_gradient(cells, model);
    // The curvature of the last fit serves while steps shrink fast; then, and only then, a new one is worth its price.
    const bool fresh = !factorised_;
    if (fresh) {
      compute_curvature(cells, model);
      factorised_ = factorise();
      if (!factorised_) return false;
    }
    solve();
    double longest = 0;
    for (const double s : step_) longest = std::max(longest, std::abs(s));
    if (!fresh && (longest > longest_step || (round > 0 && longest > last / 4))) {
      factorised_ = false;
      last = longest;
      continue;
    }
    if (longest <= tolerance) {
      move(model, 1);
      return true;
    }
    double by = std::min(1.0, longest_step / longest);
    if (fresh && longest > 0.5) {
      // Far from the peak a full step can overshoot; the likelihood has one peak, so any rise will do.
      const double before = log_likelihood(cells, model);
      for (int halving = 0; halving < 30; ++halving, by /= 2) {
        DavidsonModel tried = model;
        move(tried, by);
        if (log_likelihood(cells, tried) >= before) break;
      }
      factorised_ = false;
    }
    move(model, by);
    last = longest * by;
  }
  return false;
}

}  // namespace tengen::stats
