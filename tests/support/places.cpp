#include "support/places.hpp"

namespace tengen {

std::string source_file(const std::string& path) { return std::string(TENGEN_SOURCES) + "/" + path; }
std::string test_data(const std::string& path) { return source_file("tests/data/" + path); }
std::string tool(const std::string& name) { return std::string(TENGEN_TOOLS) + "/" + name; }

}  // namespace tengen
