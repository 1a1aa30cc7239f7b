// The Gomoku network on this processor: against the trainer's answers, and every kind of kernel against the others.

#include "network/residual_net.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "core/embedded.hpp"
#include "core/file.hpp"
#include "network/reference.hpp"
#include "support/places.hpp"

namespace tengen::network {

std::vector<Reference> read_references() {
  const auto text = read_file(source_file("weights/gomoku-reference.txt"));
  EXPECT_TRUE(text);
  std::istringstream in(text.value_or(""));
  std::vector<Reference> all;
  std::string line, word;
  std::getline(in, line);  // the comment
  while (std::getline(in, line)) {
    Reference r;
    r.rule = line.substr(0, line.find('-'));
    r.size = std::stoi(line.substr(line.find('-') + 1));
    std::getline(in, r.board);
    std::erase(r.board, '/');
    const auto size = static_cast<std::size_t>(r.size);
    r.planes.assign(size * size, 0);
    for (int plane = 0; plane < 16; ++plane) {
      in >> word;
      for (std::size_t row = 0; row < size; ++row) {
        const auto bits = static_cast<std::uint32_t>(std::stoul(word.substr(5 * row, 5), nullptr, 16));
        for (std::size_t column = 0; column < size; ++column)
          r.planes[row * size + column] |= (bits >> column & 1) << plane;
      }
    }
    in >> r.value;
    r.logits.resize(size * size);
    for (float& x : r.logits) in >> x;
    std::getline(in, line);
    all.push_back(std::move(r));
  }
  return all;
}

namespace {

const WeightsFile& weights() {
  static const WeightsFile file = *WeightsFile::from_bytes(embedded::gomoku_network().front().bytes);
  return file;
}

struct Answer {
  float value;
  std::vector<float> logits;
};

std::vector<Answer> answers(const Kernels& kernels, const std::vector<Reference>& references) {
  const auto net = ResidualNet::make(weights(), kernels);
  EXPECT_TRUE(net);
  Evaluation evaluation(*net, 20);
  std::vector<Answer> all;
  for (const Reference& r : references) {
    Answer answer{0, std::vector<float>(r.logits.size())};
    answer.value = evaluation.run(r.size, r.planes, answer.logits);
    all.push_back(std::move(answer));
  }
  return all;
}

std::size_t first_move(const Reference& r, const std::vector<float>& logits) {
  std::size_t best = logits.size();
  for (std::size_t p = 0; p < logits.size(); ++p)
    if (r.legal(p) && (best == logits.size() || logits[p] > logits[best])) best = p;
  return best;
}

TEST(ResidualNet, AgreesWithTheTrainerInFloats) {
  const auto references = read_references();
  ASSERT_EQ(references.size(), 100U);
  for (const Kernels* kernels : exact_kernels()) {
    const auto found = answers(*kernels, references);
    for (std::size_t i = 0; i < references.size(); ++i) {
      ASSERT_NEAR(found[i].value, references[i].value, 1e-4) << kernels->name << " " << i;
      for (std::size_t p = 0; p < references[i].logits.size(); ++p)
        ASSERT_NEAR(found[i].logits[p], references[i].logits[p], 1e-3) << kernels->name << " " << i << " " << p;
    }
  }
}

TEST(ResidualNet, PlaysTheSameMovesInWholeNumbers) {
  const auto references = read_references();
  const auto found = answers(*integer_kernels().front(), references);
  int same = 0;
  double error = 0;
  for (std::size_t i = 0; i < references.size(); ++i) {
    same += first_move(references[i], found[i].logits) == first_move(references[i], references[i].logits);
    error += std::abs(found[i].value - references[i].value) / static_cast<double>(references.size());
  }
  EXPECT_GE(same, 98);
  EXPECT_LE(error, 0.006);
}

TEST(ResidualNet, EveryProcessorFindsTheSameNumbers) {
  auto references = read_references();
  const auto expected = answers(*integer_kernels().front(), references);
  for (const Kernels* kernels : integer_kernels()) {
    const auto found = answers(*kernels, references);
    for (std::size_t i = 0; i < references.size(); ++i) {
      ASSERT_EQ(found[i].value, expected[i].value) << kernels->name << " " << i;
      ASSERT_EQ(found[i].logits, expected[i].logits) << kernels->name << " " << i;
    }
  }
}

// What is left over from a larger board must not reach into a smaller one.
TEST(ResidualNet, ForgetsTheBoardBefore) {
  const auto references = read_references();
  const auto small = std::ranges::find(references, 15, &Reference::size);
  const auto large = std::ranges::find(references, 20, &Reference::size);
  ASSERT_NE(large, references.end());
  const auto net = ResidualNet::make(weights());
  ASSERT_TRUE(net);
  Evaluation used(*net, 20), fresh(*net, 20);
  std::vector<float> logits(400), again(400);
  used.run(20, large->planes, logits);
  const float value = used.run(15, small->planes, logits);
  EXPECT_EQ(value, fresh.run(15, small->planes, again));
  EXPECT_TRUE(std::equal(logits.begin(), logits.begin() + 225, again.begin()));
}

TEST(ResidualNet, RefusesShapesItCannotCompute) {
  WeightsFile file = weights();
  std::get<ResidualShape>(file.shape).channels = 97;
  EXPECT_FALSE(ResidualNet::make(file));
  file = weights();
  std::get<ResidualShape>(file.shape).planes = 33;
  EXPECT_FALSE(ResidualNet::make(file));
  file = weights();
  std::get<ResidualShape>(file.shape).blocks = 7;
  const auto missing = ResidualNet::make(file);
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().message.find("block6.first.weight"), std::string::npos) << missing.error().message;
}

}  // namespace
}  // namespace tengen::network
