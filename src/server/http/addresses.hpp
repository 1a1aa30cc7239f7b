#pragma once
// Where servers are: the addresses under which others may find this machine, and whether one of ours answers somewhere.

#include <string>
#include <vector>

namespace tengen::server {

enum class AddressKinds : bool { ipv4, all };

// Those of all interfaces that are up, as they stand in a URL: "192.168.1.5", "[2001:db8::5]". Loopback is not among
// them, nor are addresses that mean nothing without naming an interface.
std::vector<std::string> own_addresses(AddressKinds kinds);

// Whether the server at this address ("http://127.0.0.1:8173/") calls itself so (GET /api/info): one short question over
// the wire. False after seconds at most.
bool is_served(const std::string& address, const std::string& instance);

}  // namespace tengen::server
