#pragma once
// What decides a player's moves besides its spec: the content of files, a program outside, our own engines. Two players
// with the same spec and the same ingredients are the same player.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "roster/registry.hpp"

namespace tengen::roster {

struct Ingredient {
  std::string what;    // "params", "command", "engines"
  std::string path;    // where it was found; of ours, the version
  std::string digest;  // SHA-256
  bool operator==(const Ingredient&) const = default;
};

// What became of each ingredient, in words; nothing when both are the same player.
std::vector<std::string> changes(const std::vector<Ingredient>& there, const std::vector<Ingredient>& here);

// Reads each file once, however many players name it.
class IngredientReader {
 public:
  explicit IngredientReader(const Registry& registry) : registry_(registry) {}
  Expected<std::vector<Ingredient>> read(std::string_view spec, const Game& game);

 private:
  Expected<Ingredient> file(const NamedFile& file);

  const Registry& registry_;
  std::map<std::string, std::string> digests_;  // by path
};

}  // namespace tengen::roster
