#pragma once
// Tournaments as TOML; docs/tournaments.md explains every key.

#include <filesystem>
#include <string>
#include <string_view>

#include "arena/tournament.hpp"

namespace tengen::arena {

// Every error names the file, the line and what is wrong.
Expected<Tournament> read_tournament(const std::filesystem::path& file, const roster::Registry& registry);

// The same from text; `name` stands for the file in errors.
Expected<Tournament> parse_tournament(std::string_view text, const std::string& name, const roster::Registry& registry);

}  // namespace tengen::arena
