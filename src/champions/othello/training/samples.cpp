#include "champions/othello/training/samples.hpp"

#include <filesystem>
#include <fstream>
#include <system_error>

namespace tengen::othello {

namespace {

template <class T>
void put(std::string& bytes, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i) bytes.push_back(static_cast<char>(value >> (8 * i) & 0xff));
}
template <class T>
T number_at(const char* bytes) {
  T value = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i)
    value = static_cast<T>(value | static_cast<T>(static_cast<unsigned char>(bytes[i])) << (8 * i));
  return value;
}

Sample unpacked(const char* bytes) {
  return {number_at<std::uint64_t>(bytes), number_at<std::uint64_t>(bytes + 8), number_at<std::uint32_t>(bytes + 16),
          static_cast<std::int8_t>(bytes[20]), static_cast<std::int8_t>(bytes[21])};
}

}  // namespace

Expected<std::vector<Sample>> read_samples(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return fail("cannot read {}", path);
  std::vector<Sample> samples;
  std::error_code error;
  if (const auto size = std::filesystem::file_size(path, error); !error) samples.reserve(size / Sample::bytes);
  char record[Sample::bytes];
  while (file.read(record, sizeof record)) {
    const Sample sample = unpacked(record);
    if ((sample.own & sample.opponent) != 0 || sample.result < -64 || sample.result > 64)
      return fail("{}: record {} is no position with a score", path, samples.size() + 1);
    samples.push_back(sample);
  }
  return samples;
}

Expected<std::uint32_t> next_game(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return 0;
  const auto size = std::filesystem::file_size(path, error);
  if (error) return fail("cannot read {}: {}", path, error.message());
  if (size < Sample::bytes) return 0;
  std::ifstream file(path, std::ios::binary);
  char record[Sample::bytes];
  file.seekg(static_cast<std::streamoff>((size / Sample::bytes - 1) * Sample::bytes));
  if (!file.read(record, sizeof record)) return fail("cannot read {}", path);
  return unpacked(record).game + 1;
}

Expected<void> append_samples(const std::string& path, const std::vector<Sample>& samples) {
  std::error_code error;
  if (const auto size = std::filesystem::file_size(path, error); !error && size % Sample::bytes != 0)
    std::filesystem::resize_file(path, size - size % Sample::bytes, error);
  std::string bytes;
  for (const Sample& sample : samples) {
    put(bytes, sample.own);
    put(bytes, sample.opponent);
    put(bytes, sample.game);
    bytes.push_back(static_cast<char>(sample.result));
    bytes.push_back(static_cast<char>(sample.searched));
  }
  std::ofstream file(path, std::ios::binary | std::ios::app);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.flush();
  if (!file) return fail("cannot write {}", path);
  return {};
}

}  // namespace tengen::othello
