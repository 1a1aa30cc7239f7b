// The weight file: what it holds, and that no damaged one is read.

#include "network/weights_file.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include "core/bytes.hpp"
#include "core/embedded.hpp"
#include "core/rng.hpp"
#include "support/effort.hpp"
#include "support/one_line.hpp"

namespace tengen::network {
namespace {

std::string committed() { return std::string(embedded::gomoku_network().front().bytes); }

// A file around a header and tensors, whole as far as its check goes.
std::string file_of(const std::string& header, const std::string& tensors) {
  std::string bytes = "TGNWGHT1";
  put_number(bytes, static_cast<std::uint32_t>(header.size()));
  bytes += header + tensors;
  put_number(bytes, static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size())));
  return bytes;
}

std::string header_of(const std::string& tensors, const std::string& pooling = "[]") {
  return R"({"game":"g","planes":["a"],"shape":{"blocks":1,"channels":2,"head":1,"hidden":1,"pooling":)" + pooling +
         R"(},"tensors":)" + tensors + "}";
}

std::string message(const std::string& bytes) {
  const auto file = WeightsFile::from_bytes(bytes);
  return file ? "" : file.error().message;
}

TEST(WeightsFile, ReadsTheCommittedNetwork) {
  const auto file = WeightsFile::from_bytes(committed());
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file->game, "gomoku");
  EXPECT_EQ(std::get<ResidualShape>(file->shape).planes, 16);
  EXPECT_EQ(std::get<ResidualShape>(file->shape).channels, 96);
  EXPECT_EQ(std::get<ResidualShape>(file->shape).pooling, (std::vector<int>{1, 4}));
  EXPECT_TRUE(file->tensor("stem.weight", {96, 16, 5, 5}));
  EXPECT_FALSE(file->tensor("stem.weight", {96, 16, 3, 3}));
  EXPECT_FALSE(file->tensor("stem.weights", {96, 16, 5, 5}));
}

TEST(WeightsFile, ReadsTheCommittedLineNet) {
  const auto file = WeightsFile::from_bytes(embedded::gomoku_line_net().front().bytes);
  ASSERT_TRUE(file) << file.error().message;
  ASSERT_TRUE(std::holds_alternative<LineShape>(file->shape));
  EXPECT_EQ(std::get<LineShape>(file->shape).hidden, 384);
  EXPECT_TRUE(file->tensor("mix.0.weight", {64, 128}));
}

TEST(WeightsFile, ReadsHalves) {
  // 1, −2, the smallest number there is, nought, and the largest.
  const auto file = WeightsFile::from_bytes(
      file_of(header_of(R"([["x",[5]]])"), std::string("\x00\x3c\x00\xc0\x01\x00\x00\x80\xff\x7b", 10)));
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file->tensors.front().values, (std::vector<float>{1, -2, 0x1p-24F, 0, 65504}));
}

TEST(WeightsFile, SaysWhatIsWrong) {
  const std::string ten(10, '\0');
  const std::pair<std::string, std::string> cases[] = {
      {"", "begin"},
      {"TGNWGHT1", "cut off"},
      {file_of("nonsense", ""), "JSON"},
      {file_of("{}", ""), "shape"},
      {file_of(header_of("3"), ""), "lists no tensors"},
      {file_of(header_of("[3]"), ""), "not a name"},
      {file_of(header_of(R"([["x",[6]]])"), ten), "beyond the end"},
      {file_of(header_of(R"([["x",[4]]])"), ten), "follow"},
      {file_of(header_of(R"([["x",[0]]])"), ten), "impossible"},
      {file_of(header_of(R"([["x",[4096,4096,4096,4096,4096,4096]]])"), ten), "impossible"},
      {file_of(header_of("[]", "[1]"), ""), "pooling"},
      {file_of(header_of(R"([["x",[1]]])"), std::string("\x00\x7c", 2)), "no number"},
  };
  for (const auto& [bytes, part] : cases) {
    EXPECT_NE(message(bytes).find(part), std::string::npos) << part << ": " << message(bytes);
    EXPECT_TRUE(is_one_line(message(bytes)));
  }
}

TEST(WeightsFile, NoticesDamage) {
  const std::string whole = committed();
  Rng rng(1);
  for (int i = 0; i < effort(30); ++i) {
    std::string bytes = whole;
    const auto at = rng.below(static_cast<std::uint32_t>(bytes.size()));
    bytes[at] = static_cast<char>(bytes[at] ^ (1 << rng.below(8)));
    EXPECT_NE(message(bytes), "") << at;
    EXPECT_NE(message(whole.substr(0, at)), "") << at;
  }
}

}  // namespace
}  // namespace tengen::network
