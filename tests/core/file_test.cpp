// Files are whole or not there, and nothing but files is replaced.

#include "core/file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <iterator>
#include <ostream>

namespace tengen {
namespace {

namespace fs = std::filesystem;

// A folder of its own for each test.
class Files : public testing::Test {
 protected:
  Files() { fs::create_directories(folder_); }
  ~Files() override { fs::remove_all(folder_); }
  std::string path(const std::string& name) const { return folder_ / name; }
  auto names() const { return std::distance(fs::directory_iterator(folder_), fs::directory_iterator()); }

 private:
  fs::path folder_ = fs::path(testing::TempDir()) / ("files-" + std::to_string(getpid()));
};

TEST_F(Files, AreReadAsTheyWereWritten) {
  const std::string bytes("a\r\n\0\xff", 5);
  ASSERT_TRUE(write_file(path("a"), bytes));
  EXPECT_EQ(read_file(path("a")), bytes);
  ASSERT_TRUE(write_file(path("a"), "\xef\xbb\xbfshort"));
  EXPECT_EQ(read_file(path("a")), "short");  // without the mark
  EXPECT_EQ(names(), 1);
  EXPECT_FALSE(read_file(path("b")));
  EXPECT_FALSE(read_file(path("")));
}

TEST_F(Files, StayWhenANewOneFails) {
  ASSERT_TRUE(write_file(path("a"), "old"));
  const auto failed = write_file(path("a"), [](std::ostream& file) -> Expected<void> {
    file << "half";
    return fail("no more");
  });
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().message, "no more");
  EXPECT_EQ(read_file(path("a")), "old");
  EXPECT_EQ(names(), 1);
  EXPECT_FALSE(write_file(path(""), "a folder"));
  EXPECT_FALSE(write_file(path("none/a"), "no folder"));
}

TEST_F(Files, AreReplacedBehindALink) {
  ASSERT_TRUE(write_file(path("a"), "old"));
  fs::create_symlink("a", path("link"));
  ASSERT_TRUE(write_file(path("link"), "new"));
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(read_file(path("a")), "new");
  EXPECT_EQ(names(), 2);
}

TEST_F(Files, ArePipesToo) {
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  const int end = open(path("pipe").c_str(), O_RDWR);
  ASSERT_GE(end, 0);
  ASSERT_TRUE(write_file(path("pipe"), "through"));
  std::string got(7, ' ');
  EXPECT_EQ(read(end, got.data(), got.size()), 7);
  close(end);
  EXPECT_EQ(got, "through");
  EXPECT_TRUE(fs::is_fifo(path("pipe")));
  EXPECT_EQ(names(), 1);
}

TEST_F(Files, AreReadOnlyWhereTheyEnd) {
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  for (const std::string& endless : {path("pipe"), std::string("/dev/zero"), path("")}) {
    EXPECT_FALSE(read_file(endless)) << endless;
    EXPECT_FALSE(map_file(endless)) << endless;
  }
  EXPECT_NE(read_file(path("pipe")).error().message.find("a pipe or a device"), std::string::npos);
}

TEST_F(Files, AreReadUpToALimit) {
  ASSERT_TRUE(write_file(path("a"), std::string(1 << 20, 'a')));
  EXPECT_EQ(read_file(path("a"), 1 << 20)->size(), 1U << 20);
  const auto refused = read_file(path("a"), (1 << 20) - 1);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("larger than 0 MB"), std::string::npos) << refused.error().message;
  EXPECT_NE(read_file("/proc/self/status")->find("Pid:"), std::string::npos);  // says it has no bytes
}

TEST_F(Files, AreMappedAsTheyAre) {
  ASSERT_TRUE(write_file(path("a"), "\xef\xbb\xbf bytes"));
  EXPECT_EQ(map_file(path("a"))->bytes, "\xef\xbb\xbf bytes");
  ASSERT_TRUE(write_file(path("empty"), ""));
  EXPECT_EQ(map_file(path("empty"))->bytes, "");
}

TEST_F(Files, OfOthersStayWhenOneIsWritten) {
  ASSERT_TRUE(write_file(path("a.part"), "somebody's"));
  ASSERT_TRUE(write_file(path("a"), "mine"));
  EXPECT_EQ(read_file(path("a.part")), "somebody's");
  EXPECT_EQ(read_file(path("a")), "mine");
  EXPECT_EQ(names(), 2);
}

}  // namespace
}  // namespace tengen
