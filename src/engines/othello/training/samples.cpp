#include "engines/othello/training/samples.hpp"

#include <filesystem>
#include <fstream>
#include <system_error>

#include "core/bytes.hpp"
#include "core/file.hpp"

namespace tengen::engines::othello {

namespace {

Sample unpacked(std::string_view record) {
  Sample sample;
  sample.own = take_number<std::uint64_t>(record);
  sample.opponent = take_number<std::uint64_t>(record);
  sample.game = take_number<std::uint32_t>(record);
  sample.result = take_number<std::int8_t>(record);
  sample.searched = take_number<std::int8_t>(record);
  return sample;
}

}  // namespace

Expected<std::vector<Sample>> read_samples(const std::string& path) {
  const auto file = map_file(path);
  if (!file) return file.error();
  std::vector<Sample> samples;
  samples.reserve(file->bytes.size() / Sample::bytes);
  for (std::string_view rest = file->bytes; rest.size() >= Sample::bytes; rest.remove_prefix(Sample::bytes)) {
    const Sample sample = unpacked(rest);
    if ((sample.own & sample.opponent) != 0 || sample.result < -64 || sample.result > 64)
      return fail("{}: record {} is no position with a score", path, samples.size() + 1);
    samples.push_back(sample);
  }
  return samples;
}

Expected<std::uint32_t> next_game(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return 0;
  const auto file = map_file(path);
  if (!file) return file.error();
  const std::size_t whole = file->bytes.size() / Sample::bytes;
  if (whole == 0) return 0;
  return unpacked(file->bytes.substr((whole - 1) * Sample::bytes)).game + 1;
}

Expected<void> append_samples(const std::string& path, const std::vector<Sample>& samples) {
  std::error_code error;
  if (const auto size = std::filesystem::file_size(path, error); !error && size % Sample::bytes != 0)
    std::filesystem::resize_file(path, size - size % Sample::bytes, error);
  std::string bytes;
  for (const Sample& sample : samples) {
    put_number(bytes, sample.own);
    put_number(bytes, sample.opponent);
    put_number(bytes, sample.game);
    put_number(bytes, sample.result);
    put_number(bytes, sample.searched);
  }
  std::ofstream file(path, std::ios::binary | std::ios::app);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.flush();
  if (!file) return fail("cannot write {}", path);
  return {};
}

}  // namespace tengen::engines::othello
