// The address of a client: kept for each connection, shown in the log and in the list of clients,
// and the key of limits for each address.
#pragma once

#include <sys/socket.h>

#include <cstdint>
#include <string>

#include "daemon/base/text/ip_address.hpp"

namespace puzzled::net {

/// What counts as one address: an IPv4 address, or the /64 network of an IPv6 address. Who has one
/// address of such a network commonly has all 2^64, so a limit for each single one would be
/// useless.
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

  /// False for Unix sockets, to whose clients limits for each address do not apply.
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
