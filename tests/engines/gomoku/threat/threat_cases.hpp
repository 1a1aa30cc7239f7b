#pragma once
// The positions of tests/data/threats.txt.

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "core/text.hpp"
#include "games/gomoku/position.hpp"
#include "support/places.hpp"

namespace tengen::engines::gomoku {

struct ThreatCase {
  std::string name;
  SmallPosition position;
  Side attacker = Side::first;
  bool vcf = false;  // the attacker wins by fours
  bool vct = false;  // by fours and threes
  bool vct_known = true;
};

// Lines of five fields between bars: vcf, vct (win, no_win, or - where the twin cannot tell), attacker, position, name.
inline std::vector<ThreatCase> read_threat_cases() {
  std::ifstream file(test_data("threats.txt"));
  std::vector<ThreatCase> cases;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    std::vector<std::string> fields;
    for (std::size_t from = 0; from <= line.size();) {
      const std::size_t bar = std::min(line.find('|', from), line.size());
      fields.emplace_back(trim(line.substr(from, bar - from)));
      from = bar + 1;
    }
    EXPECT_EQ(fields.size(), 5U) << line;
    const auto position = SmallPosition::from_string(fields[3]);
    EXPECT_TRUE(position) << line;
    if (fields.size() != 5 || !position) continue;
    EXPECT_TRUE(fields[2] == "black" || fields[2] == "white") << line;
    cases.push_back({fields[4], *position, fields[2] == "black" ? Side::first : Side::second, fields[0] == "win",
                     fields[1] == "win", fields[1] != "-"});
  }
  return cases;
}

}  // namespace tengen::engines::gomoku
