#pragma once
// A whole game looked over by one player: what every position was worth, and what every move gave away.

#include <memory>
#include <string>
#include <vector>

#include "server/analysis/analysis.hpp"
#include "server/context.hpp"
#include "server/thoughts_json.hpp"

namespace tengen::server {

// What a move gave away, as people call it. `loss` is in chances to win.
std::string_view mark_of(double loss, bool was_best, bool forced);

// From the last position to the first, so that a search may use what it learned from the positions after.
class GameReview {
 public:
  GameReview(std::shared_ptr<StreamJobs> jobs, const ServerContext& context, std::shared_ptr<const roster::Game> game,
             std::string player, const Limits& limits);

  // False when it was put aside: positions done stay done.
  bool run(const StopToken& stop);

 private:
  struct Seen {
    bool done = false;
    bool over = false;
    int legal = 0;
    int to_move = 0;
    std::optional<roster::Choice> choice;
    std::optional<double> win;  // of the side to move
  };

  // Says what went wrong; stopped, it has not looked.
  std::optional<roster::Failure> look_at(std::size_t ply, const StopToken& stop);
  Json summary() const;
  Json ply_json(std::size_t ply) const;

  std::shared_ptr<StreamJobs> jobs_;
  const ServerContext& context_;
  std::shared_ptr<const roster::Game> game_;
  std::unique_ptr<roster::Player> player_;
  Thinker thinker_;
  const Limits limits_;
  std::vector<std::unique_ptr<roster::Game>> positions_;  // after so many moves
  std::vector<Seen> seen_;
};

}  // namespace tengen::server
