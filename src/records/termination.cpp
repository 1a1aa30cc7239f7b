#include "records/termination.hpp"

#include "core/enum_names.hpp"

namespace tengen::records {

namespace {

constexpr std::array<std::string_view, 11> names = {"win",   "draw", "resign",  "time",  "player error", "illegal move",
                                                    "crash", "hang", "garbage", "flood", "slow start"};

}  // namespace

std::string_view name_of(Termination termination) { return names[static_cast<std::size_t>(termination)]; }

std::optional<Termination> termination_from(std::string_view name) { return enum_from<Termination>(names, name); }

}  // namespace tengen::records
