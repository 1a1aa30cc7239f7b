#include "core/sha256.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "core/checksum.hpp"

namespace tengen {
namespace {

// The vectors of FIPS 180-4's examples and of NIST's CAVP.
TEST(Sha256, HasTheDigestsOfTheStandard) {
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256("\xbd"), "68325720aabd7c82f30f554b313d0570c95accbb7dc4b5aae11204c08ffe732b");
  EXPECT_EQ(sha256(std::string(1'000'000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, IsTheSameInAnyPieces) {
  std::string bytes;
  for (int i = 0; i < 300; ++i) bytes += static_cast<char>(i * 7);
  for (std::size_t length = 0; length <= bytes.size(); ++length)
    for (const std::size_t piece : {std::size_t{1}, std::size_t{63}, std::size_t{64}, std::size_t{65}}) {
      Sha256 hash;
      for (std::size_t at = 0; at < length; at += piece)
        hash.add(std::string_view(bytes).substr(at, std::min(piece, length - at)));
      ASSERT_EQ(hash.finish(), sha256(std::string_view(bytes).substr(0, length))) << length << " by " << piece;
    }
}

TEST(Sha256, ReadsRegularFilesOnly) {
  const auto path = std::filesystem::temp_directory_path() / ("sha256-" + std::to_string(getpid()));
  const std::string content(200'000, 'x');
  std::ofstream(path) << content;
  EXPECT_EQ(sha256_of_file(path), sha256(content));
  std::filesystem::remove(path);
  EXPECT_THAT(sha256_of_file(path).error().message, testing::HasSubstr("no regular file"));
  EXPECT_FALSE(sha256_of_file("/dev/zero"));
  EXPECT_FALSE(sha256_of_file("/"));
}

TEST(Checksum, SeesEveryBitAndWhereTextsEnd) {
  const auto of = [](std::initializer_list<std::string_view> texts) {
    Checksum sum;
    for (const std::string_view text : texts) sum.add(text);
    return sum.value();
  };
  const std::string text = "h8 i9 g7 j10 and some more";
  for (std::size_t bit = 0; bit < 8 * text.size(); ++bit) {
    std::string other = text;
    other[bit / 8] = static_cast<char>(other[bit / 8] ^ (1 << bit % 8));
    EXPECT_NE(of({other}), of({text})) << bit;
  }
  EXPECT_NE(of({"ab", "c"}), of({"a", "bc"}));
  EXPECT_NE(of({"a"}), of({std::string_view("a\0", 2)}));
  EXPECT_NE(of({"", ""}), of({""}));
}

}  // namespace
}  // namespace tengen
