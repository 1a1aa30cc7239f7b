#pragma once
// Whether a foreign engine speaks its protocol: a script of small conversations, each ending in one verdict.

#include <string>
#include <thread>
#include <vector>

#include "protocol/child_process.hpp"
#include "roster/registry.hpp"

namespace tengen::protocol {

struct CheckPoint {
  enum class Verdict { pass, fail, no_answer };
  std::string name;       // what was asked for
  bool mandatory = true;  // by the protocol's text; the rest is good to have
  Verdict verdict = Verdict::fail;
  std::string detail;  // what came instead, or what is worth knowing
};

struct CheckPlan {
  ProcessPlan process;
  std::chrono::milliseconds patience{5000};  // for one answer
  const roster::Registry* registry = nullptr;
  std::string game;  // for GTP
  int size = 20;     // of Gomoku's board; 20 is the one that every Gomocup brain must know
};

std::vector<CheckPoint> check_gomocup(const CheckPlan& plan);
std::vector<CheckPoint> check_gtp(const CheckPlan& plan);
std::vector<CheckPoint> check_nboard(const CheckPlan& plan);

// The engine under test and the list of verdicts: what the scripts above are written with.
class Examination {
 public:
  explicit Examination(const CheckPlan& plan) : plan_(plan) {}

  // Starts the engine, anew if it runs. False, with a failed point, where it does not start.
  bool start();
  void send(std::string_view text);
  // The next line, or nothing after the patience or at its end; `why` says which.
  std::optional<std::string> line(std::optional<std::chrono::milliseconds> patience = std::nullopt);
  // The first line for which `wanted` holds; lines for which `skipped` holds may come before it.
  template <class Wanted, class Skipped>
  bool answers(const Wanted& wanted, const Skipped& skipped);

  // The answer that was just read, in full, where it has several lines.
  void quote(std::string answer) { last_ = std::move(answer); }
  // A line from before the silence that ended the wait.
  void heard(std::string line) {
    last_ = std::move(line);
    answered_ = true;
  }
  void verdict(std::string name, bool passed, std::string detail = {}, bool mandatory = true);
  // A point about the answer that was just read: not answered, wrong, or right.
  void about(std::string name, bool passed, bool mandatory = true);
  // Leaves it alone for a moment: some do not hear what follows their move at once.
  static void rest() { std::this_thread::sleep_for(std::chrono::milliseconds(50)); }
  // Ends it politely and says whether that worked.
  void ends(std::string name, std::string_view farewell);

  bool running() const { return process_ != nullptr; }
  const std::string& last() const { return last_; }
  std::vector<CheckPoint> take() { return std::move(points_); }
  const CheckPlan& plan() const { return plan_; }

 private:
  const CheckPlan& plan_;
  std::unique_ptr<ChildProcess> process_;
  std::vector<CheckPoint> points_;
  std::string last_;       // the last line read, or why there was none
  bool answered_ = false;  // whether last_ is an answer
};

template <class Wanted, class Skipped>
bool Examination::answers(const Wanted& wanted, const Skipped& skipped) {
  while (const auto said = line()) {
    if (wanted(*said)) return true;
    if (!skipped(*said)) return false;
  }
  return false;
}

}  // namespace tengen::protocol
