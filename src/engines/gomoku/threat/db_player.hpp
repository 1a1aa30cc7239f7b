#pragma once
// threat/dbsearch: threat search first, the best point otherwise.
//
//   1. complete five, or stop the other side's
//   2. a winning sequence of threats: play its first move
//   3. the other side has one: of the points it runs through, and our own fours, the best one after which it is gone
//   4. otherwise the best point: the sum over its four lines of what a stone there makes for us and spoils for them

#include <memory>

#include "engines/gomoku/is_gomoku.hpp"
#include "engines/gomoku/threat/db_search.hpp"
#include "engines/info.hpp"
#include "search/engine.hpp"

namespace tengen::engines::gomoku {

template <class P>
class DbEngine final : public search::Engine<P> {
 public:
  explicit DbEngine(std::size_t threats) { limits_.threats = threats; }

  void new_game(std::uint64_t seed) override;
  search::SearchResult<P> search(const P& position, const Limits& limits, StopToken stop,
                                 const search::InfoSink<P>& info) override;

 private:
  struct Budget;  // what is left of the limits

  ThreatResult find_win(LineBoard& board, Side attacker, Budget& budget);
  int defence(LineBoard& board, Side side, const ThreatResult& danger, const std::vector<search::Candidate<P>>& points,
              Budget& budget);

  static constexpr int tried_defences = 12;

  DbLimits limits_{1000, 0, 2'000, 60};
  // One for each attacker would do no harm either: the colour is part of the key.
  KillMemory memory_{std::size_t{1} << 20};
};

extern template class DbEngine<SmallPosition>;
extern template class DbEngine<LargePosition>;

struct DbSearchPlayer {
  static PlayerInfo info();
  template <class P>
    requires is_gomoku<P>
  static std::unique_ptr<search::Engine<P>> make(const Values& settings) {
    return std::make_unique<DbEngine<P>>(static_cast<std::size_t>(settings.integer("threats")));
  }
};

}  // namespace tengen::engines::gomoku
