#pragma once
// What there is, and questions about positions that leave nothing behind.

#include <vector>

#include "server/requests.hpp"

namespace tengen::server {

std::vector<Route> catalogue_routes(const ServerContext& context);

}  // namespace tengen::server
