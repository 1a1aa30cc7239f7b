// The line net on this processor: against the trainer's answers and a slow twin, every kind of kernel against the others, and
// what is remembered against what is worked out from scratch.

#include "network/line_net.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "core/embedded.hpp"
#include "core/file.hpp"
#include "core/rng.hpp"
#include "network/line_twin.hpp"
#include "support/allocations.hpp"
#include "support/effort.hpp"
#include "support/places.hpp"

namespace tengen::network {
namespace {

using Cells = std::vector<std::uint8_t>;

const WeightsFile& weights() {
  static const WeightsFile file = *WeightsFile::from_bytes(embedded::gomoku_line_net().front().bytes);
  return file;
}

const LineNet& net() {
  static const LineNet built = *LineNet::make(weights());
  return built;
}

// A position of weights/gomoku-line-reference.txt with the trainer's answer.
struct Reference {
  LineView view;
  int size = 0;
  Cells cells;
  LineAnswer answer;
};

LineView view_of(std::string_view rule, bool black) {
  return {rule == "standard" || (rule == "renju" && black), rule == "standard" || (rule == "renju" && !black)};
}

LineAnswer read_answer(std::istream& in, int size) {
  LineAnswer answer;
  in >> answer.value;
  answer.logits.resize(static_cast<std::size_t>(size * size));
  for (float& x : answer.logits) in >> x;
  return answer;
}

const std::vector<Reference>& references() {
  static const std::vector<Reference> all = [] {
    std::vector<Reference> found;
    std::istringstream in(read_file(source_file("weights/gomoku-line-reference.txt")).value_or(""));
    std::string line, word, rule;
    Cells moves;  // of a game, as its first player sees them
    int size = 0;
    bool game = false, first = true;
    std::getline(in, line);  // the comment
    while (in >> word) {
      if (word == "game" || word.find('-') != std::string::npos) {
        game = word == "game", first = true;
        if (game) in >> word;
        rule = word.substr(0, word.find('-')), size = std::stoi(word.substr(word.find('-') + 1));
        moves.assign(static_cast<std::size_t>(size * size), 0);
        if (game) continue;
        in >> word;
        std::erase(word, '/');
        Cells cells;
        for (const char c : word) cells.push_back(c == 'x' ? 1 : c == 'o' ? 2 : 0);
        const bool black = std::ranges::count(cells, 1) == std::ranges::count(cells, 2);
        found.push_back({view_of(rule, black), size, cells, read_answer(in, size)});
      } else {
        moves[std::stoul(word)] = first ? 1 : 2;
        first = !first;
        Cells cells = moves;
        if (!first)
          for (auto& cell : cells) cell = static_cast<std::uint8_t>(cell == 0 ? 0 : 3 - cell);
        found.push_back({view_of(rule, first), size, cells, read_answer(in, size)});
      }
    }
    return found;
  }();
  return all;
}

std::size_t first_move(const Cells& cells, const std::vector<float>& logits) {
  std::size_t best = logits.size();
  for (std::size_t p = 0; p < logits.size(); ++p)
    if (cells[p] == 0 && (best == logits.size() || logits[p] > logits[best])) best = p;
  return best;
}

LineAnswer run(LineEvaluation& evaluation, LineView view, const Cells& cells) {
  LineAnswer answer{0, std::vector<float>(cells.size())};
  answer.value = evaluation.run(view, cells, answer.logits);
  return answer;
}

TEST(LineNet, TwinAgreesWithTheTrainer) {
  ASSERT_EQ(references().size(), 280U);
  LineTwin twin(weights());
  for (std::size_t i = 0; i < references().size(); i += slow_build ? 60 : 12) {
    const Reference& r = references()[i];
    const LineAnswer found = twin.ask(r.view, r.size, r.cells);
    EXPECT_NEAR(found.value, r.answer.value, 1e-4) << i;
    for (std::size_t p = 0; p < r.cells.size(); ++p) ASSERT_NEAR(found.logits[p], r.answer.logits[p], 1e-3) << i;
  }
}

// In whole numbers. The references hold whole games, move by move, and what was answered before is remembered.
TEST(LineNet, PlaysTheTrainersMoves) {
  LineEvaluation small(net(), 15), large(net(), 20);
  int same = 0;
  double value = 0, logit = 0, count = 0;
  for (const Reference& r : references()) {
    const LineAnswer found = run(r.size == 15 ? small : large, r.view, r.cells);
    same += first_move(r.cells, found.logits) == first_move(r.cells, r.answer.logits) ? 1 : 0;
    value += std::abs(found.value - r.answer.value) / static_cast<double>(references().size());
    for (std::size_t p = 0; p < r.cells.size(); ++p)
      if (r.cells[p] == 0) logit += std::abs(found.logits[p] - r.answer.logits[p]), ++count;
  }
  EXPECT_GE(same, 275);  // of 280; it is 277
  EXPECT_LE(value, 0.001);
  EXPECT_LE(logit / count, 0.04);
}

TEST(LineNet, EveryProcessorFindsTheSameNumbers) {
  std::vector<LineAnswer> expected;
  for (const LineKernels* kernels : line_kernels()) {
    const LineNet here = *LineNet::make(weights(), *kernels);
    LineEvaluation small(here, 15), large(here, 20);
    for (std::size_t i = 0; i < references().size(); i += slow_build ? 8 : 1) {
      const Reference& r = references()[i];
      const LineAnswer found = run(r.size == 15 ? small : large, r.view, r.cells);
      if (kernels == line_kernels().front()) {
        expected.push_back(found);
      } else {
        const LineAnswer& other = expected[i / (slow_build ? 8 : 1)];
        ASSERT_EQ(found.value, other.value) << kernels->name << " " << i;
        ASSERT_EQ(found.logits, other.logits) << kernels->name << " " << i;
      }
    }
  }
}

// Stones are put and taken at random, on every size and as every rule sees them; the sides change now and then.
TEST(LineNet, RemembersExactly) {
  Rng rng(3);
  for (int size = 5; size <= line::largest_size; size += slow_build ? 6 : 1)
    for (int kind = 0; kind < 4; ++kind) {
      const LineView view{kind % 2 == 1, kind / 2 == 1};
      const auto points = static_cast<std::uint32_t>(size * size);
      LineEvaluation used(net(), size);
      Cells cells(points);
      std::vector<std::uint32_t> put;
      for (int round = 0; round < effort(400); ++round) {
        for (std::uint32_t turn = 1 + rng.below(round % 8 == 0 ? 200 : 6); turn > 0; --turn) {
          const std::uint32_t point = rng.below(points);
          if (cells[point] == 0 && put.size() < points / 2 && rng.below(5) < 3) {
            cells[point] = static_cast<std::uint8_t>(1 + rng.below(2));
            put.push_back(point);
          } else if (!put.empty()) {
            cells[put.back()] = 0;
            put.pop_back();
          }
        }
        if (rng.below(4) == 0)
          for (auto& cell : cells) cell = static_cast<std::uint8_t>(cell == 0 ? 0 : 3 - cell);
        const LineAnswer found = run(used, view, cells);
        if (round % 8 != 7) continue;
        LineEvaluation fresh(net(), size);
        const LineAnswer expected = run(fresh, view, cells);
        ASSERT_EQ(found.value, expected.value) << size << " " << kind << " " << round;
        ASSERT_EQ(found.logits, expected.logits) << size << " " << kind << " " << round;
      }
    }
}

TEST(LineNet, DoesNotAllocate) {
  if (!counts_allocations()) GTEST_SKIP() << "the sanitizer owns the allocator";
  LineEvaluation evaluation(net(), 15);
  std::vector<float> logits(225);
  net().table({});
  const std::vector<Reference>& all = references();
  const std::size_t before = allocations();
  for (const Reference& r : all)
    if (r.size == 15) evaluation.run({}, r.cells, logits);
  EXPECT_EQ(allocations(), before);
}

TEST(LineNet, RefusesOtherNets) {
  const auto message = [](const WeightsFile& file) {
    const auto made = LineNet::make(file);
    return made ? "" : made.error().message;
  };
  WeightsFile file = weights();
  std::get<LineShape>(file.shape).glances = 3;
  EXPECT_NE(message(file).find("glances"), std::string::npos);
  file = weights();
  std::get<LineShape>(file.shape).hidden = 100;
  EXPECT_NE(message(file).find("hidden"), std::string::npos);
  file = weights();
  std::get<LineShape>(file.shape).blocks = 3;
  EXPECT_NE(message(file).find("depthwise.3"), std::string::npos) << message(file);
  file = *WeightsFile::from_bytes(embedded::gomoku_network().front().bytes);
  EXPECT_NE(message(file).find("line net"), std::string::npos);
}

}  // namespace
}  // namespace tengen::network
