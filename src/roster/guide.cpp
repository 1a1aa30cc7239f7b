#include "roster/guide.hpp"

#include <algorithm>
#include <array>

namespace tengen::roster {

namespace {

constexpr std::array<std::string_view, 6> level_names = {"beginner", "casual", "intermediate",
                                                         "advanced", "expert", "champion"};

bool plays(const PlayerKind& kind, std::string_view game) {
  return !kind.external && std::ranges::find(kind.games, game) != kind.games.end();
}

}  // namespace

std::vector<StrengthLevel> strength_levels(const Registry& registry, std::string_view game) {
  std::array<const PlayerKind*, level_names.size()> owners{};
  std::array<const engines::LevelOffer*, level_names.size()> offers{};
  for (const PlayerKind& kind : registry.players()) {
    if (!plays(kind, game)) continue;
    for (const engines::LevelOffer& offer : kind.info.levels) {
      const auto i = static_cast<std::size_t>(offer.level);
      if (owners[i] && owners[i]->games.size() <= kind.games.size()) continue;
      owners[i] = &kind;
      offers[i] = &offer;
    }
  }
  std::vector<StrengthLevel> levels;
  for (std::size_t i = 0; i < level_names.size(); ++i)
    if (const engines::LevelOffer* offer = offers[i])
      levels.push_back(
          {level_names[i], offer->spec.empty() ? owners[i]->info.name : std::string(offer->spec), offer->limits});
  return levels;
}

const engines::PlayerInfo& strongest_player(const Registry& registry, std::string_view game) {
  const PlayerKind* strongest = nullptr;
  for (const PlayerKind& kind : registry.players())
    if (plays(kind, game) && (!strongest || kind.info.strength > strongest->info.strength)) strongest = &kind;
  return strongest->info;
}

search::ScoreMeaning score_meaning(const Registry& registry, std::string_view spec) {
  const std::string_view name = spec.substr(0, spec.find(':'));
  const auto kind = std::ranges::find_if(registry.players(), [&](const PlayerKind& k) { return k.info.name == name; });
  return kind == registry.players().end() ? search::ScoreMeaning{} : kind->info.score;
}

}  // namespace tengen::roster
