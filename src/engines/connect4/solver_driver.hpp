#pragma once
// From null-window questions to a score, with one thread or several.

#include <algorithm>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "engines/connect4/solver.hpp"
#include "engines/connect4/solver_search.hpp"

namespace tengen::engines::connect4 {

template <class Shape>
class SolverDriver {
 public:
  // Precondition: threads >= 1.
  SolverDriver(const Shape& shape, SolverTable& table, int threads) : shape_(shape) {
    for (int i = 0; i < threads; ++i) searches_.emplace_back(shape, table, static_cast<std::uint64_t>(i));
  }

  // As Solver::solve.
  Solver::Answer solve(const SmallPosition& position, int low, int high, const Limits& limits, const StopToken& stop) {
    search::Stopper stopper(limits, stop, 1024);
    SolverSearch<Shape>& search = searches_.front();
    search.begin(stopper);
    SolverNode node = node_of(position);
    if ((node.my_threats & playable_cells(shape_, node)) != 0) return {win_score_at(shape_, node.plies + 1), 0};
    int score = 0;
    const bool ended = search.follow_forced(node, score);
    const bool flipped = (node.plies - position.plies()) % 2 != 0;
    if (ended) return {flipped ? -score : score, 0};
    if (flipped) low = -std::exchange(high, -low);

    Question question{{node, {}, false, SolverTable::no_move}, {worst(node), most(node)}, low, high, 0};
    search.find_place(question.node);
    ask_quick(question);
    if (searches_.size() > 1 && question.open() && !search.stopped()) {
      ask_together(question, limits, stop);
    } else {
      ask_all(question, search);
    }
    if (question.open()) return {std::nullopt, question.nodes};
    score = question.score();
    return {flipped ? -score : score, question.nodes};
  }

 private:
  struct Question {
    typename SolverSearch<Shape>::SearchNode node;
    ScoreRange known;
    int low, high;  // the scores that must be told apart
    std::uint64_t nodes;

    bool open() const noexcept { return known.lower < known.upper && known.upper >= low && known.lower <= high; }
    int score() const noexcept { return known.lower > high ? known.lower : known.upper; }
    // The nearest goal that is worth asking for.
    int sensible(int goal) const noexcept {
      return std::clamp(std::clamp(goal, low, high + 1), known.lower + 1, known.upper);
    }
  };

  SolverNode node_of(const SmallPosition& position) const noexcept {
    const Cells free = shape_.masks.board & ~position.filled();
    return {position.mine(), position.theirs(), completions(shape_, position.mine()) & free,
            completions(shape_, position.theirs()) & free, position.plies()};
  }
  int worst(const SolverNode& node) const noexcept { return -win_score_at(shape_, node.plies + 4); }
  int most(const SolverNode& node) const noexcept { return win_score_at(shape_, node.plies + 3); }

  // Is the score at least `goal`? No answer after a stop.
  static bool ask(Question& question, int goal, SolverSearch<Shape>& search) {
    goal = question.sensible(goal);
    const ScoreRange range = search.bounds(question.node.board, goal);
    int score = 0;
    if (range.lower >= goal) {
      score = range.lower;
    } else if (range.upper < goal) {
      score = range.upper;
    } else {
      score = search.search(question.node, goal);
      question.nodes = search.nodes();
      if (search.stopped()) return false;
    }
    (score >= goal ? question.known.lower : question.known.upper) = score;
    return score >= goal;
  }

  // Whether the game is over soon is a small search, whoever wins. So ask for that first, further ahead each time, for
  // as long as it stays cheap: most positions of chance games end here.
  void ask_quick(Question& question) {
    constexpr std::uint64_t cheap = 1000;  // nodes
    SolverSearch<Shape>& search = searches_.front();
    const int top = most(question.node.board), bottom = worst(question.node.board);
    for (int reach = 3; reach < top && question.open() && search.nodes() < cheap; reach += 2) {
      if (ask(question, top - reach, search) || search.stopped() || !question.open()) return;
      if (!ask(question, bottom + reach, search)) return;
    }
  }

  // From 0 on, each question next to the last answer.
  static void ask_all(Question& question, SolverSearch<Shape>& search) {
    int goal = 0;
    while (question.open() && !search.stopped())
      goal = ask(question, goal, search) ? question.known.lower + 1 : question.known.upper;
  }

  // Every thread asks all questions for itself. They meet in the table; the first one to finish ends the rest.
  void ask_together(Question& question, const Limits& limits, const StopToken& stop) {
    std::stop_source done;
    const std::stop_callback forward(stop, [&done] { done.request_stop(); });
    Limits share = limits;
    if (share.nodes) share.nodes = (*share.nodes - std::min(*share.nodes, question.nodes)) / searches_.size();
    const std::uint64_t nodes_before = question.nodes;
    std::uint64_t nodes = 0;
    std::optional<ScoreRange> answer;
    std::mutex mutex;
    const auto work = [&](SolverSearch<Shape>& search) {
      search::Stopper stopper(share, done.get_token(), 1024);
      search.begin(stopper);
      Question own = question;
      ask_all(own, search);
      const std::lock_guard lock(mutex);
      nodes += search.nodes();
      if (own.open()) return;
      answer = own.known;
      done.request_stop();
    };
    {
      std::vector<std::jthread> helpers;
      for (std::size_t i = 1; i < searches_.size(); ++i) helpers.emplace_back([&, i] { work(searches_[i]); });
      work(searches_.front());
    }
    question.nodes = nodes_before + nodes;
    if (answer) question.known = *answer;
  }

  [[no_unique_address]] Shape shape_;
  std::vector<SolverSearch<Shape>> searches_;  // one for each thread
};

}  // namespace tengen::engines::connect4
