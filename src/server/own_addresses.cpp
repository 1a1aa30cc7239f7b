#include "server/own_addresses.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>

#include <memory>

namespace tengen {

namespace {

std::string in_url(const sockaddr& address, AddressKinds kinds) {
  char text[INET6_ADDRSTRLEN];
  if (address.sa_family == AF_INET) {
    const auto& v4 = reinterpret_cast<const sockaddr_in&>(address);
    return inet_ntop(AF_INET, &v4.sin_addr, text, sizeof text);
  }
  if (address.sa_family != AF_INET6 || kinds == AddressKinds::ipv4) return {};
  const auto& v6 = reinterpret_cast<const sockaddr_in6&>(address);
  if (IN6_IS_ADDR_LINKLOCAL(&v6.sin6_addr)) return {};
  return fmt::format("[{}]", inet_ntop(AF_INET6, &v6.sin6_addr, text, sizeof text));
}

}  // namespace

std::vector<std::string> own_addresses(AddressKinds kinds) {
  ifaddrs* first = nullptr;
  if (getifaddrs(&first) != 0) return {};
  const std::unique_ptr<ifaddrs, decltype(&freeifaddrs)> owner(first, &freeifaddrs);
  std::vector<std::string> all;
  for (const ifaddrs* each = first; each; each = each->ifa_next) {
    if (!each->ifa_addr || !(each->ifa_flags & IFF_UP) || each->ifa_flags & IFF_LOOPBACK) continue;
    if (std::string text = in_url(*each->ifa_addr, kinds); !text.empty()) all.push_back(std::move(text));
  }
  return all;
}

}  // namespace tengen
