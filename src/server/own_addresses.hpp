#pragma once
// The addresses under which other machines may find this one.

#include <string>
#include <vector>

namespace tengen {

enum class AddressKinds : bool { ipv4, all };

// Those of all interfaces that are up, as they stand in a URL: "192.168.1.5", "[2001:db8::5]". Loopback is not among
// them, nor are addresses that mean nothing without naming an interface.
std::vector<std::string> own_addresses(AddressKinds kinds);

}  // namespace tengen
