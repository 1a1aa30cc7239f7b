#include <algorithm>
#include <cmath>

#include "core/rng.hpp"
#include "learn/tune/method.hpp"

namespace tengen::learn::tune {

namespace {

class Spsa final : public Method {
 public:
  Spsa(Search search, SpsaOptions options)
      : search_(std::move(search)), options_(std::move(options)), theta_(search_.parameters.size(), 0.0) {
    // Against opponents both sides play, so an iteration of as many pairs takes twice the games.
    pairs_in_all_ = std::max(1.0, static_cast<double>(search_.games) / (options_.duel ? 2 : 4));
  }

  std::uint64_t next_games() const override { return options_.pairs * (options_.duel ? 2 : 4); }

  Standing next_generation(Trials& trials) override {
    const std::size_t n = theta_.size();
    done_ += static_cast<double>(options_.pairs);
    const double k = std::min(done_, pairs_in_all_);
    const double stability = options_.stability * pairs_in_all_;
    const double c_factor = std::pow(pairs_in_all_ / k, options_.gamma);
    const double a_factor = std::pow((stability + pairs_in_all_) / (stability + k), options_.alpha);
    Rng rng(hash_words(search_.seed, iteration_));
    std::vector<double> delta(n), plus(n), minus(n), c(n);
    for (std::size_t i = 0; i < n; ++i) {
      delta[i] = rng.below(2) == 0 ? 1 : -1;
      c[i] = own(options_.c_ends, i, options_.c_end) * c_factor;
      plus[i] = theta_[i] + c[i] * delta[i];
      minus[i] = theta_[i] - c[i] * delta[i];
    }
    const auto [measure, difference] = play(trials, plus, minus);
    for (std::size_t i = 0; i < n; ++i) {
      const double c_end = own(options_.c_ends, i, options_.c_end);
      const double r = own(options_.r_ends, i, options_.r_end) * c_end * c_end * a_factor / (c[i] * c[i]);
      theta_[i] += r * c[i] * delta[i] * difference;
      // What leaves the range of the setting is not played, so it must not pile up either.
      const Parameter& p = search_.parameters[i];
      theta_[i] = p.steps(p.value(theta_[i]));
    }
    ++iteration_;
    return {from_steps(search_.parameters, theta_), measure.mean(), measure.standard_error(), std::abs(difference),
            measure.mean()};
  }

 private:
  struct Outcome {
    Measure measure;
    double difference = 0;  // points of plus minus points of minus, over all pairs
  };

  Outcome play(Trials& trials, const std::vector<double>& plus, const std::vector<double>& minus) const {
    const std::uint64_t games = 2 * options_.pairs;
    // The same individual twice: plus and minus meet the same chances.
    Trial up{iteration_, 0, from_steps(search_.parameters, plus), std::nullopt, games};
    Trial down{iteration_, 0, from_steps(search_.parameters, minus), std::nullopt, games};
    if (options_.duel) {
      up.rival = down.point;
      const Measure m = trials.measure(std::span(&up, 1))[0];
      return {m, static_cast<double>(m.wins) - static_cast<double>(m.losses)};
    }
    const Trial both[] = {std::move(up), std::move(down)};
    const std::vector<Measure> m = trials.measure(both);
    Measure sum = m[0];
    sum += m[1];
    return {sum, (m[0].sum - m[1].sum) / search_.game_worth};
  }

  double own(const std::map<std::string, double>& single, std::size_t i, double common) const {
    const auto found = single.find(search_.parameters[i].name);
    return found == single.end() ? common : found->second;
  }

  Search search_;
  SpsaOptions options_;
  std::vector<double> theta_;  // in steps from the start
  double pairs_in_all_ = 1;
  double done_ = 0;
  std::uint64_t iteration_ = 0;
};

}  // namespace

std::unique_ptr<Method> make_spsa(Search search, const SpsaOptions& options) {
  return std::make_unique<Spsa>(std::move(search), options);
}

}  // namespace tengen::learn::tune
