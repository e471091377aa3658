#include "daemon/base/text/host_port.hpp"

#include <charconv>
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

Result<HostPort> parse_host_port(std::string_view text) {
  const Error no_address{"must be ADDR:PORT such as 127.0.0.1:9009 or [::1]:9009"};
  std::string_view host;
  std::string_view port = text;
  if (text.starts_with('[')) {
    const std::size_t end = text.find("]:");
    if (end == std::string_view::npos || end == 1) return no_address;
    host = text.substr(1, end - 1);
    port = text.substr(end + 2);
  } else if (const std::size_t colon = text.rfind(':'); colon != std::string_view::npos) {
    host = text.substr(0, colon);
    port = text.substr(colon + 1);
    // More than one colon without brackets: an IPv6 address, whose port would be ambiguous.
    if (host.find(':') != std::string_view::npos) return no_address;
  }
  // Neither a sign nor a space: from_chars() would stop there, strtoul() would not.
  if (port.empty() || port.find_first_not_of("0123456789") != std::string_view::npos) {
    return no_address;
  }
  HostPort result{.host = std::string(host.empty() ? "127.0.0.1" : host)};
  const char* const end = port.data() + port.size();
  if (std::from_chars(port.data(), end, result.port).ec != std::errc{}) {
    return Error{"must have a port from 0 to 65535"};
  }
  return result;
}

Result<HostPort> parse_listen_address(std::string_view text) {
  Result<HostPort> address = parse_host_port(text);
  if (address && text.starts_with(':')) {
    return Error{"must name an address: *" + std::string(text) + " for all, 127.0.0.1" +
                 std::string(text) + " for this machine only"};
  }
  return address;
}

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
