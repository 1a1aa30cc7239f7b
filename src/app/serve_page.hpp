#pragma once
// Runs the server behind `tengen play` until it is told to end.

#include <string>

#include "roster/registry.hpp"

namespace tengen::app {

struct ServeArguments {
  int port = 0;  // 0: the usual one, or any other that is free
  std::string host;
  std::vector<std::string> names;
  std::string db;
  bool browser = true;
  bool engines = false;
  std::string files;  // a folder; empty: none
  int threads = 0;    // 0: as many as there are cores
};

inline constexpr int usual_port = 8173;

// Returns the exit code.
int serve_page(const ServeArguments& args, const roster::Registry& registry);

}  // namespace tengen::app
