#pragma once
// The page's files over HTTP: found by name in a list, never in a file system.

#include "server/http.hpp"
#include "server/page.hpp"

namespace tengen {

HttpReply serve_page(const Page& page, const HttpRequest& request);

// Sent with every reply: what the browser may load and who may embed it. Nothing from anywhere else.
std::vector<std::pair<std::string, std::string>> safety_headers();

}  // namespace tengen
