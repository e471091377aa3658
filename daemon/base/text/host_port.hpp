// Parses `HOST:PORT`, for listeners and for clients; what a listener takes up by it, and which two
// cannot stand side by side.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "daemon/base/text/ip_address.hpp"

namespace puzzled {

struct HostPort {
  std::string host;  ///< a name or an address, without brackets
  std::uint16_t port = 0;
};

/// Reads `HOST:PORT`, `[IPV6]:PORT`, `:PORT` or `PORT`; without HOST it is 127.0.0.1. The
/// resolver checks HOST. The error says what the text must be, without the text itself.
Result<HostPort> parse_host_port(std::string_view text);

/// The same for listeners, which must not be told `:PORT`: to many programs that means all
/// addresses, to clients of ours this machine.
Result<HostPort> parse_listen_address(std::string_view text);

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
