#pragma once
// Whether another server of ours answers: one short question over the wire.

#include <string>

namespace tengen {

// Whether the server at this address ("http://127.0.0.1:8173/") calls itself so (GET /api/info). False after seconds at
// most.
bool is_served(const std::string& address, const std::string& instance);

}  // namespace tengen
