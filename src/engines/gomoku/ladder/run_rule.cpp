#include "engines/gomoku/ladder/run_rule.hpp"

#include <algorithm>

namespace tengen::gomoku {

int squared_runs(const WindowContent& content) noexcept {
  int sum = 0, run = 0;
  for (std::size_t place = 0; place < 5; ++place) {
    const bool goes_on = place > 0 && content.digits[place] == content.digits[place - 1];
    run = content.digits[place] == 0 ? 0 : goes_on ? run + 1 : 1;
    sum += 2 * run - 1 + (run == 0);  // n² = 1 + 3 + … + (2n − 1), one odd number for each stone of the run
  }
  return sum;
}

WindowRule run_rule(Side me, const Nums& nums) {
  const auto [num1, num2, num3, num4, num5, num6] = nums;
  const auto up_to = [](double high) { return WindowScore{0, 1, std::max(1, static_cast<int>(high))}; };
  return make_window_rule(me, [&](int mine, int theirs, const WindowContent& content) -> WindowScore {
    const int t = squared_runs(content);
    if (content.empty()) return up_to(num6);
    if (content.mixed()) return up_to(num5);
    if (mine > 0) return {t * num1 * power(num2, mine - 1)};
    return {-t * num1 * (theirs <= 2 ? num3 : num4) * power(num2, theirs - 1)};
  });
}

}  // namespace tengen::gomoku
