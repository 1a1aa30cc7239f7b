#pragma once
// A game of the built-in ones, ready to be played.

#include <gtest/gtest.h>

#include <memory>
#include <string_view>

#include "app/builtins.hpp"
#include "records/replay.hpp"

namespace tengen {

inline std::unique_ptr<roster::Game> start_of(std::string_view game, std::string_view position = "") {
  auto start = records::start_game(game, position, app::builtins());
  EXPECT_TRUE(start) << (start ? "" : start.error().message);
  return start ? std::move(*start) : nullptr;
}

}  // namespace tengen
