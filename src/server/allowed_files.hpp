#pragma once
// Which files requests may name: those of one folder, if the command line allows one at all.

#include <filesystem>
#include <string>

#include "core/expected.hpp"

namespace tengen {

class AllowedFiles {
 public:
  AllowedFiles() = default;  // none
  static Expected<AllowedFiles> below(const std::string& folder);

  bool any() const { return !folder_.empty(); }

  // Whether this is a regular file or a folder that lies in the allowed folder after all links. Paths mean what they
  // mean on the command line. Of what lies outside the answer tells nothing: it is the same whether it is there or not.
  bool has(const std::string& path) const;

 private:
  std::filesystem::path as_written_;  // absolute, its links as they are
  std::filesystem::path folder_;      // without links
};

}  // namespace tengen
