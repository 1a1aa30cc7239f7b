#pragma once
// What there is, and questions about positions that leave nothing behind.

#include <vector>

#include "records/record.hpp"
#include "server/api.hpp"
#include "server/context.hpp"

namespace tengen::server {

std::vector<Route> catalogue_routes(const ServerContext& context);

// A record as an object, and the way back with everything checked by the rules.
Json record_json(const records::Record& record);
Answer<records::Record> record_from(const Json& json, const ServerContext& context);
// {"format", "name", "text"}: the record in one of the file formats.
Answer<Json> exported(const records::Record& record, const std::string& format, const ServerContext& context);

}  // namespace tengen::server
