#pragma once
// The page's files, as the build put them into the program (cmake/page.cmake), over HTTP.

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/expected.hpp"
#include "server/http/server.hpp"

namespace tengen::server {

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

// A file as it was before it was compressed, or why the program has no page.
Expected<std::string> text_of(const Page& page, std::string_view name);

// Found by name in the list, never in a file system.
HttpReply serve_page(const Page& page, const HttpRequest& request);

// Sent with every reply: what the browser may load and who may embed it. Nothing from anywhere else.
std::vector<std::pair<std::string, std::string>> safety_headers();

}  // namespace tengen::server
