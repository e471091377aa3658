// What a listening TCP address takes up, and which two cannot stand side by side.
#pragma once

#include <cstdint>
#include <vector>

#include "daemon/base/text/host_port.hpp"
#include "daemon/base/text/ip_address.hpp"

namespace puzzled {

struct ListenPlace {
  IpAddress address{};
  std::uint16_t port = 0;
  bool takes_ipv4 = false;  ///< `::` that serves both families
};

/// Whether some connection would be for both, for which the system refuses the second. Port 0 is a
/// free port, another one each time.
bool overlap(const ListenPlace& a, const ListenPlace& b);

/// What the address takes up: `*` is all addresses of each family, and so is `::` by one socket,
/// unless `ipv6_only`. None if only the resolver knows.
std::vector<ListenPlace> listen_places(const HostPort& address, bool ipv6_only);

}  // namespace puzzled
