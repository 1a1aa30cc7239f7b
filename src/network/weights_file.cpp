#include "network/weights_file.hpp"

#include <fmt/ranges.h>
#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/bytes.hpp"
#include "core/file.hpp"

namespace tengen::network {

namespace {

using Json = nlohmann::json;

constexpr std::string_view residual_magic = "TGNWGHT1", line_magic = "TGLINES1";
constexpr int largest_dimension = 4096;
constexpr std::size_t largest_tensor = std::size_t{1} << 26;

float from_half(std::uint16_t half) {
  const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000) << 16;
  const std::uint32_t exponent = half >> 10 & 31, fraction = half & 1023;
  if (exponent == 0) {
    const float small = static_cast<float>(fraction) * 0x1p-24F;
    return sign != 0 ? -small : small;
  }
  const std::uint32_t wide = exponent == 31 ? 255 : exponent + 112;
  return std::bit_cast<float>(sign | wide << 23 | fraction << 13);
}

// A whole number of the header, or nothing where it is something else or out of bounds.
Expected<int> number(const Json& object, const char* key, int least, int most) {
  const auto at = object.find(key);
  if (at == object.end() || !at->is_number_integer()) return fail("the header has no whole number '{}'", key);
  const auto value = at->get<std::int64_t>();
  if (value < least || value > most) return fail("'{}' is {}, which is not from {} to {}", key, value, least, most);
  return static_cast<int>(value);
}

// Reads numbers of at least `least` into the fields of a shape.
Expected<void> read_numbers(const Json& object, std::initializer_list<std::pair<const char*, int*>> fields, int least) {
  for (const auto& [key, field] : fields) {
    const auto value = number(object, key, least, largest_dimension);
    if (!value) return value.error();
    *field = *value;
  }
  return {};
}

Expected<ResidualShape> read_residual_shape(const Json& header, const Json& object) {
  ResidualShape shape;
  const auto planes = header.find("planes");
  if (planes == header.end() || !planes->is_array()) return fail("the header does not name the planes");
  shape.planes = static_cast<int>(std::min<std::size_t>(planes->size(), largest_dimension));
  const auto read = read_numbers(
      object,
      {{"blocks", &shape.blocks}, {"channels", &shape.channels}, {"head", &shape.head}, {"hidden", &shape.hidden}}, 1);
  if (!read) return read.error();
  const auto pooling = object.find("pooling");
  if (pooling == object.end() || !pooling->is_array()) return fail("the header does not say which blocks pool");
  for (const Json& block : *pooling) {
    if (!block.is_number_integer() || block < 0 || block >= shape.blocks)
      return fail("'pooling' names a block that is not there");
    shape.pooling.push_back(block.get<int>());
  }
  return shape;
}

Expected<LineShape> read_line_shape(const Json& object) {
  LineShape shape;
  const auto read = read_numbers(object,
                                 {{"radius", &shape.radius},
                                  {"features", &shape.features},
                                  {"hidden", &shape.hidden},
                                  {"channels", &shape.channels},
                                  {"blocks", &shape.blocks},
                                  {"glances", &shape.glances},
                                  {"head", &shape.head}},
                                 0);
  if (!read) return read.error();
  if (object.value("symmetric", Json()) != false)
    return fail("lines that count as their mirror images are not known here");
  return shape;
}

// Reads one tensor from the front of the bytes.
Expected<Tensor> read_tensor(const Json& entry, std::string_view& bytes) {
  if (!entry.is_array() || entry.size() != 2 || !entry[0].is_string() || !entry[1].is_array())
    return fail("an entry of 'tensors' is not a name with its dimensions");
  Tensor tensor{entry[0].get<std::string>(), {}, {}};
  std::size_t count = 1;
  for (const Json& d : entry[1]) {
    if (!d.is_number_integer() || d < 1 || d > largest_dimension || count > largest_tensor)
      return fail("tensor '{}' has impossible dimensions", tensor.name);
    tensor.dimensions.push_back(d.get<int>());
    count *= d.get<std::size_t>();
  }
  if (count > bytes.size() / 2) return fail("tensor '{}' reaches beyond the end", tensor.name);
  tensor.values.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const float value = from_half(take_number<std::uint16_t>(bytes));
    if (!std::isfinite(value)) return fail("tensor '{}' holds what is no number", tensor.name);
    tensor.values.push_back(value);
  }
  return tensor;
}

}  // namespace

