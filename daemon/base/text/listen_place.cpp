#include "daemon/base/text/listen_place.hpp"

#include <optional>

namespace puzzled {
namespace {

constexpr IpAddress kAnyIpv6{};

IpAddress any_ipv4() {
  constexpr std::uint8_t kZeros[4] = {};
  return ipv4_address(kZeros);
}

/// Whether `place` takes the connections to all addresses of `other`.
bool takes(const ListenPlace& place, const ListenPlace& other) {
  if (place.address == other.address) return true;
  if (is_ipv4(other.address)) return place.takes_ipv4 || place.address == any_ipv4();
  return place.address == kAnyIpv6;
}

}  // namespace

bool overlap(const ListenPlace& a, const ListenPlace& b) {
  return a.port != 0 && a.port == b.port && (takes(a, b) || takes(b, a));
}

std::vector<ListenPlace> listen_places(const HostPort& address, bool ipv6_only) {
  if (address.host == "*") {
    return {{.address = any_ipv4(), .port = address.port},
            {.address = kAnyIpv6, .port = address.port}};
  }
  const std::optional<IpAddress> ip = parse_ip_address(address.host);
  if (!ip) return {};
  return {{.address = *ip, .port = address.port, .takes_ipv4 = *ip == kAnyIpv6 && !ipv6_only}};
}

}  // namespace puzzled
