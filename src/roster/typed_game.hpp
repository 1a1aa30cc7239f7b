#pragma once
// The bridge from a position type to the dynamic Game.

#include <algorithm>

#include "games/perft.hpp"
#include "games/position.hpp"
#include "roster/game.hpp"

namespace tengen::roster {

template <games::Position P>
class TypedGame final : public Game {
 public:
  explicit TypedGame(const P& start) : position_(start) {}
  std::unique_ptr<Game> clone() const override { return std::make_unique<TypedGame>(*this); }

  const P& position() const { return position_; }

  Side side_to_move() const override { return position_.side_to_move(); }
  Outcome outcome() const override { return position_.outcome(); }

  std::vector<AnyMove> legal_moves() const override {
    games::MoveList<P> moves;
    position_.legal_moves(moves);
    std::vector<AnyMove> result;
    for (const auto move : moves) result.push_back(AnyMove::from(move));
    return result;
  }
  bool is_legal(AnyMove move) const override {
    games::MoveList<P> moves;
    position_.legal_moves(moves);
    return std::ranges::find(moves, move.to<typename P::Move>()) != moves.end();
  }
  void play(AnyMove move) override {
    history_.push_back(position_);
    moves_.push_back(move);
    position_.play(move.to<typename P::Move>());
  }
  bool undo() override {
    if (history_.empty()) return false;
    position_ = history_.back();
    history_.pop_back();
    moves_.pop_back();
    return true;
  }
  void restart() override {
    if (history_.empty()) return;
    position_ = history_.front();
    history_.clear();
    moves_.clear();
  }

  Expected<AnyMove> parse_move(std::string_view text) const override {
    return position_.parse_move(text).map([](auto move) { return AnyMove::from(move); });
  }
  std::string format(AnyMove move) const override { return position_.format(move.to<typename P::Move>()); }
  std::string to_string() const override { return position_.to_string(); }
  games::Diagram diagram() const override { return position_.diagram(); }
  games::BoardChange change(AnyMove move) const override {
    P after = position_;
    after.play(move.to<typename P::Move>());
    return games::change_between(position_.diagram(), after.diagram());
  }
  std::vector<games::CellIndex> winning_line() const override { return games::winning_line(position_); }
  std::vector<games::ForbiddenCell> forbidden() const override { return games::forbidden(position_); }
  games::Threats threats() const override { return games::threats(position_); }
  games::OptionValues option_values() const override { return games::option_values(position_); }
  std::uint64_t key() const override { return position_.key(); }
  std::uint64_t perft(int depth) const override { return games::perft(position_, depth); }

  std::vector<std::string> move_names() const override {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < moves_.size(); ++i)
      names.push_back(history_[i].format(moves_[i].template to<typename P::Move>()));
    return names;
  }

  int symmetries() const override { return P::symmetries; }
  AnyMove transformed(AnyMove move, int symmetry) const override {
    return AnyMove::from(position_.transformed(move.to<typename P::Move>(), symmetry));
  }
  bool is_symmetric(int symmetry) const override { return position_.transformed(symmetry) == position_; }

  std::type_index position_type() const override { return typeid(P); }

 private:
  P position_;
  std::vector<P> history_;  // the positions before each move
};

}  // namespace tengen::roster
