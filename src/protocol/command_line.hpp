#pragma once
// A program to start, as a person types it.

#include <string>
#include <string_view>
#include <vector>

#include "core/expected.hpp"

namespace tengen::protocol {

// "./engine --name 'a b'" → {"./engine", "--name", "a b"}: words, quotes and backslashes as in a shell, and nothing
// else of a shell.
Expected<std::vector<std::string>> split_command(std::string_view text);

// The same with the program found: an absolute path, relative to where we are or looked up in PATH. An error where it
// is missing or may not be run.
Expected<std::vector<std::string>> find_command(std::string_view text);

// "350M", "2G", "4096K", "1048576" (bytes), "none" → bytes, 0 for none.
Expected<std::uint64_t> parse_memory(std::string_view text);

}  // namespace tengen::protocol
