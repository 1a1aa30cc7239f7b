#include "engines/othello/pattern_weights.hpp"

#include <zlib.h>

#include <bit>
#include <optional>

#include "core/bytes.hpp"
#include "core/embedded.hpp"
#include "core/file.hpp"

namespace tengen::engines::othello {

namespace {

constexpr std::string_view magic = "TGOTHPAT";
constexpr char version = 1;

std::string deflated(std::string_view bytes) {
  uLongf size = compressBound(bytes.size());
  std::string result(size, '\0');
  compress2(reinterpret_cast<Bytef*>(result.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size(),
            Z_BEST_COMPRESSION);
  result.resize(size);
  return result;
}
// Nothing where it is not exactly so many bytes.
std::optional<std::string> inflated_to(std::string_view bytes, std::size_t wanted) {
  std::string result(wanted, '\0');
  uLongf size = wanted;
  const int outcome = uncompress(reinterpret_cast<Bytef*>(result.data()), &size,
                                 reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
  if (outcome != Z_OK || size != wanted) return std::nullopt;
  return result;
}

std::size_t weights_in_file() {
  const auto& mirrored = mirror_images();
  std::size_t lower = 0;
  for (std::size_t i = 0; i < mirrored.size(); ++i) lower += i <= mirrored[i] ? 1 : 0;
  return lower + PatternWeights::most_moves * PatternWeights::most_moves + PatternWeights::plies_per_phase;
}

}  // namespace

const std::vector<std::uint32_t>& mirror_images() {
  static const std::vector<std::uint32_t> images = [] {
    std::vector<std::uint32_t> result(pattern_layout.total);
    for (std::size_t s = 0; s < pattern_shapes; ++s)
      for (std::size_t number = 0; number < pattern_layout.size[s]; ++number) {
        std::size_t rest = number, mirrored = 0;
        for (std::size_t i = 0; i < detail::shapes[s].size; ++i, rest /= 3)
          mirrored += rest % 3 * detail::power_of_three(pattern_places_table.mirrors[s][i]);
        result[pattern_layout.begin[s] + number] = static_cast<std::uint32_t>(pattern_layout.begin[s] + mirrored);
      }
    return result;
  }();
  return images;
}

const PatternWeights& PatternWeights::built_in() {
  static const PatternWeights weights = [] {
    auto read = from_bytes(embedded::othello_patterns().front().bytes);
    return read ? *std::move(read) : PatternWeights();  // a test reads the file again and says what is wrong with it
  }();
  return weights;
}

Expected<PatternWeights> PatternWeights::from_file(const std::string& path) {
  const auto bytes = read_file(path);
  if (!bytes) return bytes.error();
  auto weights = from_bytes(*bytes);
  if (!weights) return fail("{}: {}", path, weights.error().message);
  return weights;
}

std::string PatternWeights::to_bytes() const {
  std::string numbers;
  for (const ErrorModel& model : {errors, end_errors})
    for (const double factor : model.factors) put_number(numbers, std::bit_cast<std::uint64_t>(factor));
  const auto& mirrored = mirror_images();
  for (const Phase& phase : phases_) {
    for (std::size_t i = 0; i < mirrored.size(); ++i)
      if (i <= mirrored[i]) put_number(numbers, static_cast<std::uint16_t>(phase.patterns[i]));
    for (const std::int16_t weight : phase.mobility) put_number(numbers, static_cast<std::uint16_t>(weight));
    for (const std::int16_t weight : phase.ply) put_number(numbers, static_cast<std::uint16_t>(weight));
  }
  std::string bytes(magic);
  bytes.push_back(version);
  put_number(bytes, static_cast<std::uint32_t>(note.size()));
  bytes += note + deflated(numbers);
  put_number(bytes, checksum(bytes));
  return bytes;
}

Expected<PatternWeights> PatternWeights::from_bytes(std::string_view bytes) {
  constexpr std::size_t head = magic.size() + 1 + 4, hash = 8;
  if (!bytes.starts_with(magic)) return fail("not a file of Othello pattern weights: it does not begin with {}", magic);
  if (bytes.size() < head + hash) return fail("the file is cut off");
  if (bytes[magic.size()] != version) return fail("version {} is not known", static_cast<int>(bytes[magic.size()]));
  std::string_view end = bytes.substr(bytes.size() - hash);
  bytes.remove_suffix(hash);
  if (take_number<std::uint64_t>(end) != checksum(bytes))
    return fail("the check at the end does not fit: the file is cut off or damaged");
  bytes.remove_prefix(magic.size() + 1);
  const auto note_size = take_number<std::uint32_t>(bytes);
  if (note_size > bytes.size()) return fail("the note is longer than the file");
  PatternWeights weights;
  weights.note = bytes.substr(0, note_size);
  const auto inflated =
      inflated_to(bytes.substr(note_size), 2 * ErrorModel::terms * 8 + weights_in_file() * 2 * phases);
  if (!inflated) return fail("the number of weights does not fit");
  std::string_view numbers = *inflated;
  for (ErrorModel* model : {&weights.errors, &weights.end_errors})
    for (double& factor : model->factors) factor = std::bit_cast<double>(take_number<std::uint64_t>(numbers));
  const auto& mirrored = mirror_images();
  const auto next = [&numbers] { return static_cast<std::int16_t>(take_number<std::uint16_t>(numbers)); };
  for (Phase& phase : weights.phases_) {
    for (std::size_t i = 0; i < mirrored.size(); ++i)
      phase.patterns[i] = i <= mirrored[i] ? next() : phase.patterns[mirrored[i]];
    for (std::int16_t& weight : phase.mobility) weight = next();
    for (std::int16_t& weight : phase.ply) weight = next();
  }
  return weights;
}

}  // namespace tengen::engines::othello
