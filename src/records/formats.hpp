#pragma once
// Every file format for games, by name. docs/formats.md shows them.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "records/record.hpp"
#include "roster/registry.hpp"

namespace tengen::records {

struct RecordFormat {
  std::string_view name;     // "sgf"; also the usual ending of its files
  std::string_view summary;  // one line
  std::string (*heading)();  // what stands before the first game
  Expected<std::string> (*write)(const Record&, const roster::Registry&);
  Expected<std::vector<Record>> (*read)(std::string_view text, const roster::Registry&);
};

std::span<const RecordFormat> record_formats();
Expected<const RecordFormat*> find_format(std::string_view name);
// By the content, else by the path's ending.
Expected<const RecordFormat*> guess_format(std::string_view path, std::string_view text);

}  // namespace tengen::records
