// AI7 and AI8 of the ladder: AI4's look one ply ahead over the windows of run_rule (window_rule.hpp). AI7 has six numbers
// set by hand; AI8 has evolved ones, a set for Black and a set for White.

#include <cassert>

#include "engines/gomoku/ladder/ladder.hpp"

namespace tengen::engines::gomoku {

namespace {

// What Num1 … Num6 are for, the largest that makes sense, and the paper's step of evolution, a share of the number.
struct NumMeaning {
  const char* help;
  double high;
  double step;
};
constexpr std::array<NumMeaning, 6> meanings = {{
    {"worth of one stone in a window of five", 1e6, 0.01},
    {"factor for each further stone", 1e6, 0.01},
    {"factor for the opponent's windows with one or two stones", 1e6, 0.1},
    {"factor for the opponent's windows with three stones or more", 1e6, 0.1},
    {"most chance in a window of both colours", 1e9, 0.1},
    {"most chance in an empty window", 1e9, 0.1},
}};

std::string name_of_num(std::size_t side, std::size_t i) {
  return fmt::format("{}{}", side == 0 ? "black" : "white", i + 1);
}

template <class P>
std::unique_ptr<search::Engine<P>> make_player(const std::array<Nums, 2>& nums, const Values& v) {
  return make_board_player<P>({run_rule(Side::first, nums[0]), run_rule(Side::second, nums[1])}, v);
}

}  // namespace

PlayerInfo Ai7::info() {
  PlayerInfo info{
      .name = "ladder/ai7",
      .summary = "greedy like AI4, six numbers instead of a case for each shape; runs count squared (Chen et al. 2021)",
      .takes_depth = false,
      .strength = 900};
  for (std::size_t i = 0; i < 6; ++i)
    info.settings.push_back(
        Setting::real(fmt::format("num{}", i + 1), ai7_nums[i], i < 4 ? 0 : 1, meanings[i].high, meanings[i].help)
            .tuned_by_share(meanings[i].step));
  info.settings.push_back(noise_setting());
  return info;
}

template <class P>
  requires is_gomoku<P>
std::unique_ptr<search::Engine<P>> Ai7::make(const Values& v) {
  Nums nums;
  for (std::size_t i = 0; i < 6; ++i) nums[i] = v.real(fmt::format("num{}", i + 1));
  return make_player<P>({nums, nums}, v);
}

PlayerInfo Ai8::info() {
  PlayerInfo info{.name = "ladder/ai8",
                  .summary = "AI7 with numbers found by evolution, apart for Black and White (Chen et al. 2021)",
                  .settings = num_settings(),
                  .takes_depth = false,
                  .strength = 950};
  info.settings.push_back(noise_setting());
  return info;
}

std::vector<Setting> Ai8::num_settings() {
  std::vector<Setting> settings = {Setting::choice("preset", {"rounds120", "rounds40", "rounds0"},
                                                   "the paper's numbers after so many rounds of evolution")};
  for (std::size_t side = 0; side < 2; ++side)
    for (std::size_t i = 0; i < 6; ++i)
      settings.push_back(
          Setting::real(name_of_num(side, i), 0, 0, meanings[i].high,
                        fmt::format("{}, as {}; 0: the preset's", meanings[i].help, side == 0 ? "black" : "white"))
              .tuned_by_share(meanings[i].step));
  return settings;
}

std::array<Nums, 2> Ai8::nums(const Values& v) {
  const std::string& preset = v.text("preset");
  std::array<Nums, 2> nums = {ai7_nums, ai7_nums};
  if (preset == "rounds40") nums = ai8_nums_40;
  if (preset == "rounds120") nums = ai8_nums_120;
  for (std::size_t side = 0; side < 2; ++side)
    for (std::size_t i = 0; i < 6; ++i)
      if (const double own = v.real(name_of_num(side, i)); own > 0) nums[side][i] = own;
  return nums;
}

Values Ai8::spelled_out(const Values& v) {
  const std::array<Nums, 2> all = nums(v);
  const std::vector<Setting> settings = num_settings();
  Values result = v;
  for (std::size_t side = 0; side < 2; ++side)
    for (std::size_t i = 0; i < 6; ++i) {
      const auto set = result.set(settings, name_of_num(side, i), fmt::format("{}", all[side][i]), "AI8");
      assert(set && "a preset's number is within the range of its setting");
      static_cast<void>(set);
    }
  return result;
}

template <class P>
  requires is_gomoku<P>
std::unique_ptr<search::Engine<P>> Ai8::make(const Values& v) {
  return make_player<P>(nums(v), v);
}

template std::unique_ptr<search::Engine<SmallPosition>> Ai7::make<SmallPosition>(const Values&);
template std::unique_ptr<search::Engine<LargePosition>> Ai7::make<LargePosition>(const Values&);
template std::unique_ptr<search::Engine<SmallPosition>> Ai8::make<SmallPosition>(const Values&);
template std::unique_ptr<search::Engine<LargePosition>> Ai8::make<LargePosition>(const Values&);

}  // namespace tengen::engines::gomoku
