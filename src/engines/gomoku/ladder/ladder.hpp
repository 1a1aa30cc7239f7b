#pragma once
// The ladder of Chen et al. (2021): thirteen ways to play Gomoku, each a little better thought out than the one before.
// A player is one file, ai2.cpp to ai13.cpp, to be read beside the paper or docs/algorithms/ladder.md. AI3 is a person,
// and there is no AI9.
//
//     AI2, AI5         point players: add up the windows through each point
//     AI4, AI7, AI8    board players: add up all windows of the board after each move
//     AI6              two plies, every reply considered
//     AI10, AI11       alpha-beta over the few moves that look best
//     AI12, AI13       plain minimax over few moves

#include <memory>

#include "engines/generic/random.hpp"
#include "engines/gomoku/is_gomoku.hpp"
#include "engines/gomoku/ladder/window_rule.hpp"

namespace tengen::engines::gomoku {

struct Ai1 {  // a uniformly random empty point, the floor that every idea must rise above
  static PlayerInfo info() {
    return {.name = "ladder/ai1", .summary = "a uniformly random empty point (Chen et al. 2021)", .takes_depth = false};
  }
  template <class P>
    requires is_gomoku<P>
  static std::unique_ptr<search::Engine<P>> make(const Values&) {
    return std::make_unique<RandomEngine<P>>();
  }
};

struct Ai2 {
  static PlayerInfo info();
  template <class P>
    requires is_gomoku<P>
  static std::unique_ptr<search::Engine<P>> make(const Values& values);
};

struct Ai4 {
  static PlayerInfo info();
  template <class P>
    requires is_gomoku<P>
  static std::unique_ptr<search::Engine<P>> make(const Values& values);
};

// The player that AI4, AI7 and AI8 are, with a rule for each colour that it may have. Its chance is a setting.
template <class P>
  requires is_gomoku<P>
std::unique_ptr<search::Engine<P>> make_board_player(const std::array<WindowRule, 2>& rules, const Values& values);
Setting noise_setting();

struct Ai5 {
  static PlayerInfo info();
  template <class P>
    requires is_gomoku<P>
  static std::unique_ptr<search::Engine<P>> make(const Values& values);

  // The value of a point that the n-th rule of forced play speaks for: above any sum, and above all later rules.
  static constexpr double forced_value(int rule) noexcept { return (6 - rule) * 1e18; }
};

struct Ai6 {
  static PlayerInfo info();
  template <class P>
    requires is_gomoku<P>
  static std::unique_ptr<search::Engine<P>> make(const Values& values);
};

struct Ai7 {
  static PlayerInfo info();
  template <class P>
    requires is_gomoku<P>
  static std::unique_ptr<search::Engine<P>> make(const Values& values);
};

struct Ai8 {
  static PlayerInfo info();
  template <class P>
    requires is_gomoku<P>
  static std::unique_ptr<search::Engine<P>> make(const Values& values);

  // The settings that name AI8's numbers (preset, black1 … white6), and the numbers they stand for by colour. AI13 has
  // the same ones.
  static std::vector<Setting> num_settings();
  static std::array<Nums, 2> nums(const Values& values);
  static Values spelled_out(const Values& values);
};

struct Ai10 {
  static PlayerInfo info();
  template <class P>
    requires is_gomoku<P>
  static std::unique_ptr<search::Engine<P>> make(const Values& values);
};

struct Ai11 {
  static PlayerInfo info();
  template <class P>
    requires is_gomoku<P>
  static std::unique_ptr<search::Engine<P>> make(const Values& values);
};

struct Ai12 {
  static PlayerInfo info();
  template <class P>
    requires is_gomoku<P>
  static std::unique_ptr<search::Engine<P>> make(const Values& values);
};

struct Ai13 {
  static PlayerInfo info();
  template <class P>
    requires is_gomoku<P>
  static std::unique_ptr<search::Engine<P>> make(const Values& values);

  static Values spelled_out(const Values& values) { return Ai8::spelled_out(values); }
};

}  // namespace tengen::engines::gomoku
