#include "engines/generic/table_file.hpp"

#include <bit>
#include <cstring>
#include <nlohmann/json.hpp>
#include <ostream>

#include "core/bytes.hpp"
#include "core/file.hpp"

namespace tengen::engines {

namespace {

static_assert(std::endian::native == std::endian::little, "entries lie in the file as they lie in memory");

constexpr std::string_view magic = "TGQTABLE";
constexpr std::uint32_t version = 1;
constexpr std::size_t fixed_bytes = 16;  // magic, version, length
constexpr std::size_t checksum_bytes = 8;
constexpr std::size_t counts_bytes = 4 * TableKey::segments;

// The sum of a sequence of words of 32 bits, part by part. Hundreds of megabytes want more than a byte at a time.
class WordSum {
 public:
  void add(std::string_view bytes) noexcept {
    for (std::size_t i = 0; i + 4 <= bytes.size(); i += 4) {
      std::uint32_t word;
      std::memcpy(&word, bytes.data() + i, 4);
      sum_ = mix(sum_ + word + 1);
    }
  }
  std::uint64_t value() const noexcept { return sum_; }

 private:
  std::uint64_t sum_ = 0;
};

std::string to_json(const TableHeader& header) {
  nlohmann::ordered_json json;
  json["method"] = header.method;
  json["game"] = header.game;
  json["board"] = header.board;
  json["start"] = header.start;
  json["rules"] = header.rules;
  json["symmetry"] = header.symmetry;
  json["games"] = header.games;
  json["training"] = nlohmann::ordered_json::parse(header.training);
  return json.dump();
}

Expected<TableHeader> from_json(std::string_view text) {
  try {
    const auto json = nlohmann::ordered_json::parse(text);
    return TableHeader{json.at("method"), json.at("game"),     json.at("board"), json.at("start"),
                       json.at("rules"),  json.at("symmetry"), json.at("games"), json.at("training").dump()};
  } catch (const nlohmann::json::exception&) {
    return fail("its description cannot be read");
  }
}

// The description, and where the counts begin.
Expected<std::pair<TableHeader, std::size_t>> parse_header(std::string_view bytes) {
  if (!bytes.starts_with(magic)) return fail("is no table of learned values: it does not begin with {}", magic);
  if (bytes.size() < fixed_bytes) return fail("is cut off");
  std::string_view rest = bytes.substr(magic.size());
  const auto found = take_number<std::uint32_t>(rest), length = take_number<std::uint32_t>(rest);
  if (found != version) return fail("is of version {}; this program reads version {}", found, version);
  if (length % 4 != 0 || rest.size() < length) return fail("is cut off or damaged in its description");
  auto header = from_json(rest.substr(0, length));
  if (!header) return header.error();
  return std::pair{*std::move(header), fixed_bytes + length};
}

Error about(const std::string& path, const Error& error) {
  return {fmt::format("table {} {}", in_quotes(path), error.message)};
}

}  // namespace

Expected<void> write_table(const std::string& path, const TableHeader& header, const ValueTable& table) {
  std::string json = to_json(header);
  json.append((4 - json.size() % 4) % 4, ' ');
  std::string head(magic);
  put_number(head, version);
  put_number(head, static_cast<std::uint32_t>(json.size()));
  head += json;
  for (std::size_t i = 0; i < TableKey::segments; ++i) put_number(head, static_cast<std::uint32_t>(table.used(i)));
  return write_file(path, [&](std::ostream& file) -> Expected<void> {
    WordSum sum;
    const auto write = [&](std::string_view bytes) {
      sum.add(bytes);
      file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    };
    write(head);
    std::vector<TableEntry> entries;
    for (std::size_t i = 0; i < TableKey::segments && file; ++i) {
      table.sorted(i, entries);
      write({reinterpret_cast<const char*>(entries.data()), sizeof(TableEntry) * entries.size()});
    }
    std::string end;
    put_number(end, sum.value());
    file << end;
    return {};
  });
}

Expected<TableHeader> read_table_header(const std::string& path) {
  const auto mapping = map_file(path);
  if (!mapping) return mapping.error();
  auto header = parse_header(mapping->bytes);
  if (!header) return about(path, header.error());
  return std::move(header->first);
}

Expected<TableFile> TableFile::open(const std::string& path) {
  const auto mapping = map_file(path);
  if (!mapping) return mapping.error();
  auto header = parse_header(mapping->bytes);
  if (!header) return about(path, header.error());
  const auto broken = [&path](const char* what) { return about(path, Error{what}); };

  std::string_view rest = mapping->bytes.substr(header->second);
  if (rest.size() < counts_bytes + checksum_bytes) return broken("is cut off");
  TableFile file;
  file.header_ = std::move(header->first);
  for (std::size_t i = 0; i < TableKey::segments; ++i)
    file.begins_[i + 1] = file.begins_[i] + take_number<std::uint32_t>(rest);
  if (rest.size() != sizeof(TableEntry) * file.size() + checksum_bytes)
    return broken("is cut off: its length does not fit the number of its entries");
  std::string_view end = rest.substr(rest.size() - checksum_bytes);
  WordSum sum;
  sum.add(mapping->bytes.substr(0, mapping->bytes.size() - checksum_bytes));
  if (take_number<std::uint64_t>(end) != sum.value()) return broken("is damaged: the check at its end does not fit");
  file.entries_ = {reinterpret_cast<const TableEntry*>(rest.data()), file.size()};
  file.mapping_ = mapping->hold;
  return file;
}

ValueTable TableFile::to_table() const {
  ValueTable table;
  for (std::size_t i = 0; i < TableKey::segments; ++i) table.fill(i, segment(i));
  return table;
}

}  // namespace tengen::engines