Expected<WeightsFile> WeightsFile::from_bytes(std::string_view bytes) {
  const bool lines = bytes.starts_with(line_magic);
  if (!lines && !bytes.starts_with(residual_magic))
    return fail("not a file of network weights: it does not begin with {} or {}", residual_magic, line_magic);
  constexpr std::size_t fixed = line_magic.size() + 4, check = 4;
  if (bytes.size() < fixed + check) return fail("the file is cut off");
  std::string_view end = bytes.substr(bytes.size() - check);
  bytes.remove_suffix(check);
  if (take_number<std::uint32_t>(end) !=
      crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<z_size_t>(bytes.size())))
    return fail("the check at the end does not fit: the file is cut off or damaged");
  bytes.remove_prefix(line_magic.size());
  const auto header_size = take_number<std::uint32_t>(bytes);
  if (header_size > bytes.size()) return fail("the header is longer than the file");
  const Json header = Json::parse(bytes.substr(0, header_size), nullptr, false);
  if (!header.is_object()) return fail("the header is not JSON");
  bytes.remove_prefix(header_size);

  WeightsFile file;
  if (const auto game = header.find("game"); game != header.end() && game->is_string()) file.game = *game;
  const auto object = header.find("shape");
  if (object == header.end() || !object->is_object()) return fail("the header says nothing of the network's shape");
  if (lines) {
    const auto shape = read_line_shape(*object);
    if (!shape) return shape.error();
    file.shape = *shape;
  } else {
    auto shape = read_residual_shape(header, *object);
    if (!shape) return shape.error();
    file.shape = *std::move(shape);
  }
  const auto tensors = header.find("tensors");
  if (tensors == header.end() || !tensors->is_array()) return fail("the header lists no tensors");
  for (const Json& entry : *tensors) {
    auto tensor = read_tensor(entry, bytes);
    if (!tensor) return tensor.error();
    file.tensors.push_back(*std::move(tensor));
  }
  if (!bytes.empty()) return fail("{} bytes follow the last tensor", bytes.size());
  return file;
}

Expected<WeightsFile> WeightsFile::from_file(const std::string& path) {
  const auto bytes = read_file(path);
  if (!bytes) return bytes.error();
  auto file = from_bytes(*bytes);
  if (!file) return fail("{}: {}", path, file.error().message);
  return file;
}

Expected<const Tensor*> WeightsFile::tensor(std::string_view name, const std::vector<int>& dimensions) const {
  const auto at = std::ranges::find(tensors, name, &Tensor::name);
  if (at == tensors.end()) return fail("there is no tensor '{}'", name);
  if (at->dimensions != dimensions)
    return fail("tensor '{}' has the dimensions {}, not {}", name, fmt::join(at->dimensions, "×"),
                fmt::join(dimensions, "×"));
  return &*at;
}

std::vector<float> TensorReader::take(const std::string& name, const std::vector<int>& dimensions) {
  const auto found = file_.tensor(name, dimensions);
  if (found) return (*found)->values;
  if (!error_) error_ = found.error();
  std::size_t count = 1;
  for (const int d : dimensions) count *= static_cast<std::size_t>(d);
  return std::vector<float>(count);
}

std::vector<float> transposed(const std::vector<float>& matrix, int rows, int columns) {
  std::vector<float> out(matrix.size());
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c)
      out[static_cast<std::size_t>(c * rows + r)] = matrix[static_cast<std::size_t>(r * columns + c)];
  return out;
}

}  // namespace tengen::network
