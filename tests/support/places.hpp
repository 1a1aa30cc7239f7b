#pragma once
// Where the tests find what they read and start. Only places.cpp knows this checkout's paths, so that a compiler cache
// serves all others in every checkout.

#include <string>

namespace tengen {

std::string source_file(const std::string& path);  // of the repository
std::string test_data(const std::string& path);    // below tests/data
std::string tool(const std::string& name);         // built beside the tests

}  // namespace tengen
