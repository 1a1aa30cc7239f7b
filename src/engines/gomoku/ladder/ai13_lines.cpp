#include "engines/gomoku/ladder/ai13_lines.hpp"

#include <cmath>
#include <cstdlib>

namespace tengen::gomoku {

Ai13Lines::Ai13Lines(const std::array<Nums, 2>& nums, Rule game_rule) : rule(game_rule) {
  for (const Side side : {Side::first, Side::second}) {
    const auto s = static_cast<std::size_t>(side);
    const WindowRule windows = run_rule(side, nums[s]);
    for (std::size_t code = 0; code < window_codes; ++code) scores[s][code] = std::llround(windows[code].value);
  }
}

void Ai13Lines::operator()(const LineFace& face, Info& out) const noexcept {
  out = {};
  for (int w = 0; w + 5 <= face.length; ++w) {
    std::size_t code = 0;
    int free = 0;
    for (int place = 0; place < 5; ++place) {
      const auto digit = (face.stones[0] >> (w + place) & 1) + 2 * (face.stones[1] >> (w + place) & 1);
      code += digit * place_weight[static_cast<std::size_t>(place)];
      free += digit == 0;
    }
    const WindowContent& content = window_contents[code];
    Totals& total = out.total;
    for (std::size_t s = 0; s < 2; ++s) total.values[s] += free * scores[s][code];
    if (content.mixed()) total.draws.mixed += free, total.draws.mixed_squares += free * free;
    if (content.empty()) total.draws.empty += free, total.draws.empty_squares += free * free;
    for (std::size_t place = 0; place < 5; ++place) {
      const std::size_t i = static_cast<std::size_t>(w) + place;
      out.mixed[i] = static_cast<std::uint8_t>(out.mixed[i] + content.mixed());
      out.empty[i] = static_cast<std::uint8_t>(out.empty[i] + content.empty());
      for (std::size_t s = 0; s < 2; ++s) out.orders[s][i] += std::abs(scores[s][code]);
    }
  }
  for (const Side side : {Side::first, Side::second})
    out.total.fives[static_cast<std::size_t>(side)] = face.has_five(side, rule);
}

}  // namespace tengen::gomoku
