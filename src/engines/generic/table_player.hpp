#pragma once
// Players on a learned table: the known action with the highest value, or a random move where the table knows none.

#include <algorithm>
#include <functional>
#include <memory>

#include "engines/generic/table_file.hpp"
#include "engines/info.hpp"
#include "search/engine.hpp"

namespace tengen::engines {

template <TablePosition P>
class TableEngine final : public search::Engine<P> {
 public:
  explicit TableEngine(TableFile file) : file_(std::move(file)) {}

  void new_game(std::uint64_t seed) override { rng_ = Rng(seed); }

  // The candidates are the moves that the table knows; without any, the move is a random one.
  search::SearchResult<P> search(const P& position, const Limits&, StopToken, const search::InfoSink<P>&) override {
    const int symmetry = file_.header().symmetry ? canonical_symmetry(position) : 0;
    const P state = symmetry == 0 ? position : position.transformed(symmetry);
    games::MoveList<P> moves, actions;
    position.legal_moves(moves);
    state.legal_moves(actions);
    const auto move_of = [&](std::uint32_t action) {
      return *std::ranges::find_if(moves,
                                   [&](auto move) { return position.transformed(move, symmetry) == actions[action]; });
    };
    search::SearchResult<P> result;
    const std::uint64_t key = state_key(state);
    const BestKnown best = best_known(file_, key);
    if (best.known == 0) {
      result.best = moves[rng_.below(static_cast<std::uint32_t>(moves.size()))];
      return result;
    }
    result.best = move_of(best.action);
    result.score = best.value;
    result.nodes = best.known;
    result.pv = {result.best};
    file_.each_known(key, [&](std::uint32_t action, float value) {
      result.candidates.push_back({move_of(action), value, true, 0});
    });
    std::ranges::stable_sort(result.candidates, std::greater{},
                             [&](const search::Candidate<P>& c) { return std::pair(c.value, c.move == result.best); });
    return result;
  }

 private:
  TableFile file_;
  Rng rng_{0};
};

namespace detail {

PlayerInfo table_player_info(const std::string& method, const std::string& title);

// Whether the file is of that method, and made for this board.
template <TablePosition P>
Expected<void> table_fits(const Values& values, std::string_view method, const P& position) {
  const std::string& path = values.text("table");
  if (path.empty()) return {};
  const auto header = read_table_header(path);
  if (!header) return header.error();
  if (header->method != method)
    return fail("table {} was learned by {}; play it as {}:table=…", in_quotes(path), header->method, header->method);
  return check_board(*header, position).map_error([&path](const Error& e) {
    return Error{fmt::format("{}: {}", in_quotes(path), e.message)};
  });
}

template <TablePosition P>
Expected<std::unique_ptr<search::Engine<P>>> make_table_engine(const Values& values) {
  const std::string& path = values.text("table");
  Expected<TableFile> file = path.empty() ? TableFile() : TableFile::open(path);
  if (!file) return file.error();
  return std::make_unique<TableEngine<P>>(*std::move(file));
}

}  // namespace detail

struct QPlayer {
  static PlayerInfo info() { return detail::table_player_info("q", "Q-learning"); }
  template <TablePosition P>
  static Expected<std::unique_ptr<search::Engine<P>>> make(const Values& v) {
    return detail::make_table_engine<P>(v);
  }
  template <TablePosition P>
  static Expected<void> fits(const Values& v, const P& position) {
    return detail::table_fits(v, "q", position);
  }
};

struct SarsaPlayer {
  static PlayerInfo info() { return detail::table_player_info("sarsa", "Sarsa"); }
  template <TablePosition P>
  static Expected<std::unique_ptr<search::Engine<P>>> make(const Values& v) {
    return detail::make_table_engine<P>(v);
  }
  template <TablePosition P>
  static Expected<void> fits(const Values& v, const P& position) {
    return detail::table_fits(v, "sarsa", position);
  }
};

}  // namespace tengen::engines
