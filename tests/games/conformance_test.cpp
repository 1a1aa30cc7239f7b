// Every position type of every built-in game passes the conformance suite, from starts that its options allow.

#include "games/conformance.hpp"

#include "app/builtin_games.hpp"

namespace tengen::games {
namespace {

// Any value for a setting. A text could be anything; only its default is known to make sense.
rc::Gen<std::string> value_of(const Setting& setting) {
  switch (setting.kind) {
    case Setting::Kind::integer: {
      const auto low = static_cast<int>(setting.low), high = static_cast<int>(setting.high);
      // Random games on small boards come to an end; on large ones they hardly begin.
      const int middle = std::min(high, low + 4);
      return rc::gen::map(rc::gen::oneOf(rc::gen::inRange(low, middle + 1), rc::gen::inRange(low, high + 1)),
                          [](int n) { return std::to_string(n); });
    }
    case Setting::Kind::choice:
    case Setting::Kind::flag: return rc::gen::elementOf(setting.choices);
    case Setting::Kind::real:
    case Setting::Kind::text:
    case Setting::Kind::file: break;
  }
  return rc::gen::just(setting.standard);
}

// Starts with any options that the game accepts, as far as they make a position of this type.
template <class Game, class P>
struct AnyOptions {
  using Position = P;

  static rc::Gen<std::string> starts() {
    const auto any = rc::gen::exec([] {
      std::string text;
      for (const Setting& setting : Game::options()) text += setting.name + "=" + *value_of(setting) + " ";
      return text;
    });
    return rc::gen::suchThat(any, [](const std::string& text) { return P::from_string(text).has_value(); });
  }
};

template <class... Lists>
struct Joined;
template <class... As>
struct Joined<testing::Types<As...>> {
  using Types = testing::Types<As...>;
};
template <class... As, class... Bs, class... Rest>
struct Joined<testing::Types<As...>, testing::Types<Bs...>, Rest...> : Joined<testing::Types<As..., Bs...>, Rest...> {};

template <class Game, class AnyPosition = typename Game::AnyPosition>
struct ConformersOf;
template <class Game, class... Ps>
struct ConformersOf<Game, std::variant<Ps...>> {
  using Types = testing::Types<AnyOptions<Game, Ps>...>;
};

template <class Games>
struct ConformersOfAll;
template <class... Games>
struct ConformersOfAll<roster::TypeList<Games...>> : Joined<typename ConformersOf<Games>::Types...> {};

struct Names {
  template <class Conformer>
  static std::string GetName(int i) {
    return name_of(Conformer{}) + "_" + std::to_string(i);
  }
  template <class Game, class P>
  static std::string name_of(AnyOptions<Game, P>) {
    return std::string(Game::name);
  }
};

}  // namespace

INSTANTIATE_TYPED_TEST_SUITE_P(Builtins, Conformance, ConformersOfAll<app::Games>::Types, Names);

}  // namespace tengen::games
