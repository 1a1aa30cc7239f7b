#pragma once
// Values bent out of shape: what a broken program, a damaged file or an attacker sends in place of what was meant.

#include <string>
#include <vector>

#include "core/rng.hpp"
#include "server/api.hpp"

namespace tengen::test {

class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : rng_(seed) {}

  std::uint32_t below(std::uint32_t n) { return rng_.below(n); }

  // One to three places changed.
  nlohmann::ordered_json mutated(nlohmann::ordered_json json) {
    for (std::uint32_t i = below(3); i < 3; ++i) change(*any_place(json));
    return json;
  }

  // The value as text, now and then broken as such.
  std::string text_of(const nlohmann::ordered_json& json) {
    std::string text = server::dumped(json);
    switch (below(12)) {
      case 0: text.resize(below(static_cast<std::uint32_t>(text.size()) + 1)); break;
      case 1: text.insert(below(static_cast<std::uint32_t>(text.size()) + 1), 1, static_cast<char>(below(256))); break;
      case 2: text.insert(below(static_cast<std::uint32_t>(text.size()) + 1), "\xff\xc0\xaf\xed\xa0\x80"); break;
      case 3: text.insert(below(static_cast<std::uint32_t>(text.size()) + 1), std::string(100'000, '[')); break;
      default: break;
    }
    return text;
  }

 private:
  using Json = nlohmann::ordered_json;

  Json* any_place(Json& json) {
    Json* place = &json;
    while (place->is_structured() && !place->empty() && below(4) != 0)
      place = &*std::next(place->begin(), below(static_cast<std::uint32_t>(place->size())));
    return place;
  }

  void change(Json& place) {
    if (place.is_object() && !place.empty() && below(2) == 0)
      place.erase(std::next(place.begin(), below(static_cast<std::uint32_t>(place.size()))).key());
    else if (place.is_object() && below(2) == 0)
      place[below(2) == 0 ? "extra" : "kind"] = odd();
    else if (place.is_array() && below(2) == 0)
      place.push_back(place.empty() || below(2) == 0 ? odd() : Json(place[0]));
    else
      place = odd();
  }

  Json odd() {
    static const std::vector<Json> values = {nullptr,
                                             Json::object(),
                                             Json::array(),
                                             true,
                                             "",
                                             "x",
                                             " ",
                                             "0",
                                             -1,
                                             0,
                                             1,
                                             1.5,
                                             -0.0,
                                             1e308,
                                             INT32_MAX,
                                             INT64_MAX,
                                             INT64_MIN,
                                             UINT64_MAX,
                                             std::string("a\0b", 3),
                                             std::string(70'000, 'x'),
                                             "\u202e",
                                             "%s%n{}",
                                             "../../x",
                                             {{"a", nullptr}},
                                             {1, "2", nullptr},
                                             Json::parse("[[[[[[[[1]]]]]]]]"),
                                             "random",
                                             "uct:nodes=99999999999999999999",
                                             "alphabeta:depth=,=,",
                                             "uct:params=/dev/zero",
                                             " file:path=/etc/passwd",
                                             "pass",
                                             "h8 h8",
                                             "size=5",
                                             "round_robin"};
    return values[below(static_cast<std::uint32_t>(values.size()))];
  }

  Rng rng_;
};

}  // namespace tengen::test
