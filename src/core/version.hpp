#pragma once
// The one place that says which Tengen this is.

#include <string_view>

namespace tengen {

inline constexpr std::string_view version = "0.1.0";

// SHA-256 over the sources and the weights that decide our players' moves, and over those that talk to programs outside;
// lines that are nothing but a comment do not count. cmake/source_digest.cmake works them out.
std::string_view engines_digest();
std::string_view protocol_digest();

}  // namespace tengen
