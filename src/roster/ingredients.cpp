#include "roster/ingredients.hpp"

#include <algorithm>

#include "core/sha256.hpp"
#include "core/version.hpp"

namespace tengen::roster {

Expected<Ingredient> IngredientReader::file(const NamedFile& file) {
  auto known = digests_.find(file.path);
  if (known == digests_.end()) {
    auto digest = sha256_of_file(file.path);
    if (!digest) return digest.error();
    known = digests_.emplace(file.path, *std::move(digest)).first;
  }
  return Ingredient{file.what, file.path, known->second};
}

Expected<std::vector<Ingredient>> IngredientReader::read(std::string_view text, const Game& game) {
  const auto spec = parse_spec(text);
  if (!spec) return spec.error();
  const auto kind = registry_.find_player(spec->name, game);
  if (!kind) return kind.error();
  const auto values = values_of(**kind, *spec);
  if (!values) return values.error();
  std::vector<NamedFile> files;
  for (const Setting& setting : (*kind)->info.settings)
    if (setting.kind == Setting::Kind::file && !values->text(setting.name).empty())
      files.push_back({setting.name, values->text(setting.name)});
  if ((*kind)->outside) {
    auto more = (*kind)->outside(*values);
    if (!more) return fail("player {}: {}", spec->name, more.error().message);
    std::ranges::move(*more, std::back_inserter(files));
  }
  std::vector<Ingredient> ingredients;
  ingredients.push_back((*kind)->external
                            ? Ingredient{"tengen's protocols", std::string(version), std::string(protocol_digest())}
                            : Ingredient{"tengen's engines", std::string(version), std::string(engines_digest())});
  for (const NamedFile& each : files) {
    auto ingredient = file(each);
    if (!ingredient) return fail("player {}: {}: {}", spec->name, each.what, ingredient.error().message);
    ingredients.push_back(*std::move(ingredient));
  }
  return ingredients;
}

std::vector<std::string> changes(const std::vector<Ingredient>& there, const std::vector<Ingredient>& here) {
  std::vector<std::string> lines;
  const auto named = [](const std::vector<Ingredient>& among, const std::string& what) {
    return std::ranges::find(among, what, &Ingredient::what);
  };
  const auto shortened = [](const Ingredient& i) { return fmt::format("{} ({})", i.path, i.digest.substr(0, 12)); };
  for (const Ingredient& old : there) {
    const auto now = named(here, old.what);
    if (now == here.end())
      lines.push_back(fmt::format("{} {} is gone", old.what, shortened(old)));
    else if (now->digest != old.digest)
      lines.push_back(fmt::format("{} was {} and is {}", old.what, shortened(old), shortened(*now)));
  }
  for (const Ingredient& fresh : here)
    if (named(there, fresh.what) == there.end())
      lines.push_back(fmt::format("{} {} is new", fresh.what, shortened(fresh)));
  return lines;
}

}  // namespace tengen::roster
