#pragma once
// Settings of one player as a file, TOML that people can read: what `tengen tune` writes and every player with numbers to
// tune loads with the setting params=FILE.
//
//     player = "ladder/ai8"          whose settings these are
//     [settings]                     all that differ from the player's defaults
//     preset = "rounds0"
//     black1 = 30.2
//     [made]                         how they were found; only people read it
//     method = "genetic"

#include <string>
#include <utility>
#include <vector>

#include "engines/info.hpp"

namespace tengen::roster {

inline constexpr std::string_view params_setting_name = "params";
Setting params_setting();

// The player's settings with those of the file in their places. Every error names the file and the line, or the setting.
Expected<Values> read_params(const std::string& path, const engines::PlayerInfo& info);
Expected<Values> parse_params(std::string_view text, const std::string& name, const engines::PlayerInfo& info);

// The file's text; `made` is written as it comes, in its order.
std::string params_text(const engines::PlayerInfo& info, const Values& values,
                        const std::vector<std::pair<std::string, std::string>>& made);

}  // namespace tengen::roster
