#include "experiments/connect4_field.hpp"

#include <fmt/format.h>

#include <array>

#include "core/text.hpp"
#include "experiments/finding.hpp"

namespace tengen::experiments {

namespace {

const std::vector<std::string> opponents = {"greedy",
                                            "alphabeta:depth=2",
                                            "alphabeta:depth=4",
                                            "alphabeta:depth=6",
                                            "uct:simulations=1000",
                                            "uct:simulations=5000",
                                            "uct:simulations=20000",
                                            "connect4/uct:k=1,simulations=5000"};
constexpr std::array<const char*, 4> boards = {"rows=9 columns=9 blocked=e3", "rows=10 columns=12 blocked=b5",
                                               "rows=11 columns=10 blocked=h2", "rows=12 columns=11 blocked=f7"};

}  // namespace

std::string field_in_words() { return joined(opponents, "; "); }

Expected<FieldResult> play_field(Lab& lab, const std::string& name, const std::string& spec, std::uint64_t games) {
  FieldResult all;
  std::uint64_t wins = 0;
  // Every opponent on every board, or on one board each where there are few games.
  const std::size_t used = games / opponents.size() >= 2 * boards.size() ? boards.size() : 1;
  const std::uint64_t each = std::max<std::uint64_t>(2, games / opponents.size() / used / 2 * 2);
  for (std::size_t o = 0; o < opponents.size(); ++o) {
    std::uint64_t own = 0, won = 0, distinct = 0;
    for (std::size_t b = 0; b < used; ++b) {
      const std::size_t board = used == 1 ? o % boards.size() : b;
      const auto result = lab.match({fmt::format("{}-{}-{}", name, o + 1, board + 1),
                                     "connect4",
                                     boards[board],
                                     spec,
                                     opponents[o],
                                     each,
                                     "none",
                                     {}});
      if (!result) return result.error();
      own += result->games.size();
      won += result->pairing.games_of_a(Side::first).wins + result->pairing.games_of_a(Side::second).wins;
      distinct += result->distinct;
    }
    all.by_opponent.emplace_back(opponents[o], share_of(won, own, distinct));
    all.games += own;
    all.distinct += distinct;
    wins += won;
  }
  all.wins = share_of(wins, all.games, all.distinct);
  return all;
}

}  // namespace tengen::experiments
