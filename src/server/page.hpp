#pragma once
// The page's files as the build put them into the program (cmake/page.cmake).

#include <span>
#include <string_view>

namespace tengen {

struct PageFile {
  std::string_view name;  // its path under web/dist: "index.html"
  std::string_view gzip;  // compressed
  std::string_view etag;  // changes with the content
};

struct Page {
  std::span<const PageFile> files;
  std::string_view problem;  // why the build has no page; empty where it has
};

Page built_in_page();

}  // namespace tengen
