// Where a client comes from: kept for each connection, told in the log and in the list of clients,
// and what limits for each address count by.
#pragma once

#include <sys/socket.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "daemon/base/text/ip_address.hpp"

namespace puzzled::net {

/// Whom limits for each address count as one client: an IPv4 address, or the /64 network of an IPv6
/// address. Whoever has one address of an IPv6 network commonly has all 2^64 of it, so that a limit
/// for each single address would limit nobody.
struct AddressKey {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  bool operator==(const AddressKey&) const = default;
};

/// 20 bytes, for there is one for each connection.
class ClientAddress {
 public:
  enum class Family : std::uint8_t { kUnknown, kUnix, kIpv4, kIpv6 };

  ClientAddress() = default;  ///< unknown

  /// As accept() or getpeername() fill it. The scope of a link-local address is left out. A family
  /// other than Unix, IPv4 and IPv6 is unknown.
  explicit ClientAddress(const sockaddr_storage& address);

  /// The port is in host order.
  ClientAddress(const IpAddress& address, std::uint16_t port);

  /// A client on a Unix socket.
  static ClientAddress unix_peer();

  Family family() const { return family_; }

  /// False of Unix sockets, whose clients no limit for each address concerns.
  bool is_ip() const { return family_ == Family::kIpv4 || family_ == Family::kIpv6; }

  /// All zeros unless is_ip().
  const IpAddress& ip() const { return ip_; }
  std::uint16_t port() const { return port_; }

  /// REQUIRES: is_ip().
  AddressKey key() const;

  /// For people: `127.0.0.1:40312`, `[::1]:9`, `unix`, `unknown`.
  std::string text() const;

  /// The port, too.
  bool operator==(const ClientAddress&) const = default;

 private:
  IpAddress ip_{};
  std::uint16_t port_ = 0;
  Family family_ = Family::kUnknown;
};

static_assert(sizeof(ClientAddress) <= 24);

/// True when `list` names where the client comes from.
bool contains(const NetworkList& list, const ClientAddress& client);

}  // namespace puzzled::net
